import { db } from "db/client.server"
import { chargeDiscounts, discountRules } from "db/schema/money-discounts"
import { and, asc, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import type { Discount, TakenDiscount } from "../discount/discount"

/** Keeps what was taken off a charge, in the caller's transaction. */
export function writeDiscounts(actor: Actor, chargeId: string, taken: readonly TakenDiscount[]) {
  for (const [index, discount] of taken.entries())
    db()
      .insert(chargeDiscounts)
      .values({ ...newRow(actor), chargeId, position: index + 1, ...discount })
      .run()
}

/** What was taken off some charges, by charge, in the order it was taken. */
export function listChargeDiscounts(actor: Actor, chargeIds: readonly string[]) {
  const rows =
    chargeIds.length === 0
      ? []
      : db()
          .select({
            chargeId: chargeDiscounts.chargeId,
            reason: chargeDiscounts.reason,
            amountMinor: chargeDiscounts.amountMinor,
          })
          .from(chargeDiscounts)
          .where(
            and(
              own(actor, chargeDiscounts),
              sql`${chargeDiscounts.chargeId} in (select value from json_each(${JSON.stringify(chargeIds)}))`,
            ),
          )
          .orderBy(asc(chargeDiscounts.chargeId), asc(chargeDiscounts.position))
          .all()
  const found = groupBy(rows, ({ chargeId }) => chargeId)
  return (chargeId: string | null) =>
    (chargeId === null ? [] : (found.get(chargeId) ?? [])).map(({ reason, amountMinor }) => ({
      reason,
      amountMinor,
    }))
}

/** The discounts that some charges had, by charge, as they held then: a rule that has ended since is one of them. */
export function listHeldDiscounts(actor: Actor, chargeIds: readonly string[]): Map<string, Discount[]> {
  const rows = db()
    .select({
      chargeId: chargeDiscounts.chargeId,
      ruleId: discountRules.id,
      name: discountRules.name,
      rate: discountRules.rate,
      amountMinor: discountRules.amountMinor,
    })
    .from(chargeDiscounts)
    .innerJoin(discountRules, joined(discountRules, chargeDiscounts.ruleId))
    .where(
      and(
        own(actor, chargeDiscounts),
        sql`${chargeDiscounts.chargeId} in (select value from json_each(${JSON.stringify(chargeIds)}))`,
      ),
    )
    .orderBy(asc(chargeDiscounts.chargeId), asc(chargeDiscounts.position))
    .all()
  return new Map(
    [...groupBy(rows, ({ chargeId }) => chargeId)].map(([chargeId, each]) => [
      chargeId,
      each.map(({ chargeId: _, ...discount }) => discount),
    ]),
  )
}

/** Gives a charge the discounts of an earlier one, in the caller's transaction. */
export function copyDiscounts(actor: Actor, fromChargeId: string, chargeId: string) {
  const taken = db()
    .select({
      ruleId: chargeDiscounts.ruleId,
      reason: chargeDiscounts.reason,
      amountMinor: chargeDiscounts.amountMinor,
    })
    .from(chargeDiscounts)
    .where(and(own(actor, chargeDiscounts), sql`${chargeDiscounts.chargeId} = ${fromChargeId}`))
    .orderBy(asc(chargeDiscounts.position))
    .all()
  writeDiscounts(actor, chargeId, taken)
}
