import { transact } from "db/client.server"
import { classes, schedules } from "db/schema/teaching"
import { classEndings } from "db/schema/teaching-class-endings"
import { sessions } from "db/schema/teaching-sessions"
import { and, desc, eq, gt, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, idsOf, ownRows, remove } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { withChanges } from "~/models/foundation/access/row-changes.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { removeSession } from "~/models/teaching/session/cancel-session.server"
import type { EndClassRefusal } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { makeSessions, makingHorizon } from "../session/make-sessions.server"
import { patternText } from "../session/pattern"
import { queueUpdates, withdrawUpdates } from "../session/reader-updates.server"
import { type KeptChange, ofLessons, readAccepted } from "../session/schedule-change.server"
import type { SessionRow } from "../session/session"
import { listSessionsToTell } from "../session/session-list.server"
import { listUnscheduled } from "../session/unscheduled.server"
import type { EndEffect } from "./class-effects"
import type { Ending } from "./class-ending"
import { findClass } from "./find-class.server"
import { dropStudent } from "./leave-class.server"
import { listStays, type Stay } from "./restore-stays.server"
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
    // By id: two students may have one name.
    const students = new Map(
      listRoster(actor, classId).present.flatMap(({ enrollmentId, studentId, name, startsOn }) => {
        const last = startsOn > lastDay ? startsOn : lastDay
        const { ok } = dropStudent(actor, classId, enrollmentId, { lastDay: last, reason })
        return ok ? [[studentId, name] as const] : []
      }),
    )
    change(actor, classes, classId, { endedOn: lastDay })
    const effect = {
      ...removeAfter(actor, classId, { lastDay, reason }),
      students: [...students.values()],
    }
    recordEvent(actor, "class.end", classId, {
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
function endWeeklyTime(
  actor: Actor,
  classId: string,
  { scheduleId, lastDay, reason }: { scheduleId: string; lastDay: string; reason: string },
): Result<{ effect: EndEffect }, "no-schedule" | "over-already" | "before-start"> {
  return transact(() => {
    const rule = ownRows(actor, schedules)
      .where(and(eq(schedules.id, scheduleId), eq(schedules.classId, classId)))
      .get()
    if (!rule) return { ok: false, reason: "no-schedule" }
    if (rule.endsOn !== null && rule.endsOn <= lastDay) return { ok: false, reason: "over-already" }
    if (lastDay < rule.startsOn) return { ok: false, reason: "before-start" }
    change(actor, schedules, scheduleId, { endsOn: lastDay })
    const effect = { ...removeAfter(actor, classId, { lastDay, reason, scheduleId }), students: [] }
    recordEvent(actor, "schedule.end", scheduleId, {
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
    recordEvent(actor, "class.restore", classId, { before: { endedOn: found.endedOn }, after: made })
    return { ok: true, ...made }
  })
}

function forgetEndings(actor: Actor, classId: string) {
  const ofClass = and(eq(classEndings.classId, classId), isNull(classEndings.scheduleId))
  const ids = idsOf(actor, classEndings, ofClass)
  withdrawUpdates(actor, ids)
  remove(actor, classEndings, ofClass)
}

/** The lessons of a class after a day, or those of one weekly time. */
const listAfter = (actor: Actor, classId: string, day: string, scheduleId?: string) =>
  ownRows(actor, sessions)
    .where(
      and(
        eq(sessions.classId, classId),
        scheduleId === undefined ? undefined : eq(sessions.scheduleId, scheduleId),
        gt(sessions.localDate, day),
      ),
    )
    .all()

// An ending remembers what the class, its lessons and its enrollments were, so that one undo brings exactly that back.

export type EndingWish = { scheduleId?: string | undefined; lastDay: string; reason: string }

/** What an ending remembers, as JSON. */
export type KeptEnding = Pick<KeptChange, "changes" | "lessons" | "accepted"> & {
  /** The end that the class or the weekly time had before. */
  endedOn: string | null
  stays: { was: Stay; endsOn: string | null }[]
}

/**
 * Ends a class or one of its weekly times after a last day (included), and remembers what it was. Guests, whoever makes up a lesson
 * in one that goes, and its teachers are told in two minutes; the letter about an ending is for who is enrolled.
 */
export function endWithUndo(
  actor: Actor,
  classId: string,
  { scheduleId, lastDay, reason }: EndingWish,
): { ok: true; effect: EndEffect; endingId: string } | { ok: false; reason: EndClassRefusal } {
  return allOrNothing(() => {
    const endedOn = findEnd(actor, classId, scheduleId)
    const lessons = listAfter(actor, classId, lastDay, scheduleId)
    const accepted = readAccepted(actor, lessons)
    const visited = listVisited(actor, lessons)
    const stays = scheduleId ? [] : listStays(actor, { classId }, lastDay)
    const { answer: ended, changes } = withChanges(() =>
      scheduleId
        ? endWeeklyTime(actor, classId, { scheduleId, lastDay, reason })
        : endClass(actor, classId, { lastDay, reason }),
    )
    if (!ended.ok) return ended
    const left = new Map(
      listStays(actor, { classId }, "").map(({ id, endsOn }): [string, string | null] => [id, endsOn]),
    )
    const before: KeptEnding = {
      accepted,
      endedOn: endedOn ?? null,
      changes: ofLessons(changes),
      lessons: lessons.map(({ id, teacherId, roomId }) => ({ id, teacherId, roomId })),
      stays: stays.flatMap((was) => {
        const endsOn = left.get(was.id) ?? null
        return endsOn === was.endsOn ? [] : [{ was, endsOn }]
      }),
    }
    const row = newRow(actor)
    add(actor, classEndings, { ...row, classId, scheduleId, lastDay, reason, before: JSON.stringify(before) })
    queueUpdates(actor, visited, { why: reason, only: true })
    return { ok: true, effect: ended.effect, endingId: row.id } as const
  })
}

/** Lessons with a guest or a make-up, for those and their teachers. */
function listVisited(actor: Actor, lessons: readonly (typeof sessions.$inferSelect)[]): SessionRow[] {
  const planned = lessons.flatMap(({ id, state }) => (state === "planned" ? id : []))
  return listSessionsToTell(actor, planned).flatMap((lesson) => {
    const visitors = lesson.students.filter(({ kind }) => kind !== "enrolled")
    return visitors.length > 0 ? [{ ...lesson, students: visitors }] : []
  })
}

/** When a class, or one of its weekly times, ends; undefined where there is no such thing. */
export function findEnd(actor: Actor, classId: string, scheduleId?: string | null) {
  const found = scheduleId
    ? ownRows(actor, schedules, { on: schedules.endsOn })
        .where(and(eq(schedules.id, scheduleId), eq(schedules.classId, classId)))
        .get()
    : ownRows(actor, classes, { on: classes.endedOn }).where(eq(classes.id, classId)).get()
  return found?.on
}

/** Whether the class or the weekly time still ends on that day. */
export const holds = (
  actor: Actor,
  {
    classId,
    scheduleId,
    lastDay,
  }: Pick<typeof classEndings.$inferSelect, "classId" | "scheduleId" | "lastDay">,
) => findEnd(actor, classId, scheduleId) === lastDay

/** One ending of a class, with what it remembers. */
export function findEnding(actor: Actor, classId: string, endingId: string) {
  const found = ownRows(actor, classEndings)
    .where(and(eq(classEndings.id, endingId), eq(classEndings.classId, classId)))
    .get()
  return found && { ...found, before: JSON.parse(found.before) as KeptEnding }
}

/** The endings of a class that hold, the latest first. */
export function listEndings(actor: Actor, classId: string): Ending[] {
  return ownRows(actor, classEndings)
    .where(eq(classEndings.classId, classId))
    .orderBy(desc(classEndings.createdAt), desc(classEndings.id))
    .all()
    .filter((ending) => holds(actor, ending))
    .map(({ id, lastDay, scheduleId, toldAt }) => ({
      id,
      lastDay,
      toldAt,
      part: scheduleId ? timeText(actor, scheduleId) : null,
    }))
}

export const findWeeklyTime = (actor: Actor, scheduleId: string) =>
  ownRows(actor, schedules, ["rrule", "startTime"]).where(eq(schedules.id, scheduleId)).get()

/** A weekly time as text. */
function timeText(actor: Actor, scheduleId: string): string {
  const found = findWeeklyTime(actor, scheduleId)
  return found ? patternText(found) : ""
}
