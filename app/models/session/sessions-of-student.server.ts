import { sessions } from "db/schema/teaching"
import { type SQL, sql } from "drizzle-orm"

/** In SQL: sessions of a class the student is enrolled in on that day, or has a seat in (a make-up, a visit). */
export const sessionsOfStudent = (studentId: string): SQL => sql`(
  exists (select 1 from enrollments e where e.school_id = ${sessions.schoolId} and e.class_id = ${sessions.classId}
    and e.student_id = ${studentId} and e.starts_on <= ${sessions.localDate}
    and (e.ends_on is null or e.ends_on >= ${sessions.localDate}))
  or exists (select 1 from seats s where s.school_id = ${sessions.schoolId} and s.session_id = ${sessions.id}
    and s.student_id = ${studentId}))`
