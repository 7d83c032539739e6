import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { findPortalInvoice } from "~/models/money/family-invoice/portal-invoices.server"
import { invoicePdf } from "~/models/money/invoice/invoice-pdf.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const invoice = findPortalInvoice(actor, params.invoiceId ?? "")
  const pdf = invoice && (await invoicePdf(actor, invoice.id))
  if (!pdf) throw notFound()
  return pdfAnswer(pdf, "attachment")
}
