import { invoices } from "db/schema/money"
import type { Actor } from "~/models/foundation/access/actor"
import { query, select } from "~/models/foundation/access/door.server"

/** Of so many invoices the ledger is added up in some milliseconds. */
const shortLedger = 5000

/** Whether a school has more invoices than that: what adds up its whole ledger is then read aside. */
export const hasLongLedger = (actor: Actor): boolean => longQuery.get(actor) !== undefined

const longQuery = query((_, own) =>
  select({ id: invoices.id }).from(invoices).where(own(invoices)).limit(1).offset(shortLedger),
)
