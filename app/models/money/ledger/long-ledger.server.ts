import { db } from "db/client.server"
import { invoices } from "db/schema/money"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"

/** Of so many invoices the ledger is added up in some milliseconds. */
const shortLedger = 5000

/** Whether a school has more invoices than that: what adds up its whole ledger is then read aside. */
export const hasLongLedger = (actor: Actor): boolean =>
  db()
    .select({ id: invoices.id })
    .from(invoices)
    .where(own(actor, invoices))
    .limit(1)
    .offset(shortLedger)
    .get() !== undefined
