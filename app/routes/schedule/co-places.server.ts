import { data } from "@remix-run/node"
import type { OfferedPlace } from "~/components/teaching/schedule/co-places"
import { readForm } from "~/http/read-form.server"
import { notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { lacksReason } from "~/models/attendance/absence/hours-reason.server"
import { rankSubstitutes } from "~/models/attendance/absence/substitutes.server"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { findLastPlace } from "~/models/teaching/session/move-session.server"
import { listCoPlaces, replaceCoTeacher } from "~/models/teaching/session/replace-co-teacher.server"
import type { SessionRow } from "~/models/teaching/session/session"
import { PlaceForm } from "~/models/teaching/session/session-form"
import { findSessionRow } from "~/models/teaching/session/slot.server"
import { replaceText } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
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
  const typed = (name: string) => String(form.get(name) ?? "")
  const refuse = (status: 400 | 409, problem: { text?: string; hours?: string }) => {
    const place = { teacherId: typed("teacherId"), by: typed("by"), hoursReason: typed("hoursReason") }
    const { text, hours } = problem
    const fieldErrors = { ...(text ? { by: [text] } : {}), ...(hours ? { hoursReason: [hours] } : {}) }
    const answer = { problem: { ...place, ...problem }, result: submission.reply({ fieldErrors }) }
    return data({ command: "place" as const, ...answer, refused: null, lines: null }, { status })
  }
  if (submission.status !== "success") {
    const [tooLong] = submission.error?.hoursReason ?? []
    if (!tooLong) throw notFound()
    return refuse(400, { hours: tooLong })
  }
  const { teacherId, by = null, hoursReason, isBack } = submission.value
  const lesson = { ...session, date: session.localDate, teacherId: by }
  // Who gives it as planned was accepted with the class.
  const lacking = by && by !== teacherId && !isBack ? lacksReason(actor, lesson, hoursReason) : undefined
  const given = listCoPlaces(actor, session.id).find((place) => place.teacherId === teacherId)?.by
  const place = { teacherId, by }
  const keptReason = findSessionRow(actor, session.id)?.keptReason ?? ""
  const give = () =>
    replaceCoTeacher(actor, session.id, place, { hoursReason, despiteLeave: isBack !== undefined })
  const done = lacking ? rehearse(give) : give()
  if (!done.ok && done.reason === "no-place") throw notFound()
  if (!done.ok) return refuse(409, { text: replaceText(done) })
  if (lacking) return refuse(409, { hours: lacking })
  const to = paths.editSession(session.id)
  if (isBack) return redirectWithToast(to, "Co-teachers are as before.")
  // A form that is sent twice is answered as the first time.
  const was = by === given ? findLastPlace(actor, session.id, place)?.by : given
  if (was === undefined) return redirectWithToast(to, "Co-teacher saved.")
  const isToCome = session.startsAt > now()
  return redirectWithToast(to, {
    title: "Co-teacher saved.",
    ...(isToCome ? { text: "Families and teachers get an email in 2 minutes, unless you undo this." } : {}),
    tone: "good",
    undo: {
      to,
      fields: {
        ...{ command: "place", teacherId, by: was ?? "", isBack: "yes" },
        hoursReason: keptReason,
      },
    },
  })
}
