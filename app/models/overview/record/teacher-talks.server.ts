import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { readTalks, talksPerPage } from "./family-talks.server"

/**
 * The actor's own conversations and announcements that a member takes part in, the latest first, 25 a page from 1, and how
 * many there are. What others wrote is not the actor's to read.
 */
export function listMemberTalks(actor: Actor, memberId: string, page: number) {
  const schoolId = actor.school.id
  return readTalks(
    actor,
    sql`listed as (
      select p.conversation_id as id, p.read_at, count(*) over () as total
      from participants o
      cross join participants p on p.school_id = o.school_id and p.conversation_id = o.conversation_id
        and p.member_id = ${actor.memberId ?? ""}
      cross join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
      where o.school_id = ${schoolId} and o.member_id = ${memberId} and o.id <> p.id
      order by c.last_message_at desc, c.id desc
      limit ${talksPerPage} offset ${(page - 1) * talksPerPage})`,
  )
}
