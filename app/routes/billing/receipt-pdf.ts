import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { findPayment } from "~/models/money/payment/payment.server"
import { receiptPdf } from "~/models/money/statement/receipt-pdf.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const payment = orNotFound(findPayment(actor, params.paymentId ?? ""))
  return pdfAnswer(await receiptPdf(actor, payment), "inline")
}
