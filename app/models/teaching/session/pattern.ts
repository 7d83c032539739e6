import { addDays, daysBetween, type Weekday, weekday } from "~/utils/dates"
import { formatDate, formatTime } from "~/utils/formats"
import { joinNames } from "~/utils/names"

// The weekly pattern of a class, as an RFC 5545 rule and as text. Safe in the browser.

const codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const
const shortDays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const

/** The rule of a class that meets every so many weeks on these days (1 Monday … 7 Sunday). Throws without a day. */
export function weeklyRule(weekdays: readonly number[], everyWeeks = 1): string {
  const days = [...new Set(weekdays)].sort()
  if (days.length === 0 || days.some((day) => !codes[day - 1]))
    throw new RangeError(`Not weekdays: ${weekdays.join(", ")}`)
  const interval = everyWeeks === 1 ? "" : `INTERVAL=${everyWeeks};`
  return `FREQ=WEEKLY;${interval}BYDAY=${days.map((day) => codes[day - 1]).join(",")}`
}

/** The days (1 Monday … 7 Sunday) a weekly rule names; empty for any other rule. */
export function weekdaysOf(rrule: string): Weekday[] {
  const named = /(?:^|;)BYDAY=([A-Z,]+)/.exec(rrule)?.[1]?.split(",") ?? []
  return named
    .map((code) => codes.indexOf(code as (typeof codes)[number]) + 1)
    .filter((day): day is Weekday => day >= 1)
}

/** Every how many weeks a rule repeats. */
export const everyWeeksOf = (rrule: string): number => Number(/(?:^|;)INTERVAL=(\d+)/.exec(rrule)?.[1] ?? 1)

/** The Monday of a day's week. */
export const mondayOf = (date: string) => addDays(date, 1 - weekday(date))

/**
 * The first day that a weekly time can start on from a day, so that its weeks go on as before: of two that take turns each keeps
 * its own weeks. Counted on calendar days, so no change of clock moves one.
 */
export function continuedFrom(
  { everyWeeks, startsOn }: { everyWeeks: number; startsOn: string },
  from: string,
): string {
  const weeks = daysBetween(mondayOf(startsOn), mondayOf(from)) / 7
  const into = ((weeks % everyWeeks) + everyWeeks) % everyWeeks
  return into === 0 ? from : addDays(mondayOf(from), 7 * (everyWeeks - into))
}

/** "Tue 4:00 PM, weekly" or "Mon and Thu 4:00 PM, every 2 weeks". */
export function patternText({ rrule, startTime }: { rrule: string; startTime: string }): string {
  const when = joinNames(weekdaysOf(rrule).map((day) => shortDays[day - 1] ?? ""))
  const interval = everyWeeksOf(rrule)
  return `${when} ${formatTime(startTime)}, ${interval === 1 ? "weekly" : `every ${interval} weeks`}`
}

type Rule = { rrule: string; startTime: string; startsOn: string; endsOn: string | null }

/**
 * The day of the first lesson of a weekly time that doesn't repeat every week: the day it starts on can be days before, and
 * another time's turn. Counted on calendar days.
 */
function firstLessonOf({ rrule, startsOn }: Pick<Rule, "rrule" | "startsOn">): string {
  const days = weekdaysOf(rrule)
  const monday = mondayOf(startsOn)
  const inWeek = (daysOn: number) => days.map((day) => addDays(monday, daysOn + day - 1))
  return inWeek(0).find((date) => date >= startsOn) ?? inWeek(7 * everyWeeksOf(rrule))[0] ?? startsOn
}

/**
 * The weekly times of a class that are in force or to come. Where there are several, one that ends or is to come says
 * its day, so that a change is not read as two lessons a week.
 * @param day `YYYY-MM-DD`, today in the school's zone
 */
export function patternTexts(rules: readonly Rule[], day: string): string[] {
  return rules.map((rule) => {
    const text = patternText(rule)
    if (rules.length === 1) return text
    const first = everyWeeksOf(rule.rrule) > 1 ? firstLessonOf(rule) : rule.startsOn
    const from = rule.startsOn > day ? `, from ${formatDate(first, "day")}` : ""
    const until = rule.endsOn ? `, until ${formatDate(rule.endsOn, "day")}` : ""
    return `${text}${from}${until}`
  })
}
