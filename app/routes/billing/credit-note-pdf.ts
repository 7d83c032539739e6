import type { LoaderFunctionArgs } from "@remix-run/node"
import { asksForXml, pdfAnswer, xmlAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { creditNotePdf, creditNoteXml } from "~/models/money/credit-note/credit-note-pdf.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  if (asksForXml(request)) {
    const file = creditNoteXml(actor, params.noteId ?? "")
    if (!file) throw notFound()
    return xmlAnswer(file)
  }
  const pdf = await creditNotePdf(actor, params.noteId ?? "")
  if (!pdf) throw notFound()
  return pdfAnswer(pdf, "inline")
}
