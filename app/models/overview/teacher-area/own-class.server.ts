import { notes } from "db/schema/attendance"
import { students } from "db/schema/people"
import { classes, enrollments, rooms } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { listRules } from "~/models/teaching/class/list-classes.server"
import { teaches } from "~/models/teaching/co-teacher/co-teacher.server"
import { patternTexts } from "~/models/teaching/session/pattern"
import { namesAway } from "~/models/teaching/session/session"
import { listSessionsById } from "~/models/teaching/session/session-list.server"
import { now, todayOf } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import { findTaughtFacts } from "./taught-facts.server"

// One class of the teacher who asks: what it is, who is in it, what was and what comes.

const [comingShown, pastShown] = [5, 12]

/** The class, unless it is another teacher's. Its patterns are the rules that are not over, as text. */
export function findOwnClass(actor: Actor, teacherId: string, classId: string) {
  const day = todayOf(actor)
  const found = select({
    ...columns(classes, "id", "name", "kind", "instrument", "capacity", "endedOn"),
    roomName: rooms.name,
  })
    .from(classes)
    .leftJoin(rooms, joined(rooms, classes.roomId))
    .where(and(own(actor, classes, classId), teaches(actor, teacherId, day)))
    .get()
  return found && { ...found, patterns: patternTexts(listRules(actor, [classId], day), day) }
}

/** Who is in the class today or will be, by name, with what the teacher should know of each. */
export function listRoster(actor: Actor, teacherId: string, classId: string) {
  const day = todayOf(actor)
  const rows = select({
    studentId: students.id,
    ...columns(students, "firstName", "lastName", "level", "medicalNotes"),
    startsOn: enrollments.startsOn,
    endsOn: enrollments.endsOn,
  })
    .from(enrollments)
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.classId, classId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day)),
      ),
    )
    .orderBy(sql`${students.firstName} collate nocase`, sql`${students.lastName} collate nocase`)
    .all()
  const factsOf = findTaughtFacts(actor, {
    teacherId,
    classId,
    studentIds: rows.map(({ studentId }) => studentId),
  })
  return rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    name: fullName({ firstName, lastName }),
    isYetToStart: row.startsOn > day,
    ...factsOf(row.studentId),
  }))
}

/** The class's next sessions, soonest first, and its last ones, newest first, each with its notes. */
export function listClassSessions(actor: Actor, classId: string) {
  const ofClass = and(own(actor, sessions), eq(sessions.classId, classId))
  const idsOf = (which: ReturnType<typeof and>, order: ReturnType<typeof asc>, most: number) =>
    select({ id: sessions.id })
      .from(sessions)
      .where(and(ofClass, which))
      .orderBy(order)
      .limit(most)
      .all()
      .map(({ id }) => id)
  const coming = idsOf(gt(sessions.endsAt, now()), asc(sessions.startsAt), comingShown)
  const past = idsOf(lte(sessions.endsAt, now()), desc(sessions.startsAt), pastShown)
  const notes = listNotes(actor, [...coming, ...past])
  const found = listSessionsById(actor, [...coming, ...past])
  const noted = (ids: string[]) =>
    found
      .filter(({ id }) => ids.includes(id))
      .map(({ id, localDate, startTime, register, cancelReason, ...away }) => ({
        id,
        localDate,
        startTime,
        register,
        notComing: namesAway(away),
        cancelReason,
        sharedNote: notes.get(`${id} shared`) ?? "",
        privateNote: notes.get(`${id} private`) ?? "",
      }))
  return { coming: noted(coming), past: noted(past).reverse() }
}

function listNotes(actor: Actor, sessionIds: string[]): Map<string, string> {
  const rows = ownRows(actor, notes, ["sessionId", "visibility", "body"])
    .where(inArray(notes.sessionId, sessionIds))
    .all()
  return new Map(rows.map(({ sessionId, visibility, body }) => [`${sessionId} ${visibility}`, body]))
}
