import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { todayOf } from "~/utils/clock.server"
import { readTalks, talksPerPage } from "./family-talks.server"

/**
 * The actor's own conversations and announcements that reached a student of the class or an adult of their family, the latest
 * first, as many a page as asked from 1, and how many there are. Of a class that goes on its students are those it has today or will have;
 * of one that is over, all it ever had. What others wrote is not the actor's to read.
 */
export function listClassTalks(
  actor: Actor,
  { id, isOver }: { id: string; isOver: boolean },
  page: number,
  perPage = talksPerPage,
) {
  const schoolId = actor.school.id
  const since = isOver ? "" : todayOf(actor)
  return readTalks(
    actor,
    sql`pupils as materialized (
      select distinct s.id, s.family_id, s.member_id from enrollments e
      cross join students s on s.school_id = e.school_id and s.id = e.student_id
      where e.school_id = ${schoolId} and e.class_id = ${id} and s.erased_at is null
        and coalesce(e.ends_on, '9999') >= ${since}),
    adults as materialized (
      select g.id, g.member_id from guardians g where g.school_id = ${schoolId}
      and g.family_id in (select family_id from pupils)),
    reached as materialized (
      select distinct conversation_id from (
        select o.conversation_id from (
          select member_id from pupils where member_id is not null
          union select member_id from adults where member_id is not null) x
        cross join participants o on o.school_id = ${schoolId} and o.member_id = x.member_id
        union all select o.conversation_id from adults x
        cross join participants o on o.school_id = ${schoolId} and o.guardian_id is not null
          and o.guardian_id = x.id)),
    listed as (
      select p.conversation_id as id, p.read_at, c.last_message_at, count(*) over () as total
      from reached r
      cross join participants p on p.school_id = ${schoolId} and p.conversation_id = r.conversation_id
        and p.member_id = ${actor.memberId ?? ""}
      cross join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
      order by c.last_message_at desc, c.id desc
      limit ${perPage} offset ${(page - 1) * perPage})`,
  )
}
