import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, inArray, type SQL, sql } from "drizzle-orm"
import type { TaxedAmount } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, type Params, prepareAdd, query, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { livingFamily } from "~/models/people/family/merged-family.server"
import { billingStateOf } from "~/models/teaching/seat/billing-state.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { type ChargeSource, changedByHand } from "./charge"
import { writeDiscounts } from "./charge-discounts.server"
import type { Due } from "./due"

// The current charges of a seat always add up to the amount of its mark. A charge on an issued invoice is frozen
// and balanced by corrections; any other is withdrawn and replaced.

/** Why a charge is withdrawn with the attendance it came from. */
export const undoneAttendance = "Attendance undone"
/** Why a charge is withdrawn with the price that was set after its lesson. */
export const undonePrice = "Price changed back"

/** Why a charge is withdrawn with a discount that was applied to it after it was made. */
export const undoneDiscount = "Discount undone"

export type SeatCharge = TaxedAmount & {
  chargeId: string
  createdAt: number
  familyId: string
  source: ChargeSource
  correctsChargeId: string | null
  description: string
  isWithdrawn: boolean
  /** Of attendance, a price or a later discount that was undone: the lesson is charged as if for the first time. */
  isUndone: boolean
  /** Withdrawn for another amount, which the office set by hand. */
  isReplaced: boolean
  /** Of an amount that the office set by hand: what it came to before. */
  usualMinor: number | null
  /** On an issued invoice; a draft claims nothing. */
  isFrozen: boolean
  /** What credit notes took off it on its invoice, and the tax within that; minor units. */
  creditedMinor: number
  creditedTaxMinor: number
}

/** An amount and its tax, for queries of `charges`. */
export const taxedColumns = columns(charges, "amountMinor", "taxMinor", "taxName", "taxRate", "taxIsAdded")

/** The opposite of an amount, with the opposite of its tax. */
export const reversed = ({
  amountMinor,
  taxMinor,
  taxName,
  taxRate,
  taxIsAdded,
}: TaxedAmount): TaxedAmount => ({
  amountMinor: -amountMinor,
  taxMinor: taxMinor === 0 ? 0 : -taxMinor,
  taxName,
  taxRate,
  taxIsAdded,
})

/** Every charge that was ever made for these seats, by seat. */
export function listSeatCharges(actor: Actor, seatIds: readonly string[]): Map<string, SeatCharge[]> {
  if (seatIds.length === 0) return new Map()
  const rows = chargesQuery.all(actor, { seatIds: JSON.stringify(seatIds) })
  return groupBy(rows, ({ seatId }) => seatId)
}

const chargesQuery = query((p: Params<{ seatIds: string }>, own) =>
  select({
    seatId: sql<string>`${charges.seatId}`,
    chargeId: sql<string>`${charges.id}`,
    ...columns(charges, "createdAt", "familyId", "source", "correctsChargeId"),
    ...taxedColumns,
    description: charges.description,
    isWithdrawn: sql<number>`${charges.withdrawnAt} is not null`.mapWith(Boolean),
    isUndone:
      sql<number>`coalesce(${charges.withdrawnReason} in (${undoneAttendance}, ${undonePrice}, ${undoneDiscount}), false)`.mapWith(
        Boolean,
      ),
    isReplaced: sql<number>`coalesce(${charges.withdrawnReason} like ${`${changedByHand}%`}, false)`.mapWith(
      Boolean,
    ),
    usualMinor: charges.usualMinor,
    // named by hand: drizzle leaves a table's name out where a query reads only that one
    isFrozen: sql<number>`(exists (select 1 from invoice_lines l where l.school_id = charges.school_id
        and l.charge_id = charges.id and l.released_at is null)
        or exists (select 1 from credit_note_lines c where c.school_id = charges.school_id
        and c.charge_id = charges.id))`.mapWith(Boolean),
    creditedMinor: credited(sql`c.amount_minor`),
    creditedTaxMinor: credited(sql`c.tax_minor`),
  })
    .from(charges)
    .where(and(own(charges), among(charges.seatId, p.seatIds))),
)

/**
 * A sum over the lines `c` of credit notes. One by one: asked for with an "or", SQLite reads every one of the school. By the
 * index that is named: where no invoice of a single school is divided, statistics say that it finds nothing, and SQLite reads
 * every line of every invoice for each charge.
 */
export const credited = (column: SQL) =>
  sql<number>`(select coalesce(sum(${column}), 0) from credit_note_lines c
    where c.school_id = charges.school_id and c.invoice_line_id in (
      select l.id from invoice_lines l where l.school_id = charges.school_id
        and l.charge_id = charges.id and l.released_at is null
      union all select l.id from invoice_lines l indexed by invoice_lines_by_part
        where l.school_id = charges.school_id and l.part_of_charge_id = charges.id and l.released_at is null))`

/** What credit notes took off an invoiced charge, in a query of charges; minor units. */
export const creditedAmount = credited(sql`c.amount_minor`)

/** What is left of an invoiced charge after its credit notes: a correction takes back no more than that. */
const leftOf = ({ amountMinor, taxMinor, creditedMinor, creditedTaxMinor, ...charge }: SeatCharge) => ({
  ...charge,
  amountMinor: amountMinor - creditedMinor,
  taxMinor: taxMinor - creditedTaxMinor,
})

