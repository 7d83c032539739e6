import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { paySlipPdf } from "~/models/money/pay/payslip-pdf.server"
import { findPaySlip } from "~/models/money/pay/payslips.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const slip = findPaySlip(actor, params.slipId ?? "")
  return pdfAnswer(
    slip?.teacherId === params.teacherId ? await paySlipPdf(actor, slip?.id ?? "") : undefined,
    "inline",
  )
}
