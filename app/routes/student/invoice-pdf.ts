import type { LoaderFunctionArgs } from "@remix-run/node"
import { invoicePdf } from "~/models/invoice/invoice-pdf.server"
import { findPortalInvoice } from "~/models/portal/portal-invoices.server"
import { pdfAnswer } from "~/utils/http/file-answer.server"
import { requireMember } from "~/utils/http/guards.server"
import { notFound } from "~/utils/http/responses.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const invoice = findPortalInvoice(actor, params.invoiceId ?? "")
  const pdf = invoice && (await invoicePdf(actor, invoice.id))
  if (!pdf) throw notFound()
  return pdfAnswer(pdf, "attachment")
}
