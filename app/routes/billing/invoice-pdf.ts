import type { LoaderFunctionArgs } from "@remix-run/node"
import { asksForXml, pdfAnswer, xmlAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { eInvoiceFile, invoicePdf } from "~/models/money/invoice/invoice-pdf.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  if (asksForXml(request)) return xmlAnswer(eInvoiceFile(actor, params.invoiceId ?? ""))
  return pdfAnswer(await invoicePdf(actor, params.invoiceId ?? ""), "inline")
}
