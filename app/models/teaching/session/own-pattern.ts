import { addDays, weekday } from "~/utils/dates"
import { dayName, formatTime } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { instantOf, localDate, localTime, zoneName } from "~/utils/zones"
import { weekdaysOf } from "./pattern"

// A weekly time is the school's. Someone elsewhere reads theirs beside it; for a few weeks of a year, between the days on
// which two places change their clocks, it can be another.

type Rule = { rrule: string; startTime: string }
/** The school's zone, the reader's own (null for the school's), and the first day, `YYYY-MM-DD`, that counts. */
type Reader = { schoolZone: string; zone: string | null; from: string }

const weeks = 52

/** "Tue 4:00 PM, weekly (most weeks 10:00 PM in Berlin)", with the day where it is another there. */
export function patternWithOwnTime(text: string, rule: Rule, { schoolZone, zone, from }: Reader): string {
  const days = weekdaysOf(rule.rrule)
  if (zone === null || days.length === 0) return text
  const counts = new Map<string, number>()
  for (let week = 0; week < weeks; week++) {
    const there = timesThere(rule, days, { schoolZone, zone, from: addDays(from, 7 * week) })
    counts.set(there, (counts.get(there) ?? 0) + 1)
  }
  const [usual] = [...counts].sort(([, a], [, b]) => b - a)
  if (!usual?.[0]) return text
  return `${text} (${counts.size > 1 ? "most weeks " : ""}${usual[0]} in ${zoneName(zone)})`
}

/** "10:00 PM", "Wed 6:00 AM", "Tue 11:30 PM and Fri 12:30 AM"; nothing where clocks say the same as the school's. */
function timesThere(
  { startTime }: Rule,
  days: readonly number[],
  { schoolZone, zone, from }: { schoolZone: string; zone: string; from: string },
): string {
  const there = days.map((day) => {
    const date = addDays(from, (day - weekday(from) + 7) % 7)
    const startsAt = instantOf(date, startTime, schoolZone)
    const own = localDate(startsAt, zone)
    return { day: dayName(own, "short"), isSameDay: own === date, time: localTime(startsAt, zone) }
  })
  const isSameDay = there.every((each) => each.isSameDay)
  const [first] = there
  if (isSameDay && there.every(({ time }) => time === startTime)) return ""
  if (first && there.every(({ time }) => time === first.time))
    return `${isSameDay ? "" : `${joinNames(there.map(({ day }) => day))} `}${formatTime(first.time)}`
  return joinNames(there.map(({ day, time }) => `${day} ${formatTime(time)}`))
}
