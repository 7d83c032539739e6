import { addDays } from "~/utils/dates"
import { continuedFrom, mondayOf } from "../session/pattern"

// A weekly time on the days of a term. Counted on calendar days, so no change of clock moves one. Safe in the browser.

export type Weekly = {
  /** 1 Monday … 7 Sunday */
  weekdays: readonly number[]
  everyWeeks: number
  startsOn: string
}

/** The days of a weekly time from one day to another, both included. */
export function weeklyDates({ weekdays, everyWeeks, startsOn }: Weekly, from: string, to: string): string[] {
  const first = from > startsOn ? from : startsOn
  const days = [...new Set(weekdays)].sort()
  const found: string[] = []
  for (
    let week = mondayOf(continuedFrom({ everyWeeks, startsOn }, first));
    week <= to;
    week = addDays(week, 7 * everyWeeks)
  )
    for (const day of days) {
      const date = addDays(week, day - 1)
      if (date >= first && date <= to) found.push(date)
    }
  return found
}
