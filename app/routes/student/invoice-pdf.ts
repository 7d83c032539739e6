import type { LoaderFunctionArgs } from "@remix-run/node"
import { asksForXml, pdfAnswer, xmlAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { findPortalInvoice } from "~/models/money/family-invoice/portal-invoices.server"
import { eInvoiceFile, invoicePdf } from "~/models/money/invoice/invoice-pdf.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const invoice = findPortalInvoice(actor, params.invoiceId ?? "")
  if (asksForXml(request)) {
    const file = invoice && eInvoiceFile(actor, invoice.id)
    if (!file) throw notFound()
    return xmlAnswer(file)
  }
  const pdf = invoice && (await invoicePdf(actor, invoice.id))
  if (!pdf) throw notFound()
  return pdfAnswer(pdf, "attachment")
}
