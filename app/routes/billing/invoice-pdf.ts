import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { invoicePdf } from "~/models/money/invoice/invoice-pdf.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const pdf = await invoicePdf(actor, params.invoiceId ?? "")
  if (!pdf) throw notFound()
  return pdfAnswer(pdf, "inline")
}
