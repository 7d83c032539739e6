import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { reportPdf } from "~/models/learning/report/report-pdf.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "learning:write")
  const pdf = await reportPdf(actor, params.reportId ?? "")
  if (!pdf) throw notFound()
  return pdfAnswer(pdf, "inline")
}
