import type { LoaderFunctionArgs } from "@remix-run/node"
import { asksForXml, pdfAnswer, xmlAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { ownInvoicePdf } from "~/models/money/family-invoice/own-invoice-pdf.server"
import { findPortalInvoice } from "~/models/money/family-invoice/portal-invoices.server"
import { eInvoiceFile } from "~/models/money/invoice/invoice-pdf.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const invoice = findPortalInvoice(actor, params.invoiceId ?? "")
  if (asksForXml(request)) return xmlAnswer(invoice && eInvoiceFile(actor, invoice.id))
  return pdfAnswer(invoice && (await ownInvoicePdf(actor, invoice)), "attachment")
}
