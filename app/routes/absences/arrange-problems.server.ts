import { noSubstitute } from "~/models/attendance/absence/absence"
import type { AbsencePage } from "~/models/attendance/absence/absence-page.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { slotValue } from "~/models/teaching/session/clash"
import { visibleLength } from "~/utils/form-text"

/** Why the form wasn't read, by lesson: its fields are `choice.`, `by.` and `at.` with the lesson's id. */
export const problemsOf = (error: Record<string, string[] | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(error).map(([name, messages]) => [
      name.slice(name.indexOf(".") + 1),
      messages?.join(" ") ?? "",
    ]),
  )

/**
 * The lessons for which someone who is no teacher of the school was sent, and those to be moved to a time that the page
 * doesn't offer, or no longer. Why a teacher isn't free, arranging says.
 */
export function findNotOffered(
  actor: Actor,
  { days, choices }: Pick<AbsencePage, "days" | "choices">,
): Record<string, string> | undefined {
  const teachers = new Set(listTeachers(actor).map(({ id }) => id))
  const found = days
    .flatMap(({ lessons }) => lessons)
    .flatMap(({ id, times, beside }) => {
      const { choice, by, at } = choices[id] ?? { choice: "leave" }
      const isNobody = by === noSubstitute && beside !== null
      if (by && !isNobody && !teachers.has(by)) return [[id, "Choose another teacher."]]
      if (choice === "move" && !times.some((time) => slotValue(time) === at))
        return [[id, "That time isn’t free anymore. Choose another."]]
      return []
    })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}

/** What was chosen earlier and isn’t possible anymore, by lesson: a substitute or a time that has been taken since. */
export function findStale({ days, choices }: Pick<AbsencePage, "days" | "choices">): Record<string, string> {
  const found = days
    .flatMap(({ lessons }) => lessons)
    .flatMap(({ id, times, beside, substitutes }) => {
      const { choice, by, at } = choices[id] ?? { choice: "leave" }
      const isNobody = by === noSubstitute && beside !== null
      if (choice === "substitute" && !isNobody && !substitutes.some(({ teacherId }) => teacherId === by))
        return [[id, "The substitute isn’t free anymore. Choose another."]]
      if (choice === "move" && !times.some((time) => slotValue(time) === at))
        return [[id, "That time isn’t free anymore. Choose another."]]
      return []
    })
  return Object.fromEntries(found)
}

/** What is wrong with the reason for substitutes outside their hours, where some are chosen. */
export function findHoursProblem({
  outsideHours,
  hoursReason,
}: Pick<AbsencePage, "outsideHours" | "hoursReason">): Record<string, string> | undefined {
  if (outsideHours === 0) return undefined
  if (visibleLength(hoursReason) < 3)
    return { hoursReason: "Enter a reason for the substitutes outside their hours." }
  return hoursReason.length > 200 ? { hoursReason: "Keep the reason under 200 characters." } : undefined
}
