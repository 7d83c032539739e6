import { db, prepareOnce } from "db/client.server"
import { invoices } from "db/schema/money"
import { invoiceShares } from "db/schema/money-shares"
import { and, eq, gt, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { payerOf } from "./payer-key.server"

/**
 * Whether payers of a family divide its invoices or have invoices of their own: then each sees and pays their part alone. Where
 * they don't, also after two families became one, the account is one that all its readers see and pay whole.
 */
export const isSharedAccount = (actor: Actor, familyId: string): boolean =>
  dividedQuery().get({ schoolId: actor.school.id, familyId }) !== undefined

const dividedQuery = prepareOnce(() =>
  db()
    .select({ id: invoices.id })
    .from(invoices)
    .innerJoin(invoiceShares, joined(invoiceShares.invoiceId, invoices.id))
    .where(
      and(own(sql.placeholder("schoolId"), invoices), eq(invoices.familyId, sql.placeholder("familyId"))),
    )
    .groupBy(invoices.id)
    .having(or(gt(sql`count(*)`, 1), sql`max(${payerOf(invoices)}) is not null`))
    .limit(1)
    .prepare(),
)
