import { db } from "db/client.server"
import { invoiceShares, invoices } from "db/schema/money"
import { paymentOrders } from "db/schema/money-payments"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { groupBy } from "~/utils/group-by"
import { withCredit } from "../invoice/invoice"
import { findInvoice } from "../invoice/invoice.server"
import { listInvoices } from "../invoice/list-invoices.server"
import { findPayment } from "../payment/find-payment.server"
import type { PortalInvoiceRow } from "./family-invoice"
import { ownShareOf } from "./family-invoice"

// Invoices as a family reads them: issued and void ones only, each with the reader's own part of it.

/** Open ones first by due date, then the rest, newest first. Empty for someone who may see no money. */
export function listPortalInvoices(actor: Actor): PortalInvoiceRow[] {
  const processing = processingInvoices(actor)
  return findPortal(actor)
    .accounts.flatMap(({ familyId, guardianId }) => {
      const shares = groupBy(listShares(actor, familyId), ({ invoiceId }) => invoiceId)
      return listInvoices(actor, { familyId, page: null }).rows.flatMap(
        ({ id, number, issuedOn, state, dueOn, totalMinor, openMinor }) => {
          if (!number || !issuedOn) return []
          const share = ownShareOf({ openMinor, shares: shares.get(id) ?? [] }, guardianId)
          return [
            { id, number, issuedOn, state, dueOn, totalMinor, ...share, isProcessing: processing.has(id) },
          ]
        },
      )
    })
    .sort((a, b) => {
      if (a.openMinor > 0 !== b.openMinor > 0) return a.openMinor > 0 ? -1 : 1
      return a.openMinor > 0 ? a.dueOn.localeCompare(b.dueOn) : b.issuedOn.localeCompare(a.issuedOn)
    })
}

/** Who pays what of a family's invoices, and what of it is paid and credited; minor units. */
function listShares(actor: Actor, familyId: string) {
  const rows = db()
    .select({
      invoiceId: invoiceShares.invoiceId,
      guardianId: invoiceShares.guardianId,
      amountMinor: invoiceShares.amountMinor,
      basisPoints: invoiceShares.basisPoints,
      paidMinor: sql<number>`(select coalesce(sum(a.amount_minor), 0) from allocations a
        join payments p on p.school_id = a.school_id and p.id = a.payment_id
        where a.school_id = ${invoiceShares.schoolId} and a.invoice_id = ${invoiceShares.invoiceId}
          and p.guardian_id = ${invoiceShares.guardianId})`,
      invoiceCreditMinor: sql<number>`(select coalesce(sum(n.total_minor), 0) from credit_notes n
        where n.school_id = ${invoiceShares.schoolId} and n.invoice_id = ${invoiceShares.invoiceId})
        + (select coalesce(sum(w.amount_minor), 0) from write_offs w
        where w.school_id = ${invoiceShares.schoolId} and w.invoice_id = ${invoiceShares.invoiceId})`,
    })
    .from(invoiceShares)
    .innerJoin(invoices, joined(invoices, invoiceShares.invoiceId))
    .where(and(own(actor, invoices), eq(invoices.familyId, familyId)))
    .orderBy(invoiceShares.id)
    .all()
  return [...groupBy(rows, ({ invoiceId }) => invoiceId).values()].flatMap((shares) =>
    withCredit(shares, shares[0]?.invoiceCreditMinor ?? 0),
  )
}

export type PortalInvoice = NonNullable<ReturnType<typeof findPortalInvoice>>

/** One invoice with the reader's own part, or undefined when it is a draft, another family's, or money is not theirs to see. */
export function findPortalInvoice(actor: Actor, invoiceId: string) {
  const invoice = findInvoice(actor, invoiceId)
  const account = findPortal(actor).accounts.find(({ familyId }) => familyId === invoice?.familyId)
  if (!account || !invoice?.number || !invoice.issuedOn) return undefined
  const { number, issuedOn } = invoice
  return {
    ...invoice,
    number,
    issuedOn,
    guardianId: account.guardianId,
    own: ownShareOf(invoice, account.guardianId),
    processing: processingInvoices(actor).get(invoice.id) ?? null,
  }
}

/** A payment for one of the reader's invoices, or undefined; of other payers only that they paid is theirs to know. */
export function findPortalPayment(actor: Actor, paymentId: string) {
  const payment = findPayment(actor, paymentId)
  const account = findPortal(actor).accounts.find(({ familyId }) => familyId === payment?.familyId)
  if (!account || !payment) return undefined
  if (payment.guardianId && payment.guardianId !== account.guardianId) return undefined
  return payment
}

/** The reader's payments that the provider still holds: invoice id to amount in minor units and since when (UTC ms). */
function processingInvoices(actor: Actor): Map<string, { amountMinor: number; since: number }> {
  const pending = db()
    .select({
      invoiceId: paymentOrders.invoiceId,
      amountMinor: paymentOrders.amountMinor,
      since: paymentOrders.createdAt,
    })
    .from(paymentOrders)
    .where(
      and(
        own(actor, paymentOrders),
        eq(paymentOrders.memberId, actor.memberId ?? ""),
        eq(paymentOrders.state, "pending"),
      ),
    )
    .all()
  return new Map(pending.map(({ invoiceId, ...facts }) => [invoiceId, facts]))
}
