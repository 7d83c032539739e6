import { students, teachers } from "db/schema/people"
import { rooms } from "db/schema/teaching"
import { and, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { fullName } from "~/utils/names"
import { instantOf } from "~/utils/zones"
import { withThoseOn } from "./left-out.server"
import type { SessionRow, SessionStudent } from "./session"

/** Where a lesson is, and who gives it. */
export type Place = {
  date: string
  startTime: string
  minutes: number
  teacherId: string | null
  roomId: string | null
  coTeachers?: { id: string; name: string }[]
}

/** A lesson in another place, with those, too, who come to it there. */
export function lessonIn(actor: Actor, session: SessionRow, { date, ...place }: Place): SessionRow {
  const { startTime, minutes, teacherId, roomId, coTeachers = session.coTeachers } = place
  const startsAt = instantOf(date, startTime, actor.school.timeZone)
  return {
    ...withThoseOn(actor, session, date),
    localDate: date,
    startTime,
    minutes,
    startsAt,
    endsAt: startsAt + minutes * 60_000,
    teacherId,
    teacherName: teacherId === session.teacherId ? session.teacherName : nameOf(actor, teachers, teacherId),
    roomId,
    roomName: roomId === session.roomId ? session.roomName : nameOf(actor, rooms, roomId),
    ...(coTeachers ? { coTeachers } : {}),
  }
}

const nameOf = (actor: Actor, table: typeof teachers | typeof rooms, id: string | null): string | null =>
  (id &&
    select({ name: table.name })
      .from(table)
      .where(own(actor, table, id))
      .get()?.name) ||
  null

/** A lesson with these students, too, who had a spot in it. */
export function withStudents(
  actor: Actor,
  session: SessionRow,
  ids: readonly string[],
  kind: SessionStudent["kind"],
): SessionRow {
  const missing = ids.filter((id) => !session.students.some((student) => student.id === id))
  if (missing.length === 0) return session
  const found = select({ id: students.id, firstName: students.firstName, lastName: students.lastName })
    .from(students)
    .where(and(own(actor, students), inArray(students.id, missing)))
    .all()
    .map(({ id, ...student }) => ({ id, name: fullName(student), enrollmentId: null, kind }))
  return { ...session, students: [...session.students, ...found] }
}
