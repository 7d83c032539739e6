import { transact } from "db/client.server"
import { schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, ownRows, remove } from "~/models/foundation/access/door.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { tellAdded } from "~/models/teaching/session/change-schedule.server"
import { datesOf, listFrom } from "~/models/teaching/session/recurrence.server"
import type { undoRuleRefusals } from "~/texts/teaching/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, addMonths } from "~/utils/dates"
import { type Leaving, settleOrLeave } from "../session/leave-clashing.server"
import { makeSessions, makingHorizon } from "../session/make-sessions.server"
import { weeklyRule } from "../session/pattern"
import { Refused, removeMade } from "../session/put-lessons-back.server"
import { queueRemovalUpdates } from "../session/reader-updates.server"
import type { RuleEffect } from "../session/rule-effect"
import type { Lesson } from "../session/schedule-change.server"
import type { SkippedTime } from "../session/skipped-time"
import { listSkipped } from "../session/skipped-time.server"
import type { SlotRefusal } from "../session/slot.server"
import { rotatingRules } from "./rotation"

type NewSchedule = {
  /** 1 Monday … 7 Sunday */
  weekdays: readonly number[]
  /** Every week when absent. */
  everyWeeks?: number
  /** `HH:MM` in the school's zone; stays there across a change to summer time. */
  startTime: string
  minutes: number
  startsOn: string
  endsOn?: string | null
}

/** Gives a class a weekly rule. Makes no sessions: none exist until someone makes them. */
export function addSchedule(actor: Actor, classId: string, schedule: NewSchedule): string {
  return transact(() => {
    const rrule = weeklyRule(schedule.weekdays, schedule.everyWeeks)
    const { startTime, minutes, startsOn, endsOn } = schedule
    const id = add(actor, schedules, {
      classId,
      rrule,
      startTime,
      minutes,
      startsOn,
      endsOn,
      madeUntil: addDays(startsOn, -1),
    })
    recordEvent(actor, "schedule.add", id, { after: { classId, rrule, startTime, minutes, startsOn } })
    return id
  })
}

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

// Another weekly time of a class that has students: they are told of its lessons, and it can be undone.

/**
 * Gives a class another weekly time, or one that rotates, and tells its families and teachers of the lessons after two
 * minutes. Refused as a rule of a class is.
 */
export function addWeeklyTime(
  actor: Actor,
  classId: string,
  rule: NewSchedule,
  laterTimes: readonly string[],
  leaving: Leaving = {},
) {
  return allOrNothing(() => {
    const given =
      laterTimes.length > 0
        ? giveRotation(actor, classId, rule, laterTimes, leaving)
        : giveRule(actor, classId, rule, leaving)
    if (!given.ok) return given
    const lessons = given.sessions
    const told = tellAdded(actor, lessons)
    return { ...given, told, canUndo: lessons.every(({ startsAt }) => startsAt > now()) }
  })
}

const reason = "The weekly time was removed."

export type TimeUndone =
  | { ok: true; removed: number }
  | { ok: false; reason: "no-change" | keyof typeof undoRuleRefusals }

/**
 * Removes weekly times that were just added, with their lessons. Whoever knows of them is
 * told. Refused, with nothing changed, once a time or one of its lessons was changed, or one has begun or has attendance.
 */
export function undoAddedTime(actor: Actor, classId: string, scheduleIds: readonly string[]): TimeUndone {
  try {
    return allOrNothing(() => undo(actor, classId, scheduleIds))
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason }
    throw error
  }
}

function undo(actor: Actor, classId: string, scheduleIds: readonly string[]): TimeUndone {
  const rules = scheduleIds.flatMap((id) => {
    const rule = ownRows(actor, schedules)
      .where(and(eq(schedules.id, id), eq(schedules.classId, classId)))
      .get()
    return rule ? [rule] : []
  })
  const [first] = rules
  if (!first || rules.length < scheduleIds.length) return { ok: false, reason: "no-change" }
  const lessons = rules.flatMap(({ id }) => ownRows(actor, sessions).where(eq(sessions.scheduleId, id)).all())
  removeMade(actor, lessons, reason)
  for (const { id } of rules) removeRule(actor, id)
  queueRemovalUpdates(actor, lessons, reason)
  recordEvent(actor, "schedule.undo-add", first.id, { after: { classId, lessons: lessons.length } })
  return { ok: true, removed: lessons.length }
}

/** A change or an ending that refers to the time keeps it. */
function removeRule(actor: Actor, scheduleId: string) {
  try {
    remove(actor, schedules, scheduleId)
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith("SQLITE_CONSTRAINT")) throw new Refused("changed-since")
    throw error
  }
}
