import { notFound } from "~/http/guards.server"
import { idIn, intent, leadingTo } from "~/http/intents.server"
import { redirectWithUndo } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  addHoursFor,
  listHours,
  removeHours,
  undoHours,
} from "~/models/teaching/teacher-time/availability.server"
import { HoursForm, UndoHoursForm } from "~/models/teaching/teacher-time/teacher-time-forms"
import { type HoursRefusal, hoursRefusals, hoursSkipped } from "~/texts/teaching/refusals"
import { countOf, formFor } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { joinNames } from "~/utils/names"

const skippedText = (reason: HoursRefusal, of: readonly { name: string }[]) =>
  `${joinNames(of.map(({ name }) => name))} ${formFor(of.length, ...hoursSkipped[reason])}.`

/** The forms with a teacher's weekly hours, their own and the office's, which gives them to others, too. */
export const hoursForms = (actor: Actor, teacherId: string, page: string, { forOthers = false } = {}) => ({
  "add-hours": leadingTo(
    `${page}#hours`,
    intent({
      schema: HoursForm,
      run: (hours) => addHoursFor(actor, teacherId, { ...hours, also: forOthers ? hours.also : [] }),
      field: "fromTime",
      refusals: hoursRefusals,
      status: 409,
      saved: ({ teachers, skipped, since, until }, { fromTime, toTime }) => ({
        tone: "good",
        title:
          teachers + skipped.length === 1
            ? "Teaching hours saved."
            : `Teaching hours saved for ${countOf(teachers, "teacher")}.`,
        text:
          [...groupBy(skipped, ({ reason }) => reason)]
            .map(([reason, of]) => skippedText(reason, of))
            .join(" ") || undefined,
        undo: {
          to: page,
          fields: { intent: "undo-hours", fromTime, toTime, since: String(since), until: String(until) },
        },
      }),
    }),
  ),
  "undo-hours": leadingTo(
    `${page}#hours`,
    intent({
      schema: UndoHoursForm,
      run: (added) => ({ undone: undoHours(actor, added, forOthers ? undefined : teacherId) }),
      saved: ({ undone }) =>
        undone === 0
          ? "These hours were removed already."
          : `Teaching hours of ${countOf(undone, "teacher")} removed.`,
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
