import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { reportPdf } from "~/models/learning/report/report-pdf.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  return pdfAnswer(await reportPdf(actor, params.reportId ?? ""), "attachment")
}
