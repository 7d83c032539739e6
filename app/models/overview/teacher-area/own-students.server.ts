import { guardians, students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, asc, eq, gte, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { isTaughtBy, listStudents } from "~/models/people/student/list-students.server"
import type { StudentQuery } from "~/models/people/student/student"
import { sessionsGivenBy, teaches } from "~/models/teaching/co-teacher/co-teacher.server"
import { todayOf } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import { readPastLessons } from "../record/student-record.server"
import type { TaughtStudent } from "./taught"
import { findTaughtFacts } from "./taught-facts.server"

// The students of the teacher who asks: those in a class of theirs, today or later. Nothing here speaks of money.

export type OwnStudentQuery = Pick<StudentQuery, "page"> & { search?: string; instrument?: string }

/** One page of them (see `listStudents`) with what a teacher should know of each. */
export function listOwnStudents(
  actor: Actor,
  teacherId: string,
  { search, instrument, page }: OwnStudentQuery,
) {
  const found = listStudents(actor, { search, instrument, teacherId }, page)
  const studentIds = found.students.map(({ id }) => id)
  const factsOf = findTaughtFacts(actor, { teacherId, studentIds })
  const medical = new Map(listMedicalNotes(actor, studentIds).map((row) => [row.id, row.medicalNotes]))
  return {
    total: found.total,
    students: found.students.map((student) => ({
      id: student.id,
      name: fullName(student),
      birthDate: student.birthDate,
      instrument: student.instrument,
      level: student.level,
      medicalNotes: medical.get(student.id) ?? null,
      ...factsOf(student.id),
    })),
  }
}

/** One page of the active students of a teacher, for the office, as its list of students has them. */
export function listTeacherStudents(actor: Actor, teacherId: string, page: number) {
  const { students: found, total } = listStudents(actor, { teacherId, status: "active" }, page)
  const factsOf = findTaughtFacts(actor, { teacherId, studentIds: found.map(({ id }) => id) })
  return {
    total,
    students: found.map(({ id, firstName, lastName, instrument, level }): TaughtStudent => {
      const { attended, held, nextSession } = factsOf(id)
      return { id, name: fullName({ firstName, lastName }), instrument, level, attended, held, nextSession }
    }),
  }
}

function listMedicalNotes(actor: Actor, studentIds: string[]) {
  return ownRows(actor, students, ["id", "medicalNotes"]).where(among(students.id, studentIds)).all()
}

/** A student of this teacher, with the adults to call; undefined for anyone else's. */
export function findOwnStudent(actor: Actor, teacherId: string, studentId: string) {
  const student = ownRows(actor, students, {
    ...columns(students, "id", "familyId", "firstName", "lastName", "birthDate", "instrument"),
    ...columns(students, "level", "status", "phone", "medicalNotes", "emergencyContact"),
  })
    .where(and(eq(students.id, studentId), isTaughtBy(actor, teacherId)))
    .get()
  if (!student) return undefined
  const adults = ownRows(actor, guardians, ["id", "name", "relation", "phone"])
    .where(eq(guardians.familyId, student.familyId))
    .orderBy(asc(guardians.position), asc(guardians.id))
    .all()
  return {
    ...student,
    name: fullName(student),
    adults,
    ...findTaughtFacts(actor, { teacherId, studentIds: [studentId] })(studentId),
  }
}

/** The classes of this teacher that a student is in, today or later. */
export function listSharedClasses(actor: Actor, teacherId: string, studentId: string) {
  return select({ id: classes.id, name: classes.name, kind: classes.kind })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.studentId, studentId),
        teaches(actor, teacherId, todayOf(actor)),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, todayOf(actor))),
      ),
    )
    .orderBy(asc(classes.name))
    .all()
}

export const historyPageSize = 20

/** The student's past sessions with this teacher, newest first: the mark, and what was noted. 20 a page from 1. */
export const listLessonHistory = (actor: Actor, teacherId: string, studentId: string, page = 1) =>
  readPastLessons(actor, studentId, {
    page,
    pageSize: historyPageSize,
    those: sessionsGivenBy(actor, teacherId),
  })
