import type { LoaderFunctionArgs } from "@remix-run/node"
import { pdfAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { creditNotePdf } from "~/models/money/credit-note/credit-note-pdf.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const pdf = await creditNotePdf(actor, params.noteId ?? "")
  if (!pdf) throw notFound()
  return pdfAnswer(pdf, "inline")
}
