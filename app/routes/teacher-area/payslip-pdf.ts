import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { paySlipPdf } from "~/models/money/pay/payslip-pdf.server"
import { findPaySlip } from "~/models/money/pay/payslips.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"

/** A teacher's own payslip. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const own = findOwnTeacher(actor)
  const slip = findPaySlip(actor, params.slipId ?? "")
  return pdfAnswer(own && slip?.teacherId === own.id ? await paySlipPdf(actor, slip.id) : undefined, "inline")
}
