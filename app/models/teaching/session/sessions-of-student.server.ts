import { sessions } from "db/schema/teaching-sessions"
import { type Placeholder, type SQL, sql } from "drizzle-orm"
import type { Owner } from "~/models/foundation/access/own.server"
import { isOnLeave } from "../leave/leave.server"

/**
 * In SQL: sessions of a class the student is enrolled in on that day and not on leave from, or has a seat in (a make-up, a visit). Found from the
 * student, so that no more is read than is theirs; the cross join keeps SQLite to that order.
 */
export const sessionsOfStudent = (owner: Owner, studentId: string | Placeholder): SQL =>
  ofStudentIn("school" in owner ? owner.school.id : owner, studentId)

const awayThen = isOnLeave({
  schoolId: sql`e.school_id`,
  studentId: sql`e.student_id`,
  classId: sql`e.class_id`,
  day: sql`o.local_date`,
})

const ofStudentIn = (
  schoolId: string | Placeholder,
  studentId: string | Placeholder,
) => sql`${sessions.id} in (
  select o.id from enrollments e cross join sessions o
    where e.school_id = ${schoolId} and e.student_id = ${studentId}
    and o.school_id = e.school_id and o.class_id = e.class_id
    and o.local_date >= e.starts_on and (e.ends_on is null or o.local_date <= e.ends_on)
    and not ${awayThen}
  union select s.session_id from seats s where s.school_id = ${schoolId} and s.student_id = ${studentId})`
