import type { LoaderFunctionArgs } from "@remix-run/node"
import { asksForXml, pdfAnswer, xmlAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { creditNotePdf, creditNoteXml } from "~/models/money/credit-note/credit-notes.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  if (asksForXml(request)) return xmlAnswer(creditNoteXml(actor, params.noteId ?? ""))
  return pdfAnswer(await creditNotePdf(actor, params.noteId ?? ""), "inline")
}
