import { teachers } from "db/schema/people"
import { and, isNull, lt } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, type Params, query, select } from "~/models/foundation/access/door.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import type { Result } from "~/utils/result"
import { changeClass } from "../class/change-class.server"
import { findClassChange, findLastChange } from "../class/class-changes.server"
import { findClass } from "../class/find-class.server"
import { undoClassChange } from "../class/undo-class-change.server"
import { deactivateTeacher, findTeacherWithState, listOpenClasses } from "./deactivate-teacher.server"

// A teacher with a last day: once it is over they are deactivated, unless they stay after all.

const due = query((p: Params<{ day: string }>, own) =>
  select({ id: teachers.id })
    .from(teachers)
    .where(and(own(teachers), isNull(teachers.deactivatedAt), lt(teachers.lastDay, p.day))),
)

/** Deactivates the teachers whose last day is over at the school. Their classes are with those who took them over. */
export function letGoDue(actor: Actor) {
  for (const { id } of due.all(actor, { day: todayOf(actor) })) deactivateTeacher(actor, id, new Map())
}

/**
 * A teacher with a last day stays: their classes stay theirs, but those whose lessons they can't give anymore or that were given
 * to someone else since, which are named. Events and lessons given for others stay handed over.
 */
export function letTeacherStay(
  actor: Actor,
  teacherId: string,
): Result<{ name: string; classes: number; others: string[] }, "not-found"> {
  return allOrNothing(() => {
    const teacher = findTeacherWithState(actor, teacherId)
    if (!teacher || teacher.deactivatedAt !== null || teacher.lastDay === null)
      return { ok: false, reason: "not-found" } as const
    const from = addDays(teacher.lastDay, 1)
    const handed = listOpenClasses(actor, teacherId).flatMap(({ id }) => {
      const found = findClass(actor, id)
      return found?.later?.from === from ? [found] : []
    })
    // First of all, since no class is given to someone who leaves.
    change(actor, teachers, teacherId, { lastDay: null })
    const others = handed.filter((found) => !keepsClass(actor, teacherId, found, from))
    recordEvent(actor, {
      verb: "stay",
      noun: "teacher",
      nounId: teacherId,
      after: { name: teacher.name },
    })
    return {
      ok: true,
      name: teacher.name,
      classes: handed.length - others.length,
      others: others.map(({ name }) => name),
    } as const
  })
}

function keepsClass(
  actor: Actor,
  teacherId: string,
  found: NonNullable<ReturnType<typeof findClass>>,
  from: string,
): boolean {
  const last = findLastChange(actor, found)
  const isTheirs = last && findClassChange(actor, found.id, last.id)?.before.was.teacherId === teacherId
  if (isTheirs && undoClassChange(actor, found.id, last.id).ok) return true
  const { name, capacity, instrument, roomId } = found
  return changeClass(actor, found.id, {
    name,
    capacity,
    instrument: instrument ?? undefined,
    roomId: roomId ?? undefined,
    teacherId,
    teacherFrom: from,
  }).ok
}
