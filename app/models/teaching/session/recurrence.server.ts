import { schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, between, eq, gte, lt, type SQL } from "drizzle-orm"
import { RRuleTemporal } from "rrule-temporal"
import { Temporal } from "temporal-polyfill"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { addDays } from "~/utils/dates"
import { mondayOf } from "./pattern"
import { pairByWeek } from "./rule-weeks"
import type { Lesson } from "./schedule-change.server"

// Rules repeat by days; the time of day is the schedule's own. So a rule is expanded on a calendar without a zone
// (UTC has no summer time), and each date meets the school's zone afterwards: 16:00 stays 16:00.

/** The dates from `from` to `to` (both included) on which an RFC 5545 rule that starts on `startsOn` falls. */
export function datesOf(rrule: string, startsOn: string, from: string, to: string): string[] {
  const first = from > startsOn ? from : startsOn
  if (to < first) return []
  const rule = new RRuleTemporal({ rruleString: `RRULE:${rrule}`, dtstart: midnight(startsOn) })
  return rule.between(midnight(first), midnight(to), true).map((date) => date.toPlainDate().toString())
}

const midnight = (date: string) => Temporal.ZonedDateTime.from(`${date}T00:00[UTC]`)

// The lessons of a weekly time, by the day they were first meant for.

type Rule = typeof schedules.$inferSelect

/** Its lessons from a day on. */
export const listFrom = (actor: Actor, rule: Pick<Rule, "id" | "classId">, from: string): Lesson[] =>
  list(actor, rule, gte(sessions.originalDate, from))

/**
 * Its lessons on earlier days of the week of a day that hold none of its days before then: they were left there when it changed,
 * and another lesson later in that week would be a second one. They hold none at all where the weekly time began after its last
 * day of that week.
 */
export function listHolding(actor: Actor, rule: Rule, from: string): Lesson[] {
  const [monday, sunday] = [mondayOf(from), addDays(mondayOf(from), 6)]
  const ofWeek = list(actor, rule, between(sessions.originalDate, monday, sunday))
  if (ofWeek.every(({ originalDate }) => originalDate >= from)) return []
  const last = rule.endsOn !== null && rule.endsOn < sunday ? rule.endsOn : sunday
  return pairByWeek(ofWeek, datesOf(rule.rrule, rule.startsOn, monday, last)).flatMap(({ session, date }) =>
    session.originalDate < from && (date === undefined || date >= from) ? [session] : [],
  )
}

/**
 * Lessons of the class that a weekly time takes along when it's brought forward to begin on a day: those that hold no day of an
 * earlier one, since it began after its last day of their week or was over before its next one. They were left there when the time
 * changed, and the one brought forward would make a second lesson in their week, where `known`, its own, has none.
 */
export function listPassedOver(actor: Actor, rule: Rule, from: string, known: readonly Lesson[]): Lesson[] {
  if (from > rule.startsOn) return []
  const weeks = new Set(known.map(({ originalDate }) => mondayOf(originalDate)))
  return ownRows(actor, schedules)
    .where(
      and(
        eq(schedules.classId, rule.classId),
        gte(schedules.endsOn, mondayOf(from)),
        lt(schedules.endsOn, rule.startsOn),
      ),
    )
    .all()
    .flatMap((earlier) => {
      const dates = datesOf(earlier.rrule, earlier.startsOn, mondayOf(from), earlier.endsOn ?? "")
      return pairByWeek(listFrom(actor, earlier, mondayOf(from)), dates)
    })
    .flatMap(({ session, date }) =>
      date === undefined && !weeks.has(mondayOf(session.originalDate)) ? [session] : [],
    )
}

const list = (actor: Actor, { id, classId }: Pick<Rule, "id" | "classId">, which: SQL): Lesson[] =>
  ownRows(actor, sessions)
    .where(and(eq(sessions.classId, classId), eq(sessions.scheduleId, id), which))
    .orderBy(asc(sessions.originalDate), asc(sessions.originalStartTime), asc(sessions.sequence))
    .all()
