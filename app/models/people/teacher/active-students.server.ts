import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { todayOf } from "~/utils/clock.server"

/**
 * How many active students each of these teachers has: in a class that they give, alone or with others, today or later. The
 * list of students narrowed to a teacher (student/list-students.server.ts) has the same ones. Cross joins keep SQLite from
 * looking through the enrollments for each class.
 */
export function countActiveStudents(actor: Actor, teacherIds: readonly string[]): Map<string, number> {
  const schoolId = actor.school.id
  const day = todayOf(actor)
  const asked = sql`json_each(${JSON.stringify(teacherIds)}) t`
  const rows = askAll<{ teacherId: string; count: number }>(sql`
    with given as materialized (
      select c.teacher_id, c.id as class_id from ${asked}
      cross join classes c on c.school_id = ${schoolId} and c.teacher_id = t.value
      union
      select k.teacher_id, k.class_id from ${asked}
      cross join class_teachers k on k.school_id = ${schoolId} and k.teacher_id = t.value
        and (k.ends_on is null or k.ends_on >= ${day})
    )
    select g.teacher_id as teacherId, count(distinct e.student_id) as count
    from given g
    cross join enrollments e on e.school_id = ${schoolId} and e.class_id = g.class_id
      and (e.ends_on is null or e.ends_on >= ${day})
    cross join students s on s.school_id = ${schoolId} and s.id = e.student_id and s.status = 'active'
    group by g.teacher_id`)
  return new Map(rows.map(({ teacherId, count }) => [teacherId, count]))
}
