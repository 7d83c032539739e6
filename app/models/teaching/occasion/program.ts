import { countOf } from "~/utils/formats"

// The program of an event as it reads. Safe in the browser.

type Timed = { minutes: number | null }

/** The minutes of all entries that say how long they take. */
export const minutesOf = (entries: readonly Timed[]): number =>
  entries.reduce((sum, { minutes }) => sum + (minutes ?? 0), 0)

/** "8 pieces, 42 minutes"; with the number of those that don't say how long they take. */
export function programText(entries: readonly Timed[]): string {
  if (entries.length === 0) return "No pieces yet"
  const open = entries.filter(({ minutes }) => minutes === null).length
  const minutes = minutesOf(entries)
  return [
    countOf(entries.length, "piece"),
    ...(minutes > 0 ? [countOf(minutes, "minute")] : []),
    ...(open > 0 && minutes > 0 ? [`${open} without a length`] : []),
  ].join(", ")
}
