import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { fullName } from "~/utils/names"
import type { Narrowing } from "./analytics-period"
import type { StatusHistory, Stay } from "./growth"
import { narrowedTo } from "./narrow.server"

type Row = StatusHistory["changes"][number] & { studentId: string; firstName: string; lastName: string }

/** The history of every student's status, in the order it happened. */
export function listStatusHistories(actor: Actor): StatusHistory[] {
  const rows = db().all<Row>(sql`
    select c.student_id as studentId, s.first_name as firstName, s.last_name as lastName, c.status,
      c.from_date as "from", c.reason
    from student_status_changes c join students s on s.school_id = c.school_id and s.id = c.student_id
    where c.school_id = ${actor.school.id}
    order by c.student_id, c.from_date, c.id`)
  const histories: StatusHistory[] = []
  for (const { studentId, firstName, lastName, ...change } of rows) {
    const latest = histories.at(-1)
    if (latest?.studentId === studentId) latest.changes.push(change)
    else histories.push({ studentId, name: fullName({ firstName, lastName }), changes: [change] })
  }
  return histories
}

/** Who has ever had a spot in the classes of a teacher or an instrument, and when. Trial lessons are none. */
export const listStays = (actor: Actor, narrowing: Narrowing): Stay[] =>
  db().all<Stay>(sql`
    select e.student_id as studentId, e.starts_on as startsOn,
      nullif(min(coalesce(e.ends_on, '9999'), coalesce(c.ended_on, '9999')), '9999') as endsOn
    from classes c
    cross join enrollments e on e.school_id = c.school_id and e.class_id = c.id
    where c.school_id = ${actor.school.id} and c.kind <> 'trial'
      ${narrowedTo(narrowing, { teacher: sql`c.teacher_id`, instrument: sql`c.instrument` })}`)
