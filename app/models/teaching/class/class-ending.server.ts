import { classes, schedules } from "db/schema/teaching"
import { classEndings } from "db/schema/teaching-class-endings"
import { and, desc, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, select } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { withChanges } from "~/models/foundation/access/row-changes.server"
import type { EndClassRefusal } from "~/texts/teaching/refusals"
import { patternText } from "../session/pattern"
import { type KeptChange, ofLessons, readAccepted } from "../session/schedule-change.server"
import type { EndEffect } from "./class-effects"
import type { Ending } from "./class-ending"
import { endClass, endWeeklyTime, listAfter } from "./end-class.server"
import { listStays, type Stay } from "./restore-stays.server"

// An ending remembers what the class, its lessons and its enrollments were, so that one undo brings exactly that back.

export type EndingWish = { scheduleId?: string | undefined; lastDay: string; reason: string }

/** What an ending remembers, as JSON. */
export type KeptEnding = Pick<KeptChange, "changes" | "lessons" | "accepted"> & {
  /** The end that the class or the weekly time had before. */
  endedOn: string | null
  stays: { was: Stay; endsOn: string | null }[]
}

/** Ends a class or one of its weekly times after a last day (included), and remembers what it was. */
export function endWithUndo(
  actor: Actor,
  classId: string,
  { scheduleId, lastDay, reason }: EndingWish,
): { ok: true; effect: EndEffect; endingId: string } | { ok: false; reason: EndClassRefusal } {
  return allOrNothing(() => {
    const endedOn = findEnd(actor, classId, scheduleId)
    const lessons = listAfter(actor, classId, lastDay, scheduleId)
    const accepted = readAccepted(actor, lessons)
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
    return { ok: true, effect: ended.effect, endingId: row.id } as const
  })
}

/** When a class, or one of its weekly times, ends; undefined where there is no such thing. */
export function findEnd(actor: Actor, classId: string, scheduleId?: string | null) {
  const found = scheduleId
    ? select({ on: schedules.endsOn })
        .from(schedules)
        .where(and(own(actor, schedules, scheduleId), eq(schedules.classId, classId)))
        .get()
    : select({ on: classes.endedOn })
        .from(classes)
        .where(own(actor, classes, classId))
        .get()
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
  const found = select()
    .from(classEndings)
    .where(and(own(actor, classEndings, endingId), eq(classEndings.classId, classId)))
    .get()
  return found && { ...found, before: JSON.parse(found.before) as KeptEnding }
}

/** The endings of a class that hold, the latest first. */
export function listEndings(actor: Actor, classId: string): Ending[] {
  return select()
    .from(classEndings)
    .where(and(own(actor, classEndings), eq(classEndings.classId, classId)))
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
  select({ rrule: schedules.rrule, startTime: schedules.startTime })
    .from(schedules)
    .where(own(actor, schedules, scheduleId))
    .get()

/** A weekly time as text. */
function timeText(actor: Actor, scheduleId: string): string {
  const found = findWeeklyTime(actor, scheduleId)
  return found ? patternText(found) : ""
}
