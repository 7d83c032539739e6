import { schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { tellAdded } from "~/models/teaching/session/change-schedule.server"
import type { undoRuleRefusals } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import type { Leaving } from "../session/leave-clashing.server"
import { Refused, removeMade } from "../session/put-lessons-back.server"
import { tellRemoved } from "../session/told.server"
import { giveRotation, giveRule } from "./give-rule.server"
import type { NewSchedule } from "./schedule.server"

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
    const rule = select()
      .from(schedules)
      .where(and(own(actor, schedules, id), eq(schedules.classId, classId)))
      .get()
    return rule ? [rule] : []
  })
  const [first] = rules
  if (!first || rules.length < scheduleIds.length) return { ok: false, reason: "no-change" }
  const lessons = rules.flatMap(({ id }) =>
    select()
      .from(sessions)
      .where(and(own(actor, sessions), eq(sessions.scheduleId, id)))
      .all(),
  )
  removeMade(actor, lessons, reason)
  for (const { id } of rules) removeRule(actor, id)
  tellRemoved(actor, lessons, reason)
  recordEvent(actor, {
    verb: "undo-add",
    noun: "schedule",
    nounId: first.id,
    after: { classId, lessons: lessons.length },
  })
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
