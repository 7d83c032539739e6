import { students } from "db/schema/people"
import { and, eq, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { fullName } from "~/utils/names"
import type { Learner } from "./learner"

// Who may see a student's learning: the office sees everyone's, a teacher their students', a family its own.

/** For how long a teacher who stood in, or whose student has left, still reaches the student; days. */
const daysAfter = 60

/** The student, or undefined where there is none or the actor has nothing to do with them. */
export function findLearner(actor: Actor, studentId: string): Learner | undefined {
  const row =
    actor.role === "teacher"
      ? ownRows(actor, students)
          .where(and(eq(students.id, studentId), isTaughtBy(actor)))
          .get()
      : studentQuery.get(actor, { studentId })
  if (!row) return undefined
  if (actor.role === "student" && !findPortal(actor).students.some(({ id }) => id === studentId))
    return undefined
  return learnerOf(row)
}

const studentQuery = query((p: Params<{ studentId: string }>, own) =>
  select().from(students).where(own(students, p.studentId)),
)

/** A student's row as their learning is shown; for callers that have found the student already. */
export const learnerOf = ({
  id,
  firstName,
  lastName,
  instrument,
  level,
}: Omit<Learner, "name"> & { lastName: string }): Learner => ({
  id,
  firstName,
  name: fullName({ firstName, lastName }),
  instrument,
  level,
})

/**
 * In SQL: a student of the teacher's classes, or someone who sat in one of their sessions recently. Cross joins keep SQLite to
 * the written order: the few lessons in which a teacher replaced another.
 */
function isTaughtBy(actor: Actor): SQL {
  const since = addDays(todayOf(actor), -daysAfter)
  const memberId = actor.memberId ?? ""
  return sql`(
    exists (select 1 from enrollments e
      join classes c on c.school_id = e.school_id and c.id = e.class_id
      join teachers t on t.school_id = c.school_id and t.id = c.teacher_id
      where e.school_id = ${students.schoolId} and e.student_id = ${students.id} and t.member_id = ${memberId}
        and (e.ends_on is null or e.ends_on >= ${since}))
    or exists (select 1 from seats x
      join sessions s on s.school_id = x.school_id and s.id = x.session_id
      join teachers t on t.school_id = s.school_id and t.id = s.teacher_id
      where x.school_id = ${students.schoolId} and x.student_id = ${students.id} and t.member_id = ${memberId}
        and s.local_date >= ${since})
    or exists (select 1 from teachers t
      cross join co_substitutes r on r.school_id = t.school_id and r.substitute_id = t.id
      cross join seats x on x.school_id = r.school_id and x.session_id = r.session_id
        and x.student_id = ${students.id}
      cross join sessions s on s.school_id = r.school_id and s.id = r.session_id
      where t.school_id = ${students.schoolId} and t.member_id = ${memberId} and s.local_date >= ${since})
    or exists (select 1 from enrollments e
      join class_teachers k on k.school_id = e.school_id and k.class_id = e.class_id
      join teachers t on t.school_id = k.school_id and t.id = k.teacher_id
      where e.school_id = ${students.schoolId} and e.student_id = ${students.id} and t.member_id = ${memberId}
        and (e.ends_on is null or e.ends_on >= ${since}) and (k.ends_on is null or k.ends_on >= ${since})))`
}
