import { db } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { now } from "~/utils/clock.server"
import { addDays, addMonths } from "~/utils/dates"
import { today } from "~/utils/zones"
import { makeSessions, makingHorizon } from "../session/make-sessions.server"
import { weeklyRule } from "../session/pattern"
import { datesOf } from "../session/recurrence.server"
import { settleClashes } from "../session/settle-clashes.server"
import type { SkippedTime } from "../session/skipped-time"
import { listSkipped } from "../session/skipped-time.server"
import type { Override, SlotRefusal } from "../session/slot.server"
import { rotatingRules } from "./rotation"
import { addSchedule, type NewSchedule } from "./schedule.server"

/**
 * Gives a class a time that rotates: a rule for each of the start times, which take turns week by week from the first week with
 * a lesson. Refused, leaving nothing, where one of them is.
 */
export function giveRotation(
  actor: Actor,
  classId: string,
  rule: NewSchedule,
  laterTimes: readonly string[],
  override?: Override,
): ReturnType<typeof giveRule> {
  const { weekdays, startsOn, startTime } = rule
  const [first = startsOn] = datesOf(weeklyRule(weekdays), startsOn, startsOn, addDays(startsOn, 6))
  return allOrNothing(() => {
    const made: Made[] = []
    const skipped: SkippedTime[] = []
    const scheduleIds: string[] = []
    for (const each of rotatingRules({ ...rule, startsOn: first }, [startTime, ...laterTimes])) {
      const given = giveRule(actor, classId, each, override)
      if (!given.ok) return given
      made.push(...given.sessions)
      skipped.push(...given.skipped)
      scheduleIds.push(...given.scheduleIds)
    }
    made.sort((a, b) => a.localDate.localeCompare(b.localDate) || a.startTime.localeCompare(b.startTime))
    return { ok: true, scheduleIds, sessions: made, skipped }
  })
}

const tooLongAgo = "The first day is more than a year ago. Choose a later one."

type Made = { id: string; localDate: string; startTime: string; startsAt: number }

/** Lessons of the past are made for a class that has met already, not for a year that was mistyped. */
const mostMonthsBack = 13

/**
 * Gives a class a weekly rule and makes its sessions twelve weeks ahead. Refused where it begins long ago, and where one would be
 * booked twice; a reason accepts double-booked rooms and students. `skipped` are nights whose lesson begins later.
 */
export function giveRule(
  actor: Actor,
  classId: string,
  rule: NewSchedule,
  override?: Override,
): { ok: true; scheduleIds: string[]; sessions: Made[]; skipped: SkippedTime[] } | SlotRefusal {
  return allOrNothing(() => {
    if (rule.startsOn < addMonths(today(actor.school.timeZone, now()), -mostMonthsBack))
      return {
        ok: false,
        reason: "clash",
        clashes: [tooLongAgo],
        alternatives: [],
        withoutSearch: true,
        mayOverride: false,
      } as const
    const scheduleId = addSchedule(actor, classId, rule)
    const horizon = makingHorizon(actor)
    makeSessions(actor, scheduleId, horizon > rule.startsOn ? horizon : addMonths(rule.startsOn, 3))
    const made = db()
      .select({
        id: sessions.id,
        localDate: sessions.localDate,
        startTime: sessions.startTime,
        startsAt: sessions.startsAt,
      })
      .from(sessions)
      .where(and(own(actor, sessions), eq(sessions.scheduleId, scheduleId)))
      .orderBy(asc(sessions.startsAt))
      .all()
    const settled = settleClashes(
      actor,
      made.map(({ id }) => id),
      { override, areNew: true },
    )
    if (!settled.ok) return settled
    const rrule = weeklyRule(rule.weekdays, rule.everyWeeks)
    const skipped = listSkipped(actor, [{ ...rule, rrule, endsOn: rule.endsOn ?? null }])
    return { ok: true, scheduleIds: [scheduleId], sessions: made, skipped } as const
  })
}
