import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { type AnyColumn, and, exists, gte, isNull, or, type Placeholder, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"

// Whose student someone is: those in a class that a teacher gives.

/** In a class that this teacher gives, alone or with others, today or later: a condition on `students`. */
export const isTaughtBy = (actor: Actor, teacherId: string): SQL =>
  isTaught(actor.school.id, teacherId, todayOf(actor))

/** Begins with the teacher's classes: one by one, every student of the school would be looked up in all of theirs. */
export const isTaught = (
  school: string | Placeholder,
  teacherId: string | Placeholder,
  day: string | Placeholder,
): SQL => sql`${students.id} in (select e.student_id from (
    select c.id from classes c where c.school_id = ${school} and c.teacher_id = ${teacherId}
    union select k.class_id from class_teachers k where k.school_id = ${school} and k.teacher_id = ${teacherId}
      and (k.ends_on is null or k.ends_on >= ${day})) t
  cross join enrollments e on e.school_id = ${school} and e.class_id = t.id
  where e.ends_on is null or e.ends_on >= ${day})`

/** The same of a statement's own teachers, on a day. */
export function isTaughtByAny(teacherId: AnyColumn, day: string | Placeholder): SQL {
  return exists(
    select({ one: sql`1` })
      .from(enrollments)
      .innerJoin(classes, joined(classes, enrollments.classId))
      .where(
        and(
          joined(students, enrollments.studentId),
          or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day)),
          sql`(${classes.teacherId} = ${teacherId} or exists (select 1 from class_teachers k
            where k.school_id = ${classes.schoolId} and k.class_id = ${classes.id} and k.teacher_id = ${teacherId}
            and (k.ends_on is null or k.ends_on >= ${day})))`,
        ),
      ),
  )
}
