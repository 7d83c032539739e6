import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { addHours, listHours, removeHours } from "~/models/teaching/teacher-time/availability.server"
import { HoursForm } from "~/models/teaching/teacher-time/teacher-time-forms"
import { hoursRefusals } from "~/texts/teaching/refusals"

/** Answers the forms with a teacher's weekly hours, their own and the office's; undefined when it is another form. */
export async function answerHoursForm(actor: Actor, teacherId: string, form: FormData, page: string) {
  const intent = form.get("intent")
  const back = `${page}#hours`
  if (intent === "add-hours") {
    const submission = readForm(form, { schema: HoursForm })
    if (submission.status !== "success") return invalid(submission)
    const added = addHours(actor, teacherId, submission.value)
    if (!added.ok) return invalid(submission, { fromTime: hoursRefusals[added.reason] }, 409)
    return redirectWithToast(back, "Teaching hours saved.")
  }
  if (intent !== "remove-hours") return undefined
  const hours = listHours(actor, teacherId).find(({ id }) => id === form.get("hoursId"))
  if (!hours || !removeHours(actor, teacherId, hours.id)) throw notFound()
  const { weekday, fromTime, toTime } = hours
  return redirectWithUndo(back, "Teaching hours removed.", {
    to: page,
    fields: { intent: "add-hours", weekday: String(weekday), fromTime, toTime },
  })
}
