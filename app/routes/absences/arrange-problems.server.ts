import type { ArrangeForm } from "~/models/attendance/absence/absence-form"
import type { AbsencePage } from "~/models/attendance/absence/absence-page.server"
import { slotValue } from "~/models/teaching/session/clash"

/** Why the form wasn't read, by lesson: its fields are `choice.`, `by.` and `at.` with the lesson's id. */
export const problemsOf = (error: Record<string, string[] | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(error).map(([name, messages]) => [
      name.slice(name.indexOf(".") + 1),
      messages?.join(" ") ?? "",
    ]),
  )

/** The lessons for which someone or a time was sent that the page doesn't offer, or no longer. */
export function findNotOffered(
  { days }: AbsencePage,
  { by, at }: ArrangeForm,
): Record<string, string> | undefined {
  const found = days
    .flatMap(({ lessons }) => lessons)
    .flatMap(({ id, substitutes, times }) => {
      if (by[id] && !substitutes.some(({ teacherId }) => teacherId === by[id]))
        return [[id, "That teacher isn’t free anymore. Choose another."]]
      if (at[id] && !times.some((time) => slotValue(time) === at[id]))
        return [[id, "That time isn’t free anymore. Choose another."]]
      return []
    })
  return found.length > 0 ? Object.fromEntries(found) : undefined
}
