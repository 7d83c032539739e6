import { db, prepareOnce } from "db/client.server"
import { invoices } from "db/schema/money"
import { invoiceShares } from "db/schema/money-shares"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import type { PortalAccount } from "~/models/people/family-access/portal"
import { groupBy } from "~/utils/group-by"
import { listPayers } from "./list-payers.server"
import { payerOf } from "./payer-key.server"

/** Who pays what of each invoice of an account, and whose own each is: null for one that isn't a payer's alone. */
type Divided = {
  shares: readonly (readonly { payerId: string | null }[])[]
  owners: readonly (string | null)[]
}

/**
 * Whether payers of a family divide its invoices or have invoices of their own: then each sees and pays their part alone. Where
 * they don't, also after two families became one, the account is one that all its payers see and pay whole.
 */
export const isSharedAccount = (actor: Actor, familyId: string): boolean =>
  isDivided(readDivided(actor, familyId))

const isDivided = ({ shares, owners }: Divided): boolean =>
  shares.some((those) => those.length > 1) || owners.some((payerId) => payerId !== null)

/**
 * Whether someone has all of an account to pay: no payers divide it, and they pay its invoices now or are a payer of one of
 * them. Who sees the money of a family and pays none of it has nothing to pay.
 */
export const paysWhole = (actor: Actor, account: PortalAccount): boolean =>
  paysAllOf(actor, account, readDivided(actor, account.familyId))

/** The same for a page that has read who pays which of the account's invoices. Of an account without any all is nothing. */
export function paysAllOf(actor: Actor, { familyId, guardianId }: PortalAccount, divided: Divided): boolean {
  if (isDivided(divided)) return false
  const { shares } = divided
  if (shares.length === 0 || shares.some(([share]) => share?.payerId === guardianId)) return true
  return listPayers(actor, { id: familyId, name: "" }).some(({ payerId }) => payerId === guardianId)
}

function readDivided(actor: Actor, familyId: string): Divided {
  const rows = sharesQuery().all({ schoolId: actor.school.id, familyId })
  const shares = groupBy(rows, ({ invoiceId }) => invoiceId)
  return { shares: [...shares.values()], owners: rows.map(({ ownerId }) => ownerId) }
}

const sharesQuery = prepareOnce(() =>
  db()
    .select({
      invoiceId: invoices.id,
      payerId: payerOf(invoiceShares),
      ownerId: payerOf(invoices),
    })
    .from(invoices)
    .innerJoin(invoiceShares, joined(invoiceShares.invoiceId, invoices.id))
    .where(
      and(own(sql.placeholder("schoolId"), invoices), eq(invoices.familyId, sql.placeholder("familyId"))),
    )
    .prepare(),
)
