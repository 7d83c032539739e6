import type { Actor } from "~/models/foundation/access/actor"
import { invoicePdf } from "../invoice/invoice-pdf.server"
import { readPayments } from "./family-invoice"
import type { findLinkedInvoice, findPortalInvoice } from "./portal-invoices.server"

type OwnInvoice = NonNullable<ReturnType<typeof findPortalInvoice> | ReturnType<typeof findLinkedInvoice>>

/**
 * An invoice as a PDF for one of its payers, in the portal and behind its link alike. One that several people share is as it was
 * issued: what the others paid, and how, is theirs to know.
 */
export const ownInvoicePdf = (actor: Actor, invoice: OwnInvoice) =>
  invoice.shares.length > 1 && invoice.state !== "void"
    ? invoicePdf(actor, invoice.id, { asIssued: true })
    : invoicePdf(actor, invoice.id, {
        payments: readPayments(invoice).map((payment) =>
          payment.isOwn ? payment : { ...payment, payerName: "another payer", method: null },
        ),
      })
