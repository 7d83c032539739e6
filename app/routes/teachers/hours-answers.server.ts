import { idIn, intent, leadingTo } from "~/http/intents.server"
import { notFound } from "~/http/responses.server"
import { redirectWithUndo } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { addHoursOn, listHours, removeHours } from "~/models/teaching/teacher-time/availability.server"
import { HoursForm } from "~/models/teaching/teacher-time/teacher-time-forms"
import { hoursRefusals } from "~/texts/teaching/refusals"

/** The forms with a teacher's weekly hours, their own and the office's. */
export const hoursForms = (actor: Actor, teacherId: string, page: string) => ({
  "add-hours": leadingTo(
    `${page}#hours`,
    intent({
      schema: HoursForm,
      run: (hours) => addHoursOn(actor, teacherId, hours),
      field: "fromTime",
      refusals: hoursRefusals,
      status: 409,
      saved: "Teaching hours saved.",
    }),
  ),
  "remove-hours": (form: FormData) => {
    const hours = listHours(actor, teacherId).find(({ id }) => id === idIn(form, "hoursId"))
    if (!hours || !removeHours(actor, teacherId, hours.id)) throw notFound()
    const { weekday, fromTime, toTime } = hours
    return redirectWithUndo(`${page}#hours`, "Teaching hours removed.", {
      to: page,
      fields: { intent: "add-hours", weekday: String(weekday), fromTime, toTime },
    })
  },
})
