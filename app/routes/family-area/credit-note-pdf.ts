import type { LoaderFunctionArgs } from "@remix-run/node"
import { asksForXml, pdfAnswer, xmlAnswer } from "~/http/file-answer.server"
import { requireMember } from "~/http/guards.server"
import { creditNotePdf, creditNoteXml } from "~/models/money/credit-note/credit-notes.server"
import { findPortalCreditNote } from "~/models/money/family-invoice/portal-charges.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const note = findPortalCreditNote(actor, params.noteId ?? "")
  if (asksForXml(request)) return xmlAnswer(note && creditNoteXml(actor, note.id))
  return pdfAnswer(note && (await creditNotePdf(actor, note.id)), "attachment")
}
