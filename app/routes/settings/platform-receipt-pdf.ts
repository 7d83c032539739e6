import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { platformReceiptPdf } from "~/models/platform/platform-payment/platform-receipts.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "subscription:pay")
  return pdfAnswer(await platformReceiptPdf(actor, params.receiptId ?? ""), "inline")
}
