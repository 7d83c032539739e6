import { transact } from "db/client.server"
import { charges } from "db/schema/money"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, isNotNull, isNull, or, sql } from "drizzle-orm"
import { taxOf } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll, ownRows, select } from "~/models/foundation/access/door.server"
import { among, joined, newRow, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { monthBounds } from "~/utils/dates"
import type { Result } from "~/utils/result"
import type { TakenDiscount } from "../discount/discount"
import { listDiscountRules, readDiscounts } from "../discount/discount-rules.server"
import { listTakenDiscounts, writeDiscountsOf } from "./charge-discounts.server"
import { offInvoice, standing, uncorrected } from "./charge-query.server"
import { dueOf } from "./due"
import { enrollmentEnded, keyOf as feeKeyOf, listFeesToSettle } from "./fees-to-settle.server"
import { undoneDiscount, withdrawAll } from "./seat-charges.server"

// A discount is for what is charged from now on; here it reaches what was charged before and isn't invoiced. Each such charge gives
// way to one with the discount, which says that it took it: corrections keep a discount that a lesson or a month once had, whenever
// the rule was made.

/** Why a charge gave way to one with a discount: by this it is found again when that is taken back. */
const discountAdded = "Discount added"

/** So many charges are changed by one press. */
export const mostDiscounted = 500

type Row = typeof charges.$inferSelect & { sessionDay: string | null; isPart: boolean }

/** Lessons and monthly fees that stand, are on no invoice and have no amount set by hand. */
const listOpen = (actor: Actor): Row[] =>
  select({
    charge: charges,
    sessionDay: sessions.localDate,
    // What a last day or a leave made of a month goes by what was charged before.
    isPart: sql<number>`exists (select 1 from charges w where w.school_id = ${charges.schoolId}
      and w.enrollment_id = ${charges.enrollmentId} and w.month = ${charges.month} and w.source = 'flat'
      and w.withdrawn_reason = ${enrollmentEnded})`.mapWith(Boolean),
  })
    .from(charges)
    .leftJoin(seats, joined(seats, charges.seatId))
    .leftJoin(sessions, joined(sessions, seats.sessionId))
    .where(
      and(
        own(actor, charges),
        offInvoice,
        standing,
        uncorrected,
        isNull(charges.usualMinor),
        or(
          and(eq(charges.source, "seat"), isNotNull(charges.seatId)),
          and(eq(charges.source, "flat"), isNotNull(charges.enrollmentId)),
        ),
      ),
    )
    .orderBy(asc(charges.occurredOn), asc(charges.id))
    .all()
    .map(({ charge, ...row }) => ({ ...charge, ...row }))

export type DiscountReach = {
  /** What the discount changes, in minor units: charges, what they come to now and with it. */
  charges: number
  beforeMinor: number
  afterMinor: number
  /** Charges that stay: nothing would be left of them, a last day or a leave made them of another, or the office set them by hand. */
  left: number
  /** There are more than one press changes. */
  more: boolean
}

type Planned = { row: Row; taken: TakenDiscount[]; due: ReturnType<typeof dueOf> }

function planReach(actor: Actor, ruleId: string): { planned: Planned[]; left: number; more: boolean } {
  const rule = listDiscountRules(actor).find(({ id }) => id === ruleId)
  const open = rule ? listOpen(actor) : []
  const taken = listTakenDiscounts(
    actor,
    open.map(({ id }) => id),
  )
  const asked = open.filter(({ id }) => !taken.get(id)?.some((each) => each.ruleId === ruleId))
  const days = asked.map(daysOf)
  const discountsIn = readDiscounts(actor, {
    from: days.reduce((first, { from }) => (from < first ? from : first), "9999-12-31"),
    to: days.reduce((last, { to }) => (to > last ? to : last), "0001-01-01"),
    families: asked.map(({ familyId }) => familyId),
  })
  const enrollmentOf = enrollmentsOf(actor, asked)
  const held = asked.flatMap((row) => {
    const enrollmentId = row.enrollmentId ?? enrollmentOf.get(row.seatId ?? "") ?? null
    const { familyId, studentId } = row
    if (!studentId) return []
    const discounts = discountsIn(
      row.source === "flat" ? "tuition" : "lessons",
      daysOf(row),
    )({ familyId, studentId, enrollmentId })
    const discount = discounts.find((each) => each.ruleId === ruleId)
    if (!discount) return []
    const tax = taxOf(row)
    const priceMinor = row.taxIsAdded ? row.amountMinor - row.taxMinor : row.amountMinor
    const due = dueOf(priceMinor, { tax, discounts: [discount] })
    return [{ row, due, taken: [...(taken.get(row.id) ?? []), ...due.discounts] }]
  })
  const isByHand = readByHand(actor, held)
  const partly = held.filter(({ row, due }) => !row.isPart && due.amountMinor > 0 && !isByHand(row))
  const planned = partly.slice(0, mostDiscounted)
  return {
    planned,
    left: held.length - partly.length,
    more: partly.length > planned.length,
  }
}

/** Whether the office set what a month costs: that stays whatever discount there is. */
function readByHand(actor: Actor, held: readonly { row: Row }[]): (row: Row) => boolean {
  const months = held.flatMap(({ row: { enrollmentId, month } }) =>
    enrollmentId && month ? [{ enrollmentId, month }] : [],
  )
  const found = months.length > 0 ? listFeesToSettle(actor, months) : []
  const byHand = new Set(
    found.flatMap(({ fee, isByHand, isSetByHand }) => (isByHand || isSetByHand ? [feeKeyOf(fee)] : [])),
  )
  return ({ enrollmentId, month }) =>
    enrollmentId !== null && month !== null && byHand.has(feeKeyOf({ enrollmentId, month }))
}

/** The days by which siblings and classes are counted for a charge. */
function daysOf({ month, sessionDay, occurredOn }: Row): { from: string; to: string } {
  if (month) {
    const { first, last } = monthBounds(month)
    return { from: first, to: last }
  }
  const day = sessionDay ?? occurredOn
  return { from: day, to: day }
}

function enrollmentsOf(actor: Actor, rows: readonly Row[]): Map<string, string | null> {
  const found = ownRows(actor, seats, ["id", "enrollmentId"])
    .where(
      among(
        seats.id,
        rows.flatMap(({ seatId }) => seatId ?? []),
      ),
    )
    .all()
  return new Map(found.map(({ id, enrollmentId }) => [id, enrollmentId]))
}

/** What applying a discount to charges that aren't invoiced would change; nothing of a rule that has ended. */
export function previewDiscount(actor: Actor, ruleId: string): DiscountReach {
  const { planned, left, more } = planReach(actor, ruleId)
  const sum = (amounts: readonly number[]) => amounts.reduce((all, minor) => all + minor, 0)
  return {
    charges: planned.length,
    beforeMinor: sum(planned.map(({ row }) => row.amountMinor)),
    afterMinor: sum(planned.map(({ due }) => due.amountMinor)),
    left,
    more,
  }
}

/**
 * Applies a discount to charges that aren't invoiced. Refused where they have changed since they were shown: other charges, or other
 * amounts. Answers the instant (UTC ms) it was applied at: by this it is undone.
 */
export function applyDiscount(
  actor: Actor,
  ruleId: string,
  seen: { charges: number; beforeMinor: number },
): Result<{ name: string; charges: number; at: number }, "not-found" | "changed-since"> {
  return transact((): ReturnType<typeof applyDiscount> => {
    const rule = listDiscountRules(actor).find(({ id }) => id === ruleId)
    if (!rule) return { ok: false, reason: "not-found" }
    const { planned } = planReach(actor, ruleId)
    const beforeMinor = planned.reduce((all, { row }) => all + row.amountMinor, 0)
    if (planned.length !== seen.charges || beforeMinor !== seen.beforeMinor || planned.length === 0)
      return { ok: false, reason: "changed-since" }
    const at = replace(
      actor,
      planned.map(({ row, due: { discounts: _, ...amount }, taken }) => ({ row, amount, taken })),
      discountAdded,
    )
    recordEvent(actor, "discount.apply", ruleId, { after: { name: rule.name, charges: planned.length } })
    return { ok: true, name: rule.name, charges: planned.length, at }
  })
}

type Replaced = { row: Row; amount: Partial<typeof charges.$inferInsert>; taken: readonly TakenDiscount[] }

/** Everything at one instant, which is answered: what gave way and what took its place. */
function replace(actor: Actor, all: readonly Replaced[], why: string): number {
  const at = now()
  withdrawAll(
    actor,
    all.map(({ row }) => ({ chargeId: row.id })),
    why,
    at,
  )
  const made = all.map(({ row: { sessionDay: _, isPart: __, ...row }, amount }) => ({
    ...row,
    ...newRow(actor),
    createdAt: at,
    ...amount,
  }))
  for (let start = 0; start < made.length; start += 100)
    addAll(actor, charges, made.slice(start, start + 100))
  writeDiscountsOf(
    actor,
    all.map(({ taken }, index) => ({ chargeId: made[index]?.id ?? "", taken })),
  )
  return at
}

/**
 * Takes back what applying a discount at one instant took off charges that are still not invoiced: each is what it was. What was
 * invoiced, corrected or changed in any way since keeps it.
 */
export function undoDiscount(
  actor: Actor,
  ruleId: string,
  at: number,
): Result<{ name: string; charges: number }, "not-found" | "nothing-left"> {
  return transact((): ReturnType<typeof undoDiscount> => {
    const rule = listDiscountRules(actor).find(({ id }) => id === ruleId)
    if (!rule) return { ok: false, reason: "not-found" }
    const open = listOpen(actor).filter(({ createdAt }) => createdAt === at)
    const taken = listTakenDiscounts(
      actor,
      open.map(({ id }) => id),
    )
    const withIt = open.filter(({ id }) => taken.get(id)?.some((each) => each.ruleId === ruleId))
    const before = listGivenWay(actor, withIt, at)
    const takenBefore = listTakenDiscounts(
      actor,
      [...before.values()].map(({ id }) => id),
    )
    const back = withIt.flatMap((row) => {
      const was = before.get(keyOf(row))
      const had = was ? (takenBefore.get(was.id) ?? []) : []
      if (!was || had.some((each) => each.ruleId === ruleId)) return []
      const { amountMinor, taxMinor, taxName, taxRate, taxIsAdded } = was
      return [{ row, amount: { amountMinor, taxMinor, taxName, taxRate, taxIsAdded }, taken: had }]
    })
    if (back.length === 0) return { ok: false, reason: "nothing-left" }
    replace(actor, back, undoneDiscount)
    recordEvent(actor, "discount.undo-apply", ruleId, { after: { name: rule.name, charges: back.length } })
    return { ok: true, name: rule.name, charges: back.length }
  })
}

const keyOf = ({ seatId, enrollmentId, month }: Pick<Row, "seatId" | "enrollmentId" | "month">) =>
  seatId ?? `${enrollmentId} ${month}`

/** The charges that gave way to these at an instant, by what they are for. */
function listGivenWay(
  actor: Actor,
  rows: readonly Row[],
  at: number,
): Map<string, typeof charges.$inferSelect> {
  const found = ownRows(actor, charges)
    .where(
      and(
        eq(charges.withdrawnReason, discountAdded),
        eq(charges.withdrawnAt, at),
        or(
          among(
            charges.seatId,
            rows.flatMap(({ seatId }) => seatId ?? []),
          ),
          among(
            charges.enrollmentId,
            rows.flatMap(({ enrollmentId }) => enrollmentId ?? []),
          ),
        ),
      ),
    )
    .orderBy(asc(charges.id))
    .all()
  return new Map(found.map((row) => [keyOf(row), row]))
}
