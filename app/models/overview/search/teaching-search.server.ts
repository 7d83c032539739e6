import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, gte, isNull, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select, selectDistinct } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { teaches } from "~/models/teaching/co-teacher/co-teacher.server"
import { todayOf } from "~/utils/clock.server"
import { findAmong } from "~/utils/find-among"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { type FoundGroup, groupOf, mostOf } from "./search"

/** A teacher finds the classes that are theirs and have not ended, and the students in them today or later. */
export function searchOwnTeaching(actor: Actor, text: string): FoundGroup[] {
  const teacher = findOwnTeacher(actor)
  if (!teacher) return []
  const day = todayOf(actor)
  const pupils = ownStudentNamesQuery(actor, teacher.id, day)
    .all()
    .map(({ id, instrument, ...names }) => ({
      to: paths.teacherStudent(id),
      title: fullName(names),
      detail: instrument,
    }))
    .sort((a, b) => a.title.localeCompare(b.title))
  const taught = ownClassNamesQuery(actor, teacher.id, day)
    .all()
    .map(({ id, name, instrument }) => ({
      to: paths.teacherClass(id),
      title: name,
      also: instrument ?? "",
      detail: instrument,
    }))
    .sort((a, b) => a.title.localeCompare(b.title))
  return [
    ...groupOf("Students", findAmong(pupils, text, mostOf.students), paths.teacherStudents({ q: text })),
    ...groupOf("Classes", findAmong(taught, text, mostOf.classes), paths.teacherClasses({ q: text })),
  ]
}

const isOwn = (actor: Actor, teacherId: string, day: string) =>
  and(
    own(actor, classes),
    teaches(actor, teacherId, day),
    or(isNull(classes.endedOn), gte(classes.endedOn, day)),
  )

/** Exported for the test that reads its plan, as is the one below. */
export function ownClassNamesQuery(actor: Actor, teacherId: string, day: string) {
  return select({ id: classes.id, name: classes.name, instrument: classes.instrument })
    .from(classes)
    .where(isOwn(actor, teacherId, day))
}

export function ownStudentNamesQuery(actor: Actor, teacherId: string, day: string) {
  return (
    selectDistinct({
      id: students.id,
      firstName: students.firstName,
      lastName: students.lastName,
      instrument: students.instrument,
    })
      .from(classes)
      // cross joins keep SQLite from starting with all the enrollments or students of a school
      .crossJoin(enrollments)
      .crossJoin(students)
      .where(
        and(
          isOwn(actor, teacherId, day),
          joined(classes, enrollments.classId),
          or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day)),
          joined(students, enrollments.studentId),
        ),
      )
  )
}
