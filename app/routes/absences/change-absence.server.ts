import { data } from "@remix-run/node"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound, orNotFound } from "~/http/responses.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import { AbsenceForm } from "~/models/attendance/absence/absence-form"
import type { Actor } from "~/models/foundation/access/actor"
import {
  changeTimeOff,
  findTimeOff,
  removeTimeOff,
  restoreTimeOff,
} from "~/models/teaching/teacher-time/time-off.server"
import { type TimeOffRefusal, timeOffRefusals } from "~/texts/teaching/refusals"
import { paths } from "~/utils/paths"

const texts: Partial<Record<TimeOffRefusal, string>> = {
  overlaps: "The teacher has other time off on some of these days, requested or approved.",
  "too-long": "Record at most six months at a time.",
}
const over = { title: "This absence is over or was removed.", tone: "bad" as const }

/** Changes when a teacher is away, and why. */
export function changeAbsence(actor: Actor, absenceId: string, form: FormData) {
  const off = orNotFound(findTimeOff(actor, absenceId))
  form.set("teacherId", off.teacherId)
  const submission = readForm(form, { schema: AbsenceForm })
  const refuse = (message?: Record<string, string>, status = 400) =>
    data({ result: invalid(submission, message).data.result }, { status })
  if (submission.status !== "success") return refuse()
  const { teacherId: _, reason, ...days } = submission.value
  const changed = changeTimeOff(actor, absenceId, { ...days, reason: reason || null })
  if (changed.ok) return redirectWithToast(paths.absence(absenceId), "Absence changed.")
  if (changed.reason === "decided") return redirectWithToast(paths.absence(absenceId), over)
  return refuse({ startsOn: texts[changed.reason] ?? timeOffRefusals[changed.reason] }, 409)
}

export function removeAbsence(actor: Actor, absenceId: string) {
  const removed = removeTimeOff(actor, absenceId)
  if (removed.ok)
    return redirectWithUndo(paths.absence(absenceId), "Absence removed.", {
      to: paths.absence(absenceId),
      fields: { intent: "restore" },
    })
  if (removed.reason === "not-found") throw notFound()
  return redirectWithToast(paths.absence(absenceId), over)
}

/** Undoes a removal. */
export function restoreAbsence(actor: Actor, absenceId: string) {
  const restored = restoreTimeOff(actor, absenceId)
  if (restored.ok) return redirectWithToast(paths.absence(absenceId), "Absence restored.")
  if (restored.reason === "not-found") throw notFound()
  return redirectWithToast(paths.absence(absenceId), {
    title: texts[restored.reason] ?? timeOffRefusals[restored.reason],
    tone: "bad",
  })
}