/** What has to happen to a seat's charges so that they add up to what its mark says. */
export type Settlement = {
  withdraw: SeatCharge[]
  /** Frozen charges to be answered by their opposite. */
  correct: SeatCharge[]
  /** The new charge; null for none. */
  charge: Due | null
}

/**
 * Plans it without doing anything. An invoiced charge that already says the amount is left alone, or given back its
 * meaning; every other one is answered by the opposite of what credit notes left of it, once. What is on no issued invoice is withdrawn, together with
 * its correction.
 */
export function settlementOf(existing: readonly SeatCharge[], target: Due): Settlement {
  const standing = existing.filter(({ isWithdrawn }) => !isWithdrawn)
  const made = standing.filter(({ source }) => source === "seat")
  const answerTo = (charge: SeatCharge) =>
    standing.find(({ correctsChargeId }) => correctsChargeId === charge.chargeId)
  const unchanged = made.find(
    (charge) => charge.isFrozen && charge.amountMinor === target.amountMinor && !answerTo(charge)?.isFrozen,
  )
  const settlement: Settlement = {
    withdraw: [],
    correct: [],
    charge: unchanged || target.amountMinor === 0 ? null : target,
  }
  for (const charge of made) {
    const answer = answerTo(charge)
    if (charge === unchanged) settlement.withdraw.push(...(answer ? [answer] : []))
    else if (!charge.isFrozen && !answer?.isFrozen)
      settlement.withdraw.push(charge, ...(answer ? [answer] : []))
    else if (!answer && leftOf(charge).amountMinor > 0) settlement.correct.push(charge)
  }
  return settlement
}

/** What stands for a seat less what credit notes took off it, in minor units. */
export const standingSum = (existing: readonly SeatCharge[]): number =>
  leftSum(existing.filter(({ isWithdrawn }) => !isWithdrawn))

/** The same once a settlement is carried out. */
export const standingAfter = (
  existing: readonly SeatCharge[],
  { withdraw, correct, charge }: Settlement,
): number =>
  standingSum(existing.filter((each) => !withdraw.includes(each))) -
  leftSum(correct) +
  (charge?.amountMinor ?? 0)

/** What is left of charges after their credit notes, in minor units. */
const leftSum = (list: readonly Pick<SeatCharge, "amountMinor" | "creditedMinor">[]): number =>
  list.reduce((sum, { amountMinor, creditedMinor }) => sum + amountMinor - creditedMinor, 0)

/** The facts a new charge is written with. */
export type SeatChargeFacts = {
  familyId: string
  studentId: string
  seatId: string
  markId: string
  description: string
  reason: string
  occurredOn: string
}

/** Carries a settlement out, in the caller's transaction. `why` is kept with what is withdrawn. */
export function settle(actor: Actor, settlement: Settlement, facts: SeatChargeFacts, why: string) {
  withdrawAll(actor, settlement.withdraw, why)
  for (const charge of settlement.correct)
    add(actor, charges, {
      ...facts,
      familyId: livingFamily(actor, charge.familyId),
      source: "correction",
      correctsChargeId: charge.chargeId,
      description: charge.description,
      reason: why,
      ...reversed(leftOf(charge)),
    })
  if (!settlement.charge) return
  const { discounts, ...amount } = settlement.charge
  const chargeId = addCharge(actor, { usualMinor: null, source: "seat", ...facts, ...amount })
  writeDiscounts(actor, chargeId, discounts)
}

/** A register makes a dozen of them. */
const addCharge = prepareAdd(charges)

/** Withdraws charges that are on no issued invoice, in the caller's transaction. A draft notices when it is issued. */
export function withdrawAll(actor: Actor, list: readonly { chargeId: string }[], why: string, at = now()) {
  const ids = list.map(({ chargeId }) => chargeId)
  if (ids.length === 0) return
  change(actor, charges, inArray(charges.id, ids), { withdrawnAt: at, withdrawnReason: why })
}

/**
 * What has become of a lesson's money: whose, which lesson, its state, what stands for it in minor units, and the charge whose
 * amount can be changed. Undefined when the school has no such seat; the state is null while the lesson has not ended.
 */
export function findLessonBill(actor: Actor, seatId: string) {
  const found = select({
    seatId: seats.id,
    firstName: students.firstName,
    lastName: students.lastName,
    className: classes.name,
    sessionId: sessions.id,
    localDate: sessions.localDate,
    startTime: sessions.startTime,
  })
    .from(seats)
    .innerJoin(students, joined(students, seats.studentId))
    .innerJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(own(actor, seats, seatId))
    .get()
  if (!found) return undefined
  const { firstName, lastName, ...lesson } = found
  const charges = listSeatCharges(actor, [seatId]).get(seatId) ?? []
  return {
    ...lesson,
    studentName: fullName({ firstName, lastName }),
    state: billingStateOf(actor, seatId) ?? null,
    chargedMinor: standingSum(charges),
    chargeId:
      charges.find(
        ({ source, isWithdrawn, isFrozen, chargeId }) =>
          source === "seat" &&
          !isWithdrawn &&
          !isFrozen &&
          !charges.some((other) => !other.isWithdrawn && other.correctsChargeId === chargeId),
      )?.chargeId ?? null,
  }
}
