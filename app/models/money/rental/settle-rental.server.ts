import { transact } from "db/client.server"
import { charges } from "db/schema/money"
import { hires } from "db/schema/money-goods"
import { students } from "db/schema/people"
import { and, asc, eq, gt, gte, inArray, isNull, lte, or, sql } from "drizzle-orm"
import { type ChosenTax, type TaxedAmount, taxOf, withTax } from "~/models/accounts/tax/tax"
import { readTaxes } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, addAll, ownRows, select, selectDistinct } from "~/models/foundation/access/door.server"
import { among, columns, joined, newRow, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { livingFamily } from "~/models/people/family/merged-family.server"
import { todayOf } from "~/utils/clock.server"
import { addMonths, afterAllDays, monthBounds, monthOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import { answerColumns } from "../charge/fees-to-settle.server"
import { type Answer, isDecided, readHistory, settlementOf } from "../charge/month-history"
import { taxedColumns, withdrawAll } from "../charge/seat-charges.server"
import { shareText, type TuitionRule, type TuitionShare, tuitionOf } from "../tuition/tuition"
import { findTuitionRule, readStoredRule } from "../tuition/tuition-rule.server"
import { hireShare } from "./rental"

// A month of a hire is charged once, when it begins or when the hire does. What a last day changes of it is `settleHire`'s.

/** How many months back a hire is charged that wasn't before, the present one included. */
const longestCatchUp = 13

type Hired = ChosenTax & {
  hireId: string
  studentId: string
  familyId: string
  firstName: string
  lastName: string
  item: string
  priceMinor: number
  startsOn: string
  endsOn: string | null
}

/** Hires of one step; a step asks the same few statements for any number of them. */
const hiresInStep = 40
/** Few enough rows that one statement stays under SQLite's limit of parameters. */
const atOnce = 500

/** How far a school's hires are charged: behind which one, and how many months so far. */
type ChargedSoFar = { after: string; charged: number }

/** Charges every month of the hires, or of one, that has begun and wasn't charged, standing or taken back. Answers how many. */
export const chargeHiresDue = (actor: Actor, hireId?: string): number =>
  transact(() => {
    const months = monthsDue(actor)
    const charged = chargeAll(actor, listHired(actor, { ...months.days, hireId }), months)
    recordCharged(actor, months.latest, charged)
    return charged
  })

/**
 * The same for the next hires of the school.
 * @returns where the next step goes on; undefined once every hire was looked at
 */
export const chargeNextHires = (
  actor: Actor,
  { after, charged }: ChargedSoFar = { after: "", charged: 0 },
  most = hiresInStep,
): ChargedSoFar | undefined =>
  transact(() => {
    const months = monthsDue(actor)
    const next = listHired(actor, { ...months.days, behind: after, most })
    const sum = charged + chargeAll(actor, next, months)
    const last = next.at(-1)
    if (last && next.length === most) return { after: last.hireId, charged: sum }
    recordCharged(actor, months.latest, sum)
    return undefined
  })

/** The months (`YYYY-MM`) that hires are charged for, and their days. */
function monthsDue(actor: Actor) {
  const latest = monthOf(todayOf(actor))
  const earliest = monthOf(addMonths(`${latest}-01`, 1 - longestCatchUp))
  return { earliest, latest, days: { from: `${earliest}-01`, to: monthBounds(latest).last } }
}

function chargeAll(
  actor: Actor,
  all: readonly Hired[],
  { earliest, latest }: ReturnType<typeof monthsDue>,
): number {
  if (all.length === 0) return 0
  const rule = findTuitionRule(actor)
  const taxes = readTaxes(actor)
  const wasCharged = listChargedMonths(
    actor,
    all.map(({ hireId }) => hireId),
    earliest,
  )
  const rows: (typeof charges.$inferInsert)[] = []
  for (const hire of all) {
    const begun = monthOf(hire.startsOn)
    for (
      let month = begun > earliest ? begun : earliest;
      month <= latest;
      month = monthOf(addMonths(`${month}-01`, 1))
    ) {
      const share = hireShare(rule, hire, month)
      if (!share || wasCharged.has(`${hire.hireId} ${month}`)) continue
      const amountMinor = tuitionOf(hire.priceMinor, share)
      if (amountMinor === 0) continue
      rows.push(monthOfHire(actor, hire, month, { rule, share }, withTax(amountMinor, taxes(hire))))
    }
  }
  for (let start = 0; start < rows.length; start += atOnce)
    addAll(actor, charges, rows.slice(start, start + atOnce))
  return rows.length
}

/** One entry, however many steps it took. */
function recordCharged(actor: Actor, month: string, charged: number) {
  if (charged > 0) recordEvent(actor, "school.charge-month", actor.school.id, { after: { month, charged } })
}

/** Hires with a day between two days: those that began, and have not ended before; of all, or so many behind one. */
function listHired(
  actor: Actor,
  {
    from,
    to,
    hireId,
    behind = "",
    most = -1,
  }: { from: string; to: string; hireId?: string; behind?: string; most?: number },
): Hired[] {
  return select({
    hireId: hires.id,
    studentId: hires.studentId,
    ...columns(students, "familyId", "firstName", "lastName"),
    ...columns(hires, "item", "priceMinor", "taxRateId", "isTaxFree", "startsOn", "endsOn"),
  })
    .from(hires)
    .innerJoin(students, joined(students, hires.studentId))
    .where(
      and(
        own(actor, hires),
        hireId === undefined ? gt(hires.id, behind) : eq(hires.id, hireId),
        lte(hires.startsOn, to),
        or(isNull(hires.endsOn), gte(hires.endsOn, from)),
      ),
    )
    .orderBy(asc(hires.id))
    .limit(most)
    .all()
}

/** The months from one on that some hires were charged for, standing or taken back. */
const listChargedMonths = (actor: Actor, hireIds: readonly string[], from: string): ReadonlySet<string> =>
  new Set(
    selectDistinct({ hireId: charges.hireId, month: charges.month })
      .from(charges)
      .where(and(own(actor, charges), among(charges.hireId, hireIds), gte(charges.month, from)))
      .all()
      .map(({ hireId, month }) => `${hireId} ${month}`),
  )

function monthOfHire(
  actor: Actor,
  hire: Hired,
  month: string,
  { rule, share }: { rule: TuitionRule; share: TuitionShare },
  due: TaxedAmount,
) {
  const { first } = monthBounds(month)
  const part = shareText(share)
  return {
    ...newRow(actor),
    familyId: hire.familyId,
    studentId: hire.studentId,
    source: "hire" as const,
    hireId: hire.hireId,
    month,
    description: `${hire.firstName}, ${hire.item}, ${formatDate(first, "month", actor.school)}`,
    reason: part ? `Instrument rental, ${part}` : "Instrument rental",
    occurredOn: hire.startsOn > first ? hire.startsOn : first,
    feeRule: JSON.stringify(rule),
    ...due,
  }
}

/** What the hires of a month to come will be charged for it, by the rules as they are today. Minor units. */
export function listExpectedHires(
  actor: Actor,
  month: string,
): { studentId: string; name: string; item: string; amountMinor: number }[] {
  const { first, last } = monthBounds(month)
  const rule = findTuitionRule(actor)
  const taxes = readTaxes(actor)
  return listHired(actor, { from: first, to: last }).flatMap((hire) => {
    const share = hireShare(rule, hire, month)
    const { amountMinor } = withTax(share ? tuitionOf(hire.priceMinor, share) : 0, taxes(hire))
    if (amountMinor === 0) return []
    return [{ studentId: hire.studentId, name: fullName(hire), item: hire.item, amountMinor }]
  })
}

// What is charged of a hire's last two months follows its last day, however often that moves: a month that isn't invoiced is
// replaced, one that is gets a correction, and what that lacks or has too much later is an item of the next invoice.

/** Why a last day withdrew a charge, as every earlier one has it stored. */
const hireEnded = "Hire ended"

/** Adjusts this month and the last to the last day of a hire. Answers how many months were adjusted. */
export function settleHire(actor: Actor, hireId: string): number {
  return transact(() => {
    const thisMonth = monthOf(todayOf(actor))
    const lastMonth = monthOf(addMonths(`${thisMonth}-01`, -1))
    const [hire] = listHired(actor, { from: "0000-01-01", to: afterAllDays, hireId })
    if (!hire) return 0
    const months = groupBy(listCharged(actor, hireId, lastMonth), ({ month }) => month)
    const corrections = groupBy(
      listCorrections(
        actor,
        [...months.values()].flat().map(({ chargeId }) => chargeId),
      ),
      ({ corrected }) => corrected,
    )
    return [...months.values()].filter((of) =>
      settleMonth(
        actor,
        hire,
        of,
        of.flatMap(({ chargeId }) => corrections.get(chargeId) ?? []),
      ),
    ).length
  })
}

/** Every charge of some months that names the hire, standing or not, in the order in which they were made. */
const listCharged = (actor: Actor, hireId: string, fromMonth: string) =>
  ownRows(actor, charges, {
    ...answerColumns,
    ...taxedColumns,
    month: sql<string>`${charges.month}`,
    ...columns(charges, "familyId", "studentId", "description", "reason", "occurredOn"),
    ...columns(charges, "feeRule", "createdAt", "withdrawnAt", "withdrawnReason"),
  })
    .where(and(eq(charges.hireId, hireId), gte(charges.month, fromMonth)))
    .orderBy(sql`+${charges.id}`)
    .all()

type Charged = ReturnType<typeof listCharged>[number]

const listCorrections = (actor: Actor, chargeIds: readonly string[]) =>
  ownRows(actor, charges, { ...answerColumns, corrected: sql<string>`${charges.correctsChargeId}` })
    .where(and(inArray(charges.correctsChargeId, [...chargeIds]), isNull(charges.withdrawnAt)))
    .all()

/**
 * True where there was something to do. A month whose amount the office has decided since it was adjusted stays, and an amount that
 * it gave by hand is cut only by a last day within the month.
 */
function settleMonth(
  actor: Actor,
  hire: Hired,
  all: readonly Charged[],
  corrections: readonly Answer[],
): boolean {
  const items = all.filter(({ source }) => source === "item")
  const history = readHistory(
    all.filter(({ source }) => source === "hire"),
    hireEnded,
  )
  if (!history || history.isByHand || isDecided(items, hireEnded)) return false
  const { last, original, isAgreed } = history
  const rule = readStoredRule(original.feeRule) ?? findTuitionRule(actor)
  const share = hireShare(rule, hire, last.month)
  const due = withTax(share ? tuitionOf(hire.priceMinor, share) : 0, taxOf(original))
  const endedMinor = endsWithin(hire, last.month)
    ? Math.min(due.amountMinor, original.amountMinor)
    : original.amountMinor
  const wantedMinor = isAgreed ? endedMinor : due.amountMinor
  const standing = items.filter(({ withdrawnAt }) => withdrawnAt === null)
  const settlement = settlementOf(last, [...corrections, ...standing], {
    wantedMinor,
    wholeMinor: Math.max(original.amountMinor, wantedMinor),
  })
  if (!settlement) return false
  const { withdraw, targetMinor, differenceMinor, isCorrected } = settlement
  withdrawAll(actor, withdraw, hireEnded)
  const part = share && shareText(share)
  const reason = part ? `Instrument rental, ${part}` : "Instrument rental"
  if (differenceMinor === null) {
    const amount = targetMinor === due.amountMinor ? due : within(original, targetMinor)
    const facts = { source: "hire", reason, feeRule: JSON.stringify(rule) } as const
    if (targetMinor > 0) write(actor, last, { ...facts, ...ofHire(hire, last), ...amount })
  } else if (differenceMinor < 0 && !isCorrected) {
    const facts = { source: "correction", correctsChargeId: last.chargeId, reason: "Rental ended" } as const
    write(actor, last, { ...facts, ...within(original, differenceMinor) })
  } else if (differenceMinor !== 0) {
    const text = differenceMinor > 0 ? `${original.reason}, rest` : reason
    const facts = { source: "item", reason: text, ...ofHire(hire, last) } as const
    write(actor, last, { ...facts, ...within(original, differenceMinor) })
  }
  recordEvent(actor, "hire.settle", hire.hireId, {
    before: { amountMinor: settlement.standsMinor },
    after: { item: hire.item, month: last.month, amountMinor: targetMinor },
  })
  return true
}

const endsWithin = ({ endsOn }: Hired, month: string) => endsOn !== null && endsOn < monthBounds(month).last

const ofHire = ({ hireId }: Hired, { month }: Charged) => ({ hireId, month })

/** An amount with the month's tax within it, however that was added. */
function within(charged: Charged, amountMinor: number) {
  const tax = taxOf(charged)
  return { ...withTax(amountMinor, tax && { ...tax, isAdded: false }), taxIsAdded: charged.taxIsAdded }
}

type Facts = Partial<typeof charges.$inferInsert> &
  Pick<typeof charges.$inferInsert, "source" | "reason" | "amountMinor">

/** A charge with the text and the day of an earlier one; of the account that goes on, where two were merged. */
const write = (actor: Actor, { familyId, studentId, description, occurredOn }: Charged, facts: Facts) =>
  void add(actor, charges, {
    ...facts,
    ...newRow(actor),
    familyId: livingFamily(actor, familyId),
    studentId,
    description,
    occurredOn,
  })
