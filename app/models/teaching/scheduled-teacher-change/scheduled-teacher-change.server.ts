import { transact } from "db/client.server"
import { teachers } from "db/schema/people"
import { classes, laterTeachers } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gt, isNull, lte } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, type Params, query, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import type { LaterTeacher, Leaving, Unstaffed } from "./scheduled-teacher-change"

// A class gets another teacher from a later day on: at most one such change of a class waits. Its lessons from that day are given
// at once; the class itself follows when the day has begun at the school.

const ofClass = query((p: Params<{ classId: string }>, own) =>
  select({ teacherId: laterTeachers.teacherId, from: laterTeachers.fromDate })
    .from(laterTeachers)
    .where(and(own(laterTeachers), eq(laterTeachers.classId, p.classId))),
)

/** Who has a class from a later day on; null where it stays as it is. */
export const findLaterTeacher = (actor: Actor, classId: string): LaterTeacher | null =>
  ofClass.get(actor, { classId }) ?? null

/** Puts this change in the place of what was planned for a class; null leaves it with the teacher it has. */
export function setLaterTeacher(actor: Actor, classId: string, later: LaterTeacher | null) {
  remove(actor, laterTeachers, eq(laterTeachers.classId, classId))
  if (later) add(actor, laterTeachers, { classId, teacherId: later.teacherId, fromDate: later.from })
}

/** A class that a teacher was to get, from when on, and who has it until then. */
export type PlannedClass = { classId: string; from: string; ownTeacherId: string | null }

/**
 * Gives no class to a teacher after their last day, or at all: it stays with the teacher it has, and has no one once that one leaves.
 * Answers what was planned. In the caller's transaction.
 */
export function dropPlansFor(actor: Actor, teacherId: string, after = ""): PlannedClass[] {
  const plans = select({
    classId: laterTeachers.classId,
    from: laterTeachers.fromDate,
    ownTeacherId: classes.teacherId,
  })
    .from(laterTeachers)
    .innerJoin(classes, joined(classes, laterTeachers.classId))
    .where(
      and(
        own(actor, laterTeachers),
        eq(laterTeachers.teacherId, teacherId),
        gt(laterTeachers.fromDate, after),
      ),
    )
    .all()
  for (const { classId, from, ownTeacherId } of plans) {
    const leaves = findLeaving(actor, ownTeacherId)
    const later = leaves && { teacherId: null, from: addDays(leaves.lastDay, 1) }
    setLaterTeacher(actor, classId, later)
    recordEvent(actor, "class.change", classId, {
      before: { laterTeacherId: teacherId, laterFrom: from },
      after: { laterFrom: later?.from },
    })
  }
  return plans
}

const byDay = query((p: Params<{ day: string }>, own) =>
  select({
    classId: laterTeachers.classId,
    teacherId: laterTeachers.teacherId,
    teacherName: teachers.name,
    teacherLeftAt: teachers.deactivatedAt,
  })
    .from(laterTeachers)
    .leftJoin(teachers, joined(teachers, laterTeachers.teacherId))
    .where(and(own(laterTeachers), lte(laterTeachers.fromDate, p.day))),
)

const planned = query((p: Params<{ after: string; until: string }>, own) =>
  select({
    classId: laterTeachers.classId,
    teacherId: laterTeachers.teacherId,
    from: laterTeachers.fromDate,
    name: teachers.name,
  })
    .from(laterTeachers)
    .leftJoin(teachers, joined(teachers, laterTeachers.teacherId))
    .where(
      and(own(laterTeachers), gt(laterTeachers.fromDate, p.after), lte(laterTeachers.fromDate, p.until)),
    ),
)

/** Who gets a class from a day after the first of a term on, by class. */
export const listLaterWithin = (actor: Actor, { startsOn, endsOn }: { startsOn: string; endsOn: string }) =>
  new Map(
    planned.all(actor, { after: startsOn, until: endsOn }).map(({ classId, ...later }) => [classId, later]),
  )

/** Who has a class instead of its own teacher by a day, by class. */
export const listLaterBy = (actor: Actor, day: string) =>
  new Map(byDay.all(actor, { day }).map(({ classId, ...later }) => [classId, later]))

const leaving = query((p: Params<{ teacherId: string }>, own) =>
  select({ name: teachers.name, lastDay: teachers.lastDay })
    .from(teachers)
    .where(and(own(teachers), eq(teachers.id, p.teacherId), isNull(teachers.deactivatedAt))),
)

/** A teacher who leaves on a day that is known, and whose classes have no one after it; null for others. */
export function findLeaving(actor: Actor, teacherId: string | null): Leaving | null {
  const found = teacherId === null ? undefined : leaving.get(actor, { teacherId })
  return found?.lastDay ? { name: found.name, lastDay: found.lastDay } : null
}

/** Which of some teachers has left by a day, on a last day that is known. */
export const findGone = (
  actor: Actor,
  teacherIds: readonly (string | null)[],
  date: string,
): Leaving | undefined =>
  teacherIds.flatMap((teacherId) => findLeaving(actor, teacherId) ?? []).find(({ lastDay }) => lastDay < date)

/** The last days of the teachers who leave, by teacher. */
export const listLastDays = (actor: Actor): ReadonlyMap<string, string> =>
  new Map(listTeachers(actor).flatMap(({ id, lastDay }) => (lastDay === null ? [] : [[id, lastDay]])))

const unstaffed = query((p: Params<{ classId: string; day: string }>, own) =>
  select({ date: sessions.localDate })
    .from(sessions)
    .where(
      and(
        own(sessions),
        eq(sessions.classId, p.classId),
        eq(sessions.state, "planned"),
        isNull(sessions.teacherId),
        gt(sessions.localDate, p.day),
      ),
    )
    .orderBy(asc(sessions.startsAt)),
)

/** The same with the days of the class's lessons that have no one once that teacher is gone. */
export const withUnstaffed = (actor: Actor, classId: string, leaves: Leaving | null): Unstaffed | null =>
  leaves && {
    ...leaves,
    dates: unstaffed.all(actor, { classId, day: leaves.lastDay }).map(({ date }) => date),
  }

const due = query((p: Params<{ day: string }>, own) =>
  select({
    id: laterTeachers.id,
    classId: laterTeachers.classId,
    teacherId: laterTeachers.teacherId,
    before: classes.teacherId,
  })
    .from(laterTeachers)
    .innerJoin(classes, joined(classes, laterTeachers.classId))
    .where(and(own(laterTeachers), lte(laterTeachers.fromDate, p.day))),
)

/** Gives classes the teacher whose day has begun at the school. Their lessons have that one already. */
export function giveClassesDue(actor: Actor) {
  transact(() => {
    for (const { id, classId, teacherId, before } of due.all(actor, {
      day: todayOf(actor),
    })) {
      change(actor, classes, classId, { teacherId })
      remove(actor, laterTeachers, id)
      recordEvent(actor, "class.change", classId, { before: { teacherId: before }, after: { teacherId } })
    }
  })
}
