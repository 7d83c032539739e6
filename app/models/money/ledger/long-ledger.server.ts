import { db, prepareOnce } from "db/client.server"
import { invoices } from "db/schema/money"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"

/** Of so many invoices the ledger is added up in some milliseconds. */
const shortLedger = 5000

/** Whether a school has more invoices than that: what adds up its whole ledger is then read aside. */
export const hasLongLedger = (actor: Actor): boolean =>
  longQuery().get({ schoolId: actor.school.id }) !== undefined

const longQuery = prepareOnce(() =>
  db()
    .select({ id: invoices.id })
    .from(invoices)
    .where(own(sql.placeholder("schoolId"), invoices))
    .limit(1)
    .offset(shortLedger)
    .prepare(),
)
