import { savedMethods } from "db/schema/money-auto-pay"
import { invoiceLinks } from "db/schema/money-links"
import { paymentOrders, payments } from "db/schema/money-payments"
import { invoiceShares } from "db/schema/money-shares"
import { and, eq, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { type Moved, movedBy, type SamePayer } from "./account-moves.server"

// Who was entered in both families pays as one person from then on: their parts of the invoices that join, what they paid, their
// links and tries are those of the entry that stays. Invoices keep the name and address they were sent to.

type PayerTable =
  | typeof invoiceShares
  | typeof invoiceLinks
  | typeof payments
  | typeof paymentOrders
  | typeof savedMethods

/** Where money names who pays, and which rows of it are of what a merge moved. */
const payerTables: readonly {
  table: PayerTable
  isMoved: (moved: Moved, goneId: string) => SQL | undefined
  onlyGuardians?: true
}[] = [
  { table: invoiceShares, isMoved: (moved) => sql`${invoiceShares.invoiceId} in ${moved("invoice")}` },
  { table: invoiceLinks, isMoved: (moved) => sql`${invoiceLinks.invoiceId} in ${moved("invoice")}` },
  { table: payments, isMoved: (moved) => sql`${payments.id} in ${moved("payment")}` },
  {
    table: paymentOrders,
    isMoved: (moved, goneId) =>
      or(sql`${paymentOrders.invoiceId} in ${moved("invoice")}`, eq(paymentOrders.familyId, goneId)),
  },
  {
    table: savedMethods,
    isMoved: (moved) => sql`${savedMethods.id} in ${moved("saved_method")}`,
    onlyGuardians: true,
  },
]

/** Names the entry that stays wherever money named the other, in the caller's transaction; invoices do by their move. */
export function nameOnce(actor: Actor, same: readonly SamePayer[]) {
  for (const payer of same)
    for (const { table, onlyGuardians } of payerTables)
      if (payer.as === "guardianId" || !onlyGuardians) rename(actor, table, payer)
}

/** The same backward: what the merge moved names the earlier entry again, with what was made for these invoices since. */
export function nameApart(
  actor: Actor,
  { id: mergeId, goneId }: { id: string; goneId: string },
  same: readonly SamePayer[],
) {
  const moved = movedBy(actor, mergeId)
  for (const { from, to, as } of same)
    for (const { table, isMoved, onlyGuardians } of payerTables)
      if (as === "guardianId" || !onlyGuardians)
        rename(actor, table, { from: to, to: from, as }, isMoved(moved, goneId))
}

function rename(actor: Actor, table: PayerTable, { from, to, as }: SamePayer, more?: SQL) {
  const column =
    as === "outsidePayerId" && "outsidePayerId" in table ? table.outsidePayerId : table.guardianId
  change(actor, table, and(eq(column, from), more), { [as]: to })
}
