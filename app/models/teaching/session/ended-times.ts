import { monthBounds } from "~/utils/dates"

// When the weekly times of a class are over. A class without any is planned lesson by lesson and goes on. Safe in the browser.

type Times = readonly { startsOn: string; endsOn: string | null }[]

/** The last day of a class's weekly times (`YYYY-MM-DD`); null where it has none, or one without an end. */
export function lastDayOfTimes(times: Times): string | null {
  const ends = times.map(({ endsOn }) => endsOn ?? "").sort()
  return ends[0] ? (ends.at(-1) ?? null) : null
}

/** Whether a month (`YYYY-MM`) is after a weekly time that ended, and none is in force in it. */
export function isAfterTimes(times: Times, month: string): boolean {
  const { first, last } = monthBounds(month)
  const hasEnded = ({ endsOn }: Times[number]) => endsOn !== null && endsOn < first
  return times.some(hasEnded) && times.every((time) => hasEnded(time) || time.startsOn > last)
}
