import { data } from "@remix-run/node"
import type { OfferedPlace } from "~/components/teaching/schedule/co-places"
import { readForm } from "~/http/read-form.server"
import { notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { rankSubstitutes } from "~/models/attendance/absence/substitutes.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listCoPlaces, replaceCoTeacher } from "~/models/teaching/session/replace-co-teacher.server"
import { replaceText } from "~/models/teaching/session/replace-refusals"
import type { SessionRow } from "~/models/teaching/session/session"
import { PlaceForm } from "~/models/teaching/session/session-form"
import { paths } from "~/utils/paths"

/** The places of a lesson's co-teachers, each with who could take it. */
export function offerPlaces(actor: Actor, session: SessionRow): OfferedPlace[] {
  const places = listCoPlaces(actor, session.id)
  if (places.length === 0) return []
  const substitutes = rankSubstitutes(actor, [session], "")(session)
  return places.map((place) => ({
    ...place,
    substitutes: substitutes.map(({ teacherId, name, reasons }) => ({ teacherId, name, reasons })),
  }))
}

/** Gives a co-teacher's place to another, to no one, or back. */
export function givePlaceFromForm(actor: Actor, session: SessionRow, form: FormData) {
  const submission = readForm(form, { schema: PlaceForm })
  if (submission.status !== "success") throw notFound()
  const { teacherId, by = null } = submission.value
  const done = replaceCoTeacher(actor, session.id, { teacherId, by })
  if (!done.ok && done.reason === "no-place") throw notFound()
  if (!done.ok) {
    const problem = { teacherId, by: by ?? "", text: replaceText(done) }
    return data(
      { command: "place" as const, problem, result: submission.reply(), refused: null, lines: null },
      { status: 409 },
    )
  }
  return redirectWithToast(paths.editSession(session.id), "Co-teacher saved.")
}
