import { transact } from "db/client.server"
import { classes, schedules } from "db/schema/teaching"
import { classEndings } from "db/schema/teaching-class-endings"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, gt, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, idsOf, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { removeSession } from "~/models/teaching/session/cancel-session.server"
import { todayOf } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { makeSessions, makingHorizon } from "../session/make-sessions.server"
import { takeBackTold } from "../session/told.server"
import { listUnscheduled } from "../session/unscheduled.server"
import type { EndEffect } from "./class-effects"
import { findClass } from "./find-class.server"
import { dropStudent } from "./leave-class.server"
import { listRoster } from "./roster.server"

type EndRefusal = "no-class" | "over-already"

/**
 * Ends a class after a last day (included): its students leave, its rules end, the sessions after it go. What was
 * marked and charged stays. Refused when it has ended by then.
 */
export function endClass(
  actor: Actor,
  classId: string,
  { lastDay, reason }: { lastDay: string; reason: string },
): Result<{ effect: EndEffect }, EndRefusal> {
  return transact(() => {
    const found = findClass(actor, classId)
    if (!found) return { ok: false, reason: "no-class" }
    if (found.endedOn !== null && found.endedOn <= lastDay) return { ok: false, reason: "over-already" }
    const students = listRoster(actor, classId).present.flatMap(({ enrollmentId, name, startsOn }) => {
      const last = startsOn > lastDay ? startsOn : lastDay
      return dropStudent(actor, classId, enrollmentId, { lastDay: last, reason }).ok ? [name] : []
    })
    change(actor, classes, classId, { endedOn: lastDay })
    const effect = {
      ...removeAfter(actor, classId, { lastDay, reason }),
      students: [...new Set(students)],
    }
    recordEvent(actor, {
      verb: "end",
      noun: "class",
      nounId: classId,
      before: { endedOn: found.endedOn },
      after: { lastDay, reason, ...effect },
    })
    return { ok: true, effect }
  })
}

/**
 * Ends one weekly time of a class after a last day (included): the lessons after it go, the students stay. Refused when it
 * has ended by then or begins later.
 */
export function endWeeklyTime(
  actor: Actor,
  classId: string,
  { scheduleId, lastDay, reason }: { scheduleId: string; lastDay: string; reason: string },
): Result<{ effect: EndEffect }, "no-schedule" | "over-already" | "before-start"> {
  return transact(() => {
    const rule = select()
      .from(schedules)
      .where(and(own(actor, schedules, scheduleId), eq(schedules.classId, classId)))
      .get()
    if (!rule) return { ok: false, reason: "no-schedule" }
    if (rule.endsOn !== null && rule.endsOn <= lastDay) return { ok: false, reason: "over-already" }
    if (lastDay < rule.startsOn) return { ok: false, reason: "before-start" }
    change(actor, schedules, scheduleId, { endsOn: lastDay })
    const effect = { ...removeAfter(actor, classId, { lastDay, reason, scheduleId }), students: [] }
    recordEvent(actor, {
      verb: "end",
      noun: "schedule",
      nounId: scheduleId,
      before: { endsOn: rule.endsOn },
      after: { classId, lastDay, reason, ...effect },
    })
    return { ok: true, effect }
  })
}

function removeAfter(
  actor: Actor,
  classId: string,
  { lastDay, reason, scheduleId }: { lastDay: string; reason: string; scheduleId?: string },
) {
  const effect = { sessions: 0, cancelled: 0, kept: 0 }
  for (const { id, state } of listAfter(actor, classId, lastDay, scheduleId)) {
    if (state !== "planned") continue
    const removed = removeSession(actor, id, reason)
    if (removed === "kept") effect.kept += 1
    else effect.sessions += 1
    if (removed === "cancelled") effect.cancelled += 1
  }
  return effect
}

/**
 * Brings an ended class back without its students: its rules go on from today, or from a later day, until a later end where it
 * had one, and sessions are made again, without those that were left out for a clash.
 */
export function restoreClass(
  actor: Actor,
  classId: string,
  { notBefore = "", endedOn = null }: { notBefore?: string; endedOn?: string | null } = {},
): Result<{ made: number; clashes: number }, "no-class" | "not-ended"> {
  return transact(() => {
    const found = findClass(actor, classId)
    if (!found) return { ok: false, reason: "no-class" }
    if (found.endedOn === null) return { ok: false, reason: "not-ended" }
    change(actor, classes, classId, { endedOn })
    if (endedOn === null) forgetEndings(actor, classId)
    const day = todayOf(actor)
    const from = notBefore > day ? notBefore : day
    const made = { made: 0, clashes: 0 }
    for (const { id } of found.rules) {
      const more = makeSessions(actor, id, makingHorizon(actor), {
        from,
        without: listUnscheduled(actor, id),
      })
      made.made += more.made
      made.clashes += more.clashes
    }
    recordEvent(actor, {
      verb: "restore",
      noun: "class",
      nounId: classId,
      before: { endedOn: found.endedOn },
      after: made,
    })
    return { ok: true, ...made }
  })
}

function forgetEndings(actor: Actor, classId: string) {
  const ofClass = and(eq(classEndings.classId, classId), isNull(classEndings.scheduleId))
  const ids = idsOf(actor, classEndings, ofClass)
  takeBackTold(actor, ids)
  remove(actor, classEndings, ofClass)
}

/** The lessons of a class after a day, or those of one weekly time. */
export const listAfter = (actor: Actor, classId: string, day: string, scheduleId?: string) =>
  select()
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        eq(sessions.classId, classId),
        scheduleId === undefined ? undefined : eq(sessions.scheduleId, scheduleId),
        gt(sessions.localDate, day),
      ),
    )
    .all()
