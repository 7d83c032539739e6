import { chargeDiscounts, discountRules } from "db/schema/money-discounts"
import { and, asc } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll, ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, newRow, own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import type { Discount, TakenDiscount } from "../discount/discount"

/** Keeps what was taken off a charge, in the caller's transaction. */
export const writeDiscounts = (actor: Actor, chargeId: string, taken: readonly TakenDiscount[]) =>
  writeDiscountsOf(actor, [{ chargeId, taken }])

/** The same for several charges, in one statement. */
export function writeDiscountsOf(
  actor: Actor,
  of: readonly { chargeId: string; taken: readonly TakenDiscount[] }[],
) {
  const rows = of.flatMap(({ chargeId, taken }) =>
    taken.map((discount, index) => ({ ...newRow(actor), chargeId, position: index + 1, ...discount })),
  )
  addAll(actor, chargeDiscounts, rows)
}

/** What was taken off some charges, by charge, in the order it was taken. */
export function listChargeDiscounts(actor: Actor, chargeIds: readonly string[]) {
  const rows = chargeIds.length === 0 ? [] : takenQuery.all(actor, { chargeIds: JSON.stringify(chargeIds) })
  const found = groupBy(rows, ({ chargeId }) => chargeId)
  return (chargeId: string | null) =>
    (chargeId === null ? [] : (found.get(chargeId) ?? [])).map(({ reason, amountMinor }) => ({
      reason,
      amountMinor,
    }))
}

const takenQuery = query((p: Params<{ chargeIds: string }>, own) =>
  select(columns(chargeDiscounts, "chargeId", "reason", "amountMinor"))
    .from(chargeDiscounts)
    .where(and(own(chargeDiscounts), among(chargeDiscounts.chargeId, p.chargeIds)))
    .orderBy(asc(chargeDiscounts.chargeId), asc(chargeDiscounts.position)),
)

const byCharge = <Row extends { chargeId: string }>(rows: Row[]) =>
  new Map(
    [...groupBy(rows, ({ chargeId }) => chargeId)].map(([chargeId, each]) => [
      chargeId,
      each.map(({ chargeId: _, ...discount }) => discount),
    ]),
  )

/** The discounts that some charges had, by charge, as they held then: a rule that has ended since is one of them. */
export function listHeldDiscounts(actor: Actor, chargeIds: readonly string[]): Map<string, Discount[]> {
  const rows = select({
    chargeId: chargeDiscounts.chargeId,
    ruleId: discountRules.id,
    ...columns(discountRules, "name", "rate", "amountMinor"),
  })
    .from(chargeDiscounts)
    .innerJoin(discountRules, joined(discountRules, chargeDiscounts.ruleId))
    .where(and(own(actor, chargeDiscounts), among(chargeDiscounts.chargeId, chargeIds)))
    .orderBy(asc(chargeDiscounts.chargeId), asc(chargeDiscounts.position))
    .all()
  return byCharge(rows)
}

/** What was taken off some charges, by charge, to be taken off again what stands for them. */
export function listTakenDiscounts(actor: Actor, chargeIds: readonly string[]): Map<string, TakenDiscount[]> {
  if (chargeIds.length === 0) return new Map()
  const rows = ownRows(actor, chargeDiscounts, ["chargeId", "ruleId", "reason", "amountMinor"])
    .where(among(chargeDiscounts.chargeId, chargeIds))
    .orderBy(asc(chargeDiscounts.chargeId), asc(chargeDiscounts.position))
    .all()
  return byCharge(rows)
}
