import { invoices } from "db/schema/money"
import { allocations, payments } from "db/schema/money-payments"
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import type { PortalAccount } from "~/models/people/family-access/portal"
import { findPortal } from "~/models/people/family-access/portal.server"
import { todayOf } from "~/utils/clock.server"
import { monthBounds, monthOf } from "~/utils/dates"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { findCreditNote, listFamilyCreditNotes } from "../credit-note/credit-notes.server"
import { isSplitByOther, listSplitFacts } from "../invoice/draft-invoice.server"
import { listBesideUnderWay } from "../invoice/orders-under-way.server"
import { listUnseen } from "../invoice/unseen-invoices.server"
import { listPayers, payerOf } from "../payer/payer-key.server"
import { type SplitLine, splitLines } from "../payer/split"
import { creditPayerOf, listOwedBeside, listSpare } from "../payment/spare-credit.server"
import { isForReader } from "./family-invoice"

/**
 * What this month has cost the reader's family so far and is on no invoice; the reader's part of it where each payer gets
 * an invoice of their own. Empty for someone who may see no money. A page that has read the reader's accounts
 * passes them on.
 */
export function listPortalCharges(
  actor: Actor,
  accounts: readonly PortalAccount[] = findPortal(actor).accounts,
) {
  const day = todayOf(actor)
  const { first } = monthBounds(monthOf(day))
  return accounts.flatMap(({ familyId, guardianId }) => {
    const charges = listUnbilledCharges(actor, { familyId, from: first, to: day })
    return ownCharges(actor, charges, { familyId, guardianId }).map(
      ({ chargeId, occurredOn, description, reason, amountMinor }) => ({
        chargeId,
        occurredOn,
        description,
        reason,
        amountMinor,
      }),
    )
  })
}

function ownCharges<Charge extends SplitLine & { chargeId: string }>(
  actor: Actor,
  charges: Charge[],
  { familyId, guardianId }: { familyId: string; guardianId: string | null },
): Charge[] {
  const payers = listPayers(actor, { id: familyId, name: "" })
  if (!payers.some(({ hasOwnInvoice }) => hasOwnInvoice)) return charges
  const reader = payers.findIndex((payer) => payer.payerId === guardianId)
  const facts = listSplitFacts(
    actor,
    charges.filter(({ source }) => isSplitByOther(source)).map(({ chargeId }) => chargeId),
  )
  const lines = charges.map((charge) => ({ ...charge, ...facts.get(charge.chargeId) }))
  return (splitLines(lines, payers)[reader] ?? []).filter(({ amountMinor }) => amountMinor !== 0)
}

// Credit notes as a family reads them.

/** Newest first. Empty for someone who may see no money. */
export const listPortalCreditNotes = (
  actor: Actor,
  accounts: readonly PortalAccount[] = findPortal(actor).accounts,
) =>
  accounts
    .flatMap(({ familyId, guardianId }) =>
      listFamilyCreditNotes(actor, familyId).filter((note) => isForReader(note, guardianId)),
    )
    .sort((a, b) => b.issuedOn.localeCompare(a.issuedOn))

/** One of the reader's family, or undefined. */
export function findPortalCreditNote(actor: Actor, creditNoteId: string) {
  const note = findCreditNote(actor, creditNoteId)
  const isTheirs = findPortal(actor).accounts.some(
    ({ familyId, guardianId }) => note && familyId === note.familyId && isForReader(note, guardianId),
  )
  return isTheirs ? note : undefined
}

/**
 * The last payment that still settles something of an invoice, for invoices that the reader sees: invoice id to payment id.
 * Another payer's payments aren't theirs to open.
 */
