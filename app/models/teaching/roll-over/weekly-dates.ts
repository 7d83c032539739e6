import { addDays, daysBetween, weekday } from "~/utils/dates"

// A weekly time on the days of a term. Counted on calendar days, so no change of clock moves one. Safe in the browser.

export type Weekly = {
  /** 1 Monday … 7 Sunday */
  weekdays: readonly number[]
  everyWeeks: number
  startsOn: string
}

const mondayOf = (date: string) => addDays(date, 1 - weekday(date))

/**
 * The first day that a weekly time can start on from a day, so that its weeks go on as before: of two classes that take
 * turns each keeps its own weeks.
 */
export function continuedFrom({ everyWeeks, startsOn }: Weekly, from: string): string {
  const weeks = daysBetween(mondayOf(startsOn), mondayOf(from)) / 7
  const into = ((weeks % everyWeeks) + everyWeeks) % everyWeeks
  return into === 0 ? from : addDays(mondayOf(from), 7 * (everyWeeks - into))
}

/** The days of a weekly time from one day to another, both included. */
export function weeklyDates({ weekdays, everyWeeks, startsOn }: Weekly, from: string, to: string): string[] {
  const first = from > startsOn ? from : startsOn
  const days = [...new Set(weekdays)].sort()
  const found: string[] = []
  for (
    let week = mondayOf(continuedFrom({ weekdays, everyWeeks, startsOn }, first));
    week <= to;
    week = addDays(week, 7 * everyWeeks)
  )
    for (const day of days) {
      const date = addDays(week, day - 1)
      if (date >= first && date <= to) found.push(date)
    }
  return found
}
