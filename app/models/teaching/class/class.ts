import { classKinds } from "db/schema/choices"
import { formatDate } from "~/utils/formats"

// A class: its kinds, its students and its price. Safe in the browser.

export { classKinds }
export type ClassKind = (typeof classKinds)[number]

/** ", 1 starts Nov 25" of those enrolled from a later day on; nothing for none. */
export function comingText({ count, first }: { count: number; first: string | null }): string {
  if (!first) return ""
  if (count === 1) return `, 1 starts ${formatDate(first, "day")}`
  return `, ${count} start ${formatDate(first, "day")} or later`
}

/** A class's next lesson. */
export type NextOfClass = {
  id: string
  localDate: string
  startTime: string
  minutes: number
  roomName: string | null
  students: number
  /** Those of them who have said they won't come. */
  away: number
  isToday: boolean
}
