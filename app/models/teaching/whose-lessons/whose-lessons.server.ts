import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gt, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { listStudents } from "~/models/people/student/list-students.server"
import { statusMarks } from "~/models/people/student/status-marks.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { now } from "~/utils/clock.server"
import { findAmong } from "~/utils/find-among"
import { fullName } from "~/utils/names"
import { instantOf } from "~/utils/zones"
import { nameWithStart } from "../class/later-class"
import { listClasses } from "../class/list-classes.server"
import { listRooms } from "../room/room.server"
import { areSearched } from "../session/listed-lines"
import type { ScheduleQuery } from "../session/schedule-period"
import type { SessionRow } from "../session/session"
import { listSessionsById } from "../session/session-list.server"

// Whose lessons a schedule is narrowed to: a student's or a class's, found by their names; in a large school a teacher's or
// a room's, too.

const mostOffered = 8

export type WhoseLessons = { kind: "student" | "class"; id: string; name: string; about: string }

/**
 * Students and classes by part of a name, students first, former ones after the others; a private class named for its student comes
 * as the student.
 */
export function searchWhose(actor: Actor, text: string): WhoseLessons[] {
  const search = text.trim().slice(0, 100)
  if (!search) return []
  const all = listStudents(actor, { search }).students
  const isFormer = ({ status }: (typeof all)[number]) => status === "former"
  const found = [...all.filter((each) => !isFormer(each)), ...all.filter(isFormer)].slice(0, mostOffered)
  const marks = statusMarks(actor, found)
  const foundClasses = listClasses(actor, { search }, 1).classes.filter(({ kind }) => kind !== "private")
  return [
    ...found.map(
      (student): WhoseLessons => ({
        kind: "student",
        id: student.id,
        name: fullName(student),
        about: [student.instrument, marks.get(student.id)].filter(Boolean).join(", "),
      }),
    ),
    ...foundClasses.slice(0, mostOffered).map(
      ({ id, name, startsLaterOn, teacherName }): WhoseLessons => ({
        kind: "class",
        id,
        name: nameWithStart(name, startsLaterOn),
        about: teacherName ?? "",
      }),
    ),
  ]
}

type FoundLine = { kind: "teacher" | "room"; id: string; name: string; about: string }

/** Teachers and rooms by part of a name, where the filters don't list them all. */
export function searchLines(actor: Actor, text: string): FoundLine[] {
  const search = text.trim().slice(0, 100)
  if (!search) return []
  const lines = { teacher: actor.school.kind === "solo" ? [] : listTeachers(actor), room: listRooms(actor) }
  return (["teacher", "room"] as const).flatMap((kind) =>
    areSearched(lines[kind])
      ? findAmong(
          lines[kind].map(({ id, name }) => ({ id, title: name })),
          search,
          mostOffered,
        ).found.map(({ id, title }) => ({ kind, id, name: title, about: "" }))
      : [],
  )
}

/** The student or class that an address names; null when it names neither, or another school's. */
export function findWhose(actor: Actor, { studentId, classId }: ScheduleQuery): WhoseLessons | null {
  if (studentId) {
    const student = ownRows(actor, students, ["firstName", "lastName"])
      .where(eq(students.id, studentId))
      .get()
    return student ? { kind: "student", id: studentId, name: fullName(student), about: "" } : null
  }
  if (!classId) return null
  const found = find(actor, classes, classId)
  return found ? { kind: "class", id: classId, name: found.name, about: "" } : null
}

// The next lessons of whom an office has on the phone: found by a student's or a class's name.

const mostLessons = 12

/** The planned lessons of students and classes found by name, from a date on, soonest first; `found` is how many names match. */
export function searchComingLessons(
  actor: Actor,
  text: string,
  from: string,
): { found: number; lessons: SessionRow[] } {
  const whose = searchWhose(actor, text)
  const since = Math.max(now(), instantOf(from, "00:00", actor.school.timeZone))
  const idsOf = (wanted: "student" | "class") =>
    whose.filter(({ kind }) => kind === wanted).map(({ id }) => id)
  const coming = [
    ...listOfStudents(actor, idsOf("student"), since),
    ...listOfClasses(actor, idsOf("class"), since),
  ]
  const soonest = coming.sort((one, other) => one.startsAt - other.startsAt).map(({ id }) => id)
  const ids = [...new Set(soonest)].slice(0, mostLessons)
  return { found: whose.length, lessons: listSessionsById(actor, ids) }
}

function listOfStudents(actor: Actor, studentIds: readonly string[], since: number) {
  if (studentIds.length === 0) return []
  return select({ id: sessions.id, startsAt: sessions.startsAt })
    .from(bookings)
    .innerJoin(sessions, joined(sessions, bookings.sessionId))
    .where(
      and(
        own(actor, bookings),
        eq(bookings.resource, "student"),
        inArray(bookings.resourceId, [...studentIds]),
        gt(bookings.startsAt, since),
        eq(sessions.state, "planned"),
      ),
    )
    .orderBy(asc(bookings.startsAt))
    .limit(mostLessons)
    .all()
}

function listOfClasses(actor: Actor, classIds: readonly string[], since: number) {
  if (classIds.length === 0) return []
  return ownRows(actor, sessions, ["id", "startsAt"])
    .where(
      and(
        inArray(sessions.classId, [...classIds]),
        gt(sessions.startsAt, since),
        eq(sessions.state, "planned"),
      ),
    )
    .orderBy(asc(sessions.startsAt))
    .limit(mostLessons)
    .all()
}