export function listPortalReceipts(
  actor: Actor,
  accounts: readonly PortalAccount[],
): ReadonlyMap<string, string> {
  const payerIds = accounts.flatMap(({ guardianId }) => guardianId ?? [])
  const rows = select({ invoiceId: allocations.invoiceId, paymentId: payments.id })
    .from(payments)
    .innerJoin(allocations, joined(allocations.paymentId, payments.id))
    .where(
      and(
        own(actor, payments),
        eq(payments.isOpening, false),
        inArray(
          payments.familyId,
          accounts.map(({ familyId }) => familyId),
        ),
        isNull(payments.reversedAt),
        or(isNull(payerOf(payments)), ...payerIds.map((payerId) => eq(payerOf(payments), payerId))),
      ),
    )
    .groupBy(allocations.invoiceId, payments.id)
    .having(gt(sql`sum(${allocations.amountMinor})`, 0))
    .orderBy(asc(payments.receivedAt), asc(payments.id))
    .all()
  return new Map(rows.map(({ invoiceId, paymentId }) => [invoiceId, paymentId]))
}

/**
 * What the reader's families have in their favor for the next invoice, minor units: the families' and the reader's own. An
 * invoice that they don't see yet has used nothing of it.
 */
export const portalSpareCredit = (actor: Actor, accounts: readonly PortalAccount[]): number =>
  accounts
    .flatMap(({ familyId, guardianId }) =>
      [...listSpare(actor, familyId), ...listUnseenUses(actor, familyId)].filter((spare) =>
        isForReader(spare, guardianId),
      ),
    )
    .reduce((sum, { spareMinor }) => sum + spareMinor, 0)

/** What is on invoices that the family doesn't see yet, by whose invoice it is. */
function listUnseenUses(actor: Actor, familyId: string) {
  const rows = select({
    invoiceId: invoices.id,
    payerId: payerOf(invoices),
    // named by hand: drizzle leaves a table's name out where a query reads only that one
    spareMinor: sql<number>`(select coalesce(sum(a.amount_minor), 0) from allocations a
        where a.school_id = invoices.school_id and a.invoice_id = invoices.id and a.write_off_id is null)`,
  })
    .from(invoices)
    .where(and(own(actor, invoices), eq(invoices.familyId, familyId), isNotNull(invoices.runId)))
    .all()
  const unseen = listUnseen(
    actor,
    rows.map(({ invoiceId }) => invoiceId),
  )
  return rows.filter(({ invoiceId }) => unseen.has(invoiceId))
}

/**
 * What someone's payment settles of what a family owes its school on no invoice, and what of it other payments that are under way
 * are for; minor units. A debt that their credit can't make up for isn't theirs to pay.
 */
export function owedByReader(
  actor: Actor,
  { familyId, guardianId }: PortalAccount,
  exceptOrderId = "",
): { owedMinor: number; underWayMinor: number } {
  const owed = listOwedBeside(actor, familyId)
  if (owed.length === 0) return { owedMinor: 0, underWayMinor: 0 }
  const reader = creditPayerOf(actor, familyId, guardianId)
  const sumOf = (those: typeof owed) => those.reduce((sum, { owedMinor }) => sum + owedMinor, 0)
  const underWay = { own: 0, others: 0 }
  for (const { payerId, besideMinor } of listBesideUnderWay(actor, familyId, exceptOrderId))
    underWay[creditPayerOf(actor, familyId, payerId) === reader ? "own" : "others"] += besideMinor
  return {
    owedMinor: sumOf(owed.filter(({ payerId, isOpening }) => isOpening || payerId === reader)),
    // What another payer is paying may be for what they both could pay.
    underWayMinor: underWay.own + Math.min(underWay.others, sumOf(owed.filter(({ isOpening }) => isOpening))),
  }
}

/** What is left to pay of it for each family of the reader where that is more than nothing. */
export const listPortalOwed = (actor: Actor, accounts: readonly PortalAccount[]) =>
  accounts
    .map((account) => {
      const { owedMinor, underWayMinor } = owedByReader(actor, account)
      return { familyId: account.familyId, owedMinor: owedMinor - underWayMinor }
    })
    .filter(({ owedMinor }) => owedMinor > 0)
