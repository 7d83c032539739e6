import { db } from "db/client.server"
import { invoices } from "db/schema/money"
import { creditNotes, writeOffs } from "db/schema/money-corrections"
import { payments, refunds } from "db/schema/money-payments"
import { invoiceShares } from "db/schema/money-shares"
import { and, asc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { groupBy } from "~/utils/group-by"
import { listUnseen } from "../invoice/invoice-run.server"
import type { LedgerEntry } from "../ledger/ledger"
import { familyLedger } from "../ledger/ledger.server"
import { payerOf } from "../payer/payer-key.server"
import { divideMoney } from "../payer/split"
import { type Statement, type StatementPeriod, statementOf } from "./statement"

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
 * part of each, and the reader's own payments: what the other payer owes and pays stays private.
 */
export function portalStatement(actor: Actor, period: StatementPeriod): Statement | undefined {
  const { accounts } = findPortal(actor)
  if (accounts.length === 0) return undefined
  const entries = accounts.flatMap(({ familyId, guardianId }) => ownEntries(actor, familyId, guardianId))
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
function ownEntries(actor: Actor, familyId: string, payerId: string | null): LedgerEntry[] {
  const entries = familyLedger(actor, familyId)
  const sharesOf = groupBy(listShares(actor, familyId), ({ invoiceId }) => invoiceId)
  const isShared = [...sharesOf.values()].some(
    (shares) => shares.length > 1 || shares.some(({ ownerId }) => ownerId !== null && ownerId !== payerId),
  )
  if (!isShared) return entries
  const partOf = (invoiceId: string | null | undefined, amountMinor: number): number => {
    const shares = (invoiceId && sharesOf.get(invoiceId)) || []
    if (shares.length === 0) return amountMinor
    const parts = divideMoney(
      amountMinor,
      shares.map((share) => share.amountMinor),
    )
    return shares.reduce(
      (sum, share, index) => sum + (share.payerId === payerId ? (parts[index] ?? 0) : 0),
      0,
    )
  }
  const payers = payersOf(actor, familyId)
  const invoiceOf = correctedInvoices(actor, familyId)
  return entries.flatMap((told) => {
    // Which invoice of another payer was paid stays private.
    const { paidFor: _, ...entry } = told
    const { kind, id, amountMinor } = entry
    if (isOfPayer(kind)) return payers.get(id) === undefined || payers.get(id) === payerId ? [entry] : []
    const invoiceId = kind === "invoice" || kind === "void" ? id : invoiceOf.get(id)
    const part = partOf(invoiceId, amountMinor)
    return part === 0 ? [] : [{ ...entry, amountMinor: part }]
  })
}

const isOfPayer = (kind: LedgerEntry["kind"]): boolean =>
  ["payment", "refund", "chargeback", "chargeback-won", "reversal"].includes(kind)

const listShares = (actor: Actor, familyId: string) =>
  db()
    .select({
      invoiceId: invoiceShares.invoiceId,
      payerId: payerOf(invoiceShares),
      amountMinor: invoiceShares.amountMinor,
      ownerId: payerOf(invoices),
    })
    .from(invoiceShares)
    .innerJoin(invoices, joined(invoices, invoiceShares.invoiceId))
    .where(and(own(actor, invoices), eq(invoices.familyId, familyId)))
    .orderBy(asc(invoiceShares.id))
    .all()

/** Who paid each payment, and got each refund; money from someone who isn't a guardian here is everyone's. */
function payersOf(actor: Actor, familyId: string): Map<string, string> {
  const paid = db()
    .select({ id: payments.id, payerId: payerOf(payments) })
    .from(payments)
    .where(and(own(actor, payments), eq(payments.familyId, familyId)))
    .all()
  const given = db()
    .select({ id: refunds.id, payerId: payerOf(payments) })
    .from(refunds)
    .innerJoin(payments, joined(payments, refunds.paymentId))
    .where(and(own(actor, refunds), eq(refunds.familyId, familyId)))
    .all()
  return new Map([...paid, ...given].flatMap(({ id, payerId }) => (payerId ? [[id, payerId]] : [])))
}

/** The invoice that each credit note and write-off corrects. */
function correctedInvoices(actor: Actor, familyId: string): Map<string, string | null> {
  const notes = db()
    .select({ id: creditNotes.id, invoiceId: creditNotes.invoiceId })
    .from(creditNotes)
    .where(and(own(actor, creditNotes), eq(creditNotes.familyId, familyId)))
    .all()
  const written = db()
    .select({ id: writeOffs.id, invoiceId: writeOffs.invoiceId })
    .from(writeOffs)
    .where(and(own(actor, writeOffs), eq(writeOffs.familyId, familyId)))
    .all()
  return new Map([...notes, ...written].map(({ id, invoiceId }) => [id, invoiceId]))
}
