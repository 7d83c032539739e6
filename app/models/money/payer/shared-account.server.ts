import { db, prepareOnce } from "db/client.server"
import { invoices } from "db/schema/money"
import { invoiceShares } from "db/schema/money-shares"
import { and, eq, gt, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import type { PortalAccount } from "~/models/people/family-access/portal"
import { listPayers } from "./list-payers.server"
import { payerOf } from "./payer-key.server"

/**
 * Whether payers of a family divide its invoices or have invoices of their own: then each sees and pays their part alone. Where
 * they don't, also after two families became one, the account is one that all its payers see and pay whole.
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

/**
 * Whether someone has all of an account to pay: no payers divide it, and they pay its invoices now or are a payer of one of
 * them. Who sees the money of a family and pays none of it has nothing to pay.
 */
export const paysWhole = (actor: Actor, { familyId, guardianId }: PortalAccount): boolean =>
  !isSharedAccount(actor, familyId) &&
  (shareQuery().get({ schoolId: actor.school.id, familyId, payerId: guardianId }) !== undefined ||
    listPayers(actor, { id: familyId, name: "" }).some(({ payerId }) => payerId === guardianId))

/** The same for a page that has read who pays which of the account's invoices. */
export function paysAllOf(
  actor: Actor,
  { familyId, guardianId }: PortalAccount,
  shares: readonly (readonly { payerId: string | null }[])[],
  owners: readonly (string | null)[],
): boolean {
  if (shares.some((those) => those.length > 1) || owners.some((payerId) => payerId !== null)) return false
  if (shares.length === 0 || shares.some(([share]) => share?.payerId === guardianId)) return true
  return listPayers(actor, { id: familyId, name: "" }).some(({ payerId }) => payerId === guardianId)
}

const shareQuery = prepareOnce(() =>
  db()
    .select({ id: invoices.id })
    .from(invoices)
    .innerJoin(invoiceShares, joined(invoiceShares.invoiceId, invoices.id))
    .where(
      and(
        own(sql.placeholder("schoolId"), invoices),
        eq(invoices.familyId, sql.placeholder("familyId")),
        sql`${payerOf(invoiceShares)} is ${sql.placeholder("payerId")}`,
      ),
    )
    .limit(1)
    .prepare(),
)
