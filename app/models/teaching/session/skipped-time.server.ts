import { Temporal } from "temporal-polyfill"
import type { Actor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { addMonths, laterOf } from "~/utils/dates"
import { instantOf, localDate, localTime, today } from "~/utils/zones"
import { datesOf } from "./recurrence.server"
import type { SkippedTime } from "./skipped-time"

// A weekly time can fall into the hour that clocks skip, once a year: its lesson begins as much later. A single lesson at such a
// time is refused (impossible-time.server.ts).

type Ruled = { rrule: string; startsOn: string; endsOn: string | null; startTime: string }

const monthsAhead = 13

/** The nights of about a year to come on which clocks skip the start of a weekly time, each with when the lesson begins. */
export function listSkipped(actor: Actor, rules: readonly Ruled[]): SkippedTime[] {
  const zone = actor.school.timeZone
  return rules.flatMap(({ rrule, startsOn, endsOn, startTime }) => {
    const from = laterOf(startsOn, today(zone, now()))
    const yearLater = addMonths(from, monthsAhead)
    const to = endsOn !== null && endsOn < yearLater ? endsOn : yearLater
    return datesOfChange(zone, from, to)
      .filter((date) => from <= date && date <= to)
      .flatMap((date) => startOn(date, startTime, zone) ?? [])
      .filter(({ date }) => datesOf(rrule, startsOn, date, date).length > 0)
  })
}

/** Says the same of one lesson; null where it begins when its time says. */
export function skippedStart(
  actor: Actor,
  lesson: { localDate: string; startTime: string; startsAt: number },
): SkippedTime | null {
  const startsAs = localTime(lesson.startsAt, actor.school.timeZone)
  return startsAs === lesson.startTime
    ? null
    : { date: lesson.localDate, startTime: lesson.startTime, startsAs }
}

function startOn(date: string, startTime: string, zone: string): SkippedTime | undefined {
  const startsAs = localTime(instantOf(date, startTime, zone), zone)
  return startsAs === startTime ? undefined : { date, startTime, startsAs }
}

/** The dates on which clocks of a zone go forward; one that skips midnight is of two. */
function datesOfChange(zone: string, from: string, to: string): string[] {
  const last = instantOf(to, "23:59", zone)
  const dates: string[] = []
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    instantOf(from, "00:00", zone) - 1,
  ).toZonedDateTimeISO(zone)
  for (;;) {
    const before: Temporal.ZonedDateTime = at
    at = before.getTimeZoneTransition("next")
    if (at === null || at.epochMilliseconds > last) return [...new Set(dates)]
    if (at.offsetNanoseconds > before.offsetNanoseconds)
      dates.push(localDate(at.epochMilliseconds - 1, zone), localDate(at.epochMilliseconds, zone))
  }
}
