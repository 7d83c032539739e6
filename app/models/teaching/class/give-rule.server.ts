import type { Actor } from "~/models/foundation/access/actor"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { datesOf, listFrom } from "~/models/teaching/session/recurrence.server"
import { todayOf } from "~/utils/clock.server"
import { addDays, addMonths } from "~/utils/dates"
import { type Leaving, settleOrLeave } from "../session/leave-clashing.server"
import { makeSessions, makingHorizon } from "../session/make-sessions.server"
import { weeklyRule } from "../session/pattern"
import type { RuleEffect } from "../session/rule-effect"
import type { Lesson } from "../session/schedule-change.server"
import type { SkippedTime } from "../session/skipped-time"
import { listSkipped } from "../session/skipped-time.server"
import type { SlotRefusal } from "../session/slot.server"
import { rotatingRules } from "./rotation"
import { addSchedule, type NewSchedule } from "./schedule.server"

/** What giving a weekly time answers: its lessons, those that clash and were left out, and nights whose lesson begins later. */
type Given =
  | {
      ok: true
      scheduleIds: string[]
      sessions: Lesson[]
      unscheduled: RuleEffect["unscheduled"]
      skipped: SkippedTime[]
    }
  | SlotRefusal

/**
 * Gives a class a time that rotates: a rule for each of the start times, which take turns week by week from the first week with
 * a lesson. Refused, leaving nothing, where one of them is.
 */
export function giveRotation(
  actor: Actor,
  classId: string,
  rule: NewSchedule,
  laterTimes: readonly string[],
  leaving: Leaving = {},
): Given {
  const { weekdays, startsOn, startTime } = rule
  const [first = startsOn] = datesOf(weeklyRule(weekdays), startsOn, startsOn, addDays(startsOn, 6))
  const rules = rotatingRules({ ...rule, startsOn: first }, [startTime, ...laterTimes])
  return giveRules(actor, classId, rules, leaving)
}

const tooLongAgo = "The first day is more than a year ago. Choose a later one."

/** Lessons of the past are made for a class that has met already, not for a year that was mistyped. */
const mostMonthsBack = 13

/**
 * Gives a class a weekly rule and makes its sessions twelve weeks ahead. Refused where it begins long ago, and where one would be
 * booked twice; a reason accepts double-booked rooms and students, and those that clash can be left out unless all do.
 */
export const giveRule = (actor: Actor, classId: string, rule: NewSchedule, leaving: Leaving = {}): Given =>
  giveRules(actor, classId, [rule], leaving)

function giveRules(actor: Actor, classId: string, rules: readonly NewSchedule[], leaving: Leaving): Given {
  return allOrNothing(() => {
    const earliest = addMonths(todayOf(actor), -mostMonthsBack)
    if (rules.some(({ startsOn }) => startsOn < earliest))
      return {
        ok: false,
        reason: "clash",
        clashes: [tooLongAgo],
        alternatives: [],
        withoutSearch: true,
        mayOverride: false,
      } as const
    const scheduleIds = rules.map((rule) => makeRule(actor, classId, rule))
    const lessons = scheduleIds
      .flatMap((id) => listFrom(actor, { id, classId }, ""))
      .sort((a, b) => a.startsAt - b.startsAt)
    const change = { old: [], brought: { moved: [], kept: [] }, made: lessons, accepted: [] }
    const settled = settleOrLeave(actor, change, leaving)
    if (!settled.ok) return settled
    const { made, unscheduled } = settled
    const skipped = listSkipped(
      actor,
      rules.map((rule) => ({
        ...rule,
        rrule: weeklyRule(rule.weekdays, rule.everyWeeks),
        endsOn: rule.endsOn ?? null,
      })),
    )
    return { ok: true, scheduleIds, sessions: [...made], unscheduled, skipped } as const
  })
}

function makeRule(actor: Actor, classId: string, rule: NewSchedule): string {
  const scheduleId = addSchedule(actor, classId, rule)
  const horizon = makingHorizon(actor)
  makeSessions(actor, scheduleId, horizon > rule.startsOn ? horizon : addMonths(rule.startsOn, 3))
  return scheduleId
}
