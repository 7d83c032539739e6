import { invoices } from "db/schema/money"
import { invoiceShares } from "db/schema/money-shares"
import { outsidePayers } from "db/schema/payers"
import { families, guardians } from "db/schema/people"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import type { PortalAccount } from "~/models/people/family-access/portal"
import { groupBy } from "~/utils/group-by"
import { listPayers, payerOf } from "./payer-key.server"

/** Who pays what of each invoice of an account, and whose own each is: null for one that isn't a payer's alone. */
type Divided = {
  shares: readonly (readonly { payerId: string | null }[])[]
  owners: readonly (string | null)[]
}

/**
 * Whether payers of a family divide its invoices or have invoices of their own: then each sees and pays their part alone, from
 * the day on which they are set to divide the next one. Where they don't, also after two families became one, the account is
 * one that all its payers see and pay whole, and so is one without an invoice.
 */
export function isSharedAccount(actor: Actor, familyId: string): boolean {
  const divided = readDivided(actor, familyId)
  if (divided.shares.length === 0) return false
  return isDivided(divided) || (mayDivide(actor, familyId) && listPayersNow(actor, familyId).length > 1)
}

const isDivided = ({ shares, owners }: Divided): boolean =>
  shares.some((those) => those.length > 1) || owners.some((payerId) => payerId !== null)

const listPayersNow = (actor: Actor, familyId: string) => listPayers(actor, { id: familyId, name: "" })

/** Whether a family may have more than one payer, so that its rules are read only then. */
const mayDivide = (actor: Actor, familyId: string): boolean =>
  severalQuery.get(actor, { familyId }) !== undefined

const severalQuery = query((p: Params<{ familyId: string }>, own) => {
  const pays = (share: SQLiteColumn) => sql`(${share} > 0 or ${families.shareBy} <> 'percent')`
  return select({ id: families.id })
    .from(families)
    .where(
      and(
        own(families),
        eq(families.id, p.familyId),
        sql`(select count(*) from ${guardians} where ${joined(families, guardians.familyId)} and ${pays(guardians.payerShare)})
          + (select count(*) from ${outsidePayers} where ${joined(families, outsidePayers.familyId)}
            and ${isNull(outsidePayers.removedAt)} and ${pays(outsidePayers.payerShare)})
          + (not exists (select 1 from ${guardians} where ${joined(families, guardians.familyId)})) > 1`,
      ),
    )
})

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
  if (shares.length === 0) return true
  const isPayer = shares.some(([share]) => share?.payerId === guardianId)
  if (isPayer && !mayDivide(actor, familyId)) return true
  const payers = listPayersNow(actor, familyId)
  return payers.length < 2 && (isPayer || payers.some(({ payerId }) => payerId === guardianId))
}

function readDivided(actor: Actor, familyId: string): Divided {
  const rows = sharesQuery.all(actor, { familyId })
  const shares = groupBy(rows, ({ invoiceId }) => invoiceId)
  return { shares: [...shares.values()], owners: rows.map(({ ownerId }) => ownerId) }
}

const sharesQuery = query((p: Params<{ familyId: string }>, own) =>
  select({
    invoiceId: invoices.id,
    payerId: payerOf(invoiceShares),
    ownerId: payerOf(invoices),
  })
    .from(invoices)
    .innerJoin(invoiceShares, joined(invoiceShares.invoiceId, invoices.id))
    .where(and(own(invoices), eq(invoices.familyId, p.familyId))),
)
