import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { findPortalPayment } from "~/models/money/family-invoice/portal-invoices.server"
import { receiptPdf } from "~/models/money/statement/receipt-pdf.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const payment = orNotFound(findPortalPayment(actor, params.paymentId ?? ""))
  return pdfAnswer(await receiptPdf(actor, payment), "attachment")
}
