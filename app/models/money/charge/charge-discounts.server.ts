import { db } from "db/client.server"
import { chargeDiscounts } from "db/schema/money-discounts"
import { and, asc, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import type { TakenDiscount } from "../discount/discount"

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
