import { addDays, daysBetween } from "~/utils/dates"

/** Sessions and bookings that one step makes at most, roughly. */
const mostRows = 120

/**
 * The days from `from` to `until`, both included, in stretches of whole weeks, each short enough that making a weekly
 * session with so many students on them is a small step. Empty when there are no such days.
 */
export function sessionSpans(
  from: string,
  until: string,
  students: number,
): { from: string; until: string }[] {
  const weeks = Math.max(1, Math.floor(mostRows / (students + 2)))
  const spans: { from: string; until: string }[] = []
  for (let start = from; daysBetween(start, until) >= 0; start = addDays(start, weeks * 7)) {
    const end = addDays(start, weeks * 7 - 1)
    spans.push({ from: start, until: end < until ? end : until })
  }
  return spans
}
