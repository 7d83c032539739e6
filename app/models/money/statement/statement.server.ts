import type { Actor } from "~/models/foundation/access/actor"
import { findPortal } from "~/models/people/family-access/portal.server"
import { listUnseen } from "../invoice/unseen-invoices.server"
import { familyLedger } from "../ledger/ledger.server"
import { betweenPayers } from "./between-payers.server"
import { findPayers, partsOfPayer } from "./payer-parts.server"
import { type Statement, type StatementEntry, type StatementPeriod, statementOf } from "./statement"

/** A family's statement for the office: everything that passed. */
export const familyStatement = (actor: Actor, familyId: string, period: StatementPeriod): Statement =>
  statementOf(familyLedger(actor, familyId), period)

/** One payer's statement for the office: their part of what is shared, their own invoices and payments. */
export const payerStatement = (
  actor: Actor,
  { familyId, payerId }: { familyId: string; payerId: string },
  period: StatementPeriod,
): Statement => statementOf(ownEntries(actor, familyId, payerId), period)

/**
 * The reader's own statement, or undefined for someone who may see no money. Where invoices are shared it has the reader's
 * part of each, and the reader's own payments: what the other payer owes and pays stays private. Where they aren't it has the
 * whole account, also for who sees its money and pays none of it, but not how another payer has paid.
 */
export function portalStatement(actor: Actor, period: StatementPeriod): Statement | undefined {
  const { accounts } = findPortal(actor)
  if (accounts.length === 0) return undefined
  const entries = accounts.flatMap(({ familyId, guardianId }) =>
    withoutMeans(actor, { familyId, payerId: guardianId }, ownEntries(actor, familyId, guardianId)),
  )
  const unseen = listUnseen(
    actor,
    entries.map(({ id }) => id),
  )
  return statementOf(
    entries.filter(({ id }) => !unseen.has(id)),
    period,
  )
}

/** A family's entries as one payer sees them; all of them unless an invoice is shared with someone. */
function ownEntries(actor: Actor, familyId: string, payerId: string | null): StatementEntry[] {
  const entries = familyLedger(actor, familyId)
  const partOf = partsOfPayer(actor, familyId, payerId)
  if (!partOf) return entries
  const own = entries.flatMap((told) => {
    // Which invoice of another payer was paid stays private.
    const { paidFor: _, ...entry } = told
    const part = partOf(entry)
    return part === 0 ? [] : [{ ...entry, amountMinor: part }]
  })
  return [...own, ...betweenPayers(actor, { familyId, payerId }, entries)]
}

/** The same without the means and the name of who else paid or was refunded. */
function withoutMeans(
  actor: Actor,
  { familyId, payerId }: { familyId: string; payerId: string | null },
  entries: readonly StatementEntry[],
): StatementEntry[] {
  const { payers } = findPayers(actor, familyId)
  return entries.map((entry) => {
    const paidBy = payers.get(entry.id) ?? payerId
    return paidBy === payerId ? entry : { ...entry, method: null, payerName: null }
  })
}
