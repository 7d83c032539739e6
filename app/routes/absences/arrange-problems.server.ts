import type { ArrangeForm } from "~/models/attendance/absence/absence-form"
import type { AbsencePage } from "~/models/attendance/absence/absence-page.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { slotValue } from "~/models/teaching/session/clash"

/** Why the form wasn't read, by lesson: its fields are `choice.`, `by.` and `at.` with the lesson's id. */
export const problemsOf = (error: Record<string, string[] | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(error).map(([name, messages]) => [
      name.slice(name.indexOf(".") + 1),
      messages?.join(" ") ?? "",
    ]),
  )

/**
 * The lessons for which someone who is no teacher of the school was sent, or a time that the page doesn't offer, or no
 * longer. Why a teacher isn't free, arranging says.
 */
export function findNotOffered(
  actor: Actor,
  { days }: AbsencePage,
  { by, at }: ArrangeForm,
): Record<string, string> | undefined {
  const teachers = new Set(listTeachers(actor).map(({ id }) => id))
  const found = days
    .flatMap(({ lessons }) => lessons)
    .flatMap(({ id, times }) => {
      if (by[id] && !teachers.has(by[id])) return [[id, "Choose another teacher."]]
      if (at[id] && !times.some((time) => slotValue(time) === at[id]))
        return [[id, "That time isn’t free anymore. Choose another."]]
      return []
    })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
