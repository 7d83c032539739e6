import { classKinds } from "db/schema/choices"
import { formatDate } from "~/utils/date-text"

// A class: its kinds, its students and its price. Safe in the browser.

export { classKinds }
export type ClassKind = (typeof classKinds)[number]

/** ", 1 starts Nov 25" of those enrolled from a later day on; nothing for none. */
export function comingText(enrolled: readonly { startsOn: string; isComing: boolean }[]): string {
  const days = enrolled
    .filter(({ isComing }) => isComing)
    .map(({ startsOn }) => startsOn)
    .sort()
  const [first] = days
  if (!first) return ""
  if (days.length === 1) return `, 1 starts ${formatDate(first, "day")}`
  return `, ${days.length} start ${formatDate(first, "day")} or later`
}
