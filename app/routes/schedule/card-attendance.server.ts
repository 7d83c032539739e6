import { data } from "@remix-run/node"
import type { ChosenMark } from "~/components/attendance/register/card-marks"
import { notFound } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import { listOwnStatuses } from "~/models/accounts/custom-status/custom-status.server"
import { takeAsExpected } from "~/models/attendance/day/mark-day.server"
import { undoRegister } from "~/models/attendance/register/read-register.server"
import { CardMarksForm } from "~/models/attendance/register/register-form"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { listAway } from "~/models/teaching/session/not-coming.server"
import { type SessionRow, sessionTitle } from "~/models/teaching/session/session"
import { registerRefusals, undoRegisterRefusals } from "~/texts/attendance/refusals"
import { paths } from "~/utils/paths"

/** A card has room for so many; others are marked on the attendance page. */
const mostMarked = 12

/** What a card offers beside attendance as expected; null where its students don't fit, or it isn't time. */
export const offerMarks = (actor: Actor, { id, register, students, notComing }: SessionRow) =>
  may(actor, "register:take") &&
  (register === "live" || register === "missing") &&
  students.length > 0 &&
  students.length <= mostMarked
    ? {
        away: listAway(actor, { id, notComing }),
        statuses: listOwnStatuses(actor)
          .filter(({ isRetired }) => !isRetired)
          .map(({ id, name, countsAs }) => ({ id, name, countsAs })),
      }
    : null

/** Takes the attendance of a lesson from its card on the week, as expected but for the marks chosen there, or undoes that. */
export function attendInCard(actor: Actor, session: SessionRow, form: FormData, search: string) {
  if (!may(actor, "register:take")) throw notFound()
  const card = paths.lessonCard(session.id, search)
  if (form.get("command") === "unattend") {
    const undone = undoRegister(actor, session.id)
    if (undone.ok) return redirectWithToast(card, "Attendance undone.")
    return refuse(undoRegisterRefusals[undone.reason], form, 409)
  }
  const submission = readForm(form, { schema: CardMarksForm })
  if (submission.status !== "success") {
    const [message] = Object.values(submission.error ?? {}).flatMap((each) => each ?? [])
    return refuse(message ?? "Choose from the list.", form, 400)
  }
  const chosen = Object.entries(submission.value.marks).flatMap(([studentId, mark]) =>
    mark ? [{ studentId, ...mark }] : [],
  )
  const taken = takeAsExpected(actor, session.id, chosen)
  if (!taken.ok) return refuse(registerRefusals[taken.reason], form, 409)
  return redirectWithUndo(card, `Attendance saved for ${sessionTitle(session)}.`, {
    to: card,
    fields: { command: "unattend" },
  })
}

/** The refusal, with what was chosen. */
const refuse = (message: string, form: FormData, status: number) =>
  data({ message, refused: null, again: null, chosen: chosenIn(form) }, { status })

/** The chosen marks by student, as they were typed; undefined for a form without any. */
function chosenIn(form: FormData): Record<string, ChosenMark> | undefined {
  const chosen = new Map<string, ChosenMark>()
  for (const [name, value] of form) {
    const [, studentId, field] = /^marks\.([\w-]{1,64})\.(code|minutesLate)$/.exec(name) ?? []
    if (!studentId || typeof value !== "string") continue
    const { code = "", minutesLate = "" } = chosen.get(studentId) ?? {}
    chosen.set(studentId, field === "code" ? { code: value, minutesLate } : { code, minutesLate: value })
  }
  return chosen.size > 0 ? Object.fromEntries(chosen) : undefined
}
