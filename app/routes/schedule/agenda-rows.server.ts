import type { LoaderFunctionArgs } from "@remix-run/node"
import { onlyInDocument } from "~/http/only-in-document"
import type { SchedulePage } from "~/models/teaching/session/kept-schedule-page.server"

/** An agenda's body without its lessons for the scripts of a document, which shows them already; nothing of other views. */
export function withoutAgendaRows(context: LoaderFunctionArgs["context"], body: SchedulePage["body"]) {
  if (body.kind !== "agenda") return null
  const days = body.days.map((day) =>
    day.sessions.length > 0 ? onlyInDocument(context, day, "sessions") : day,
  )
  return { body: { ...body, days } }
}
