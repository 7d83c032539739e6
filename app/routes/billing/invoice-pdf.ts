import type { LoaderFunctionArgs } from "@remix-run/node"
import { asksForXml, pdfAnswer, xmlAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { eInvoiceFile, invoicePdf } from "~/models/money/invoice/invoice-pdf.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  if (asksForXml(request)) {
    const file = eInvoiceFile(actor, params.invoiceId ?? "")
    if (!file) throw notFound()
    return xmlAnswer(file)
  }
  const pdf = await invoicePdf(actor, params.invoiceId ?? "")
  if (!pdf) throw notFound()
  return pdfAnswer(pdf, "inline")
}
