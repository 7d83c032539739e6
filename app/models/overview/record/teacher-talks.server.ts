import { db } from "db/client.server"
import { sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type FamilyTalk, newest, talksPerPage } from "./family-talks.server"

/**
 * The actor's own conversations and announcements that a member takes part in, the latest first, 25 a page from 1, and how
 * many there are. What others wrote is not the actor's to read.
 */
export function listMemberTalks(actor: Actor, memberId: string, page: number) {
  const schoolId = actor.school.id
  const rows = db().all<Omit<FamilyTalk, "isUnread"> & { isUnread: number; total: number }>(sql`
    with listed as (
      select p.conversation_id as id, p.read_at, count(*) over () as total
      from participants o
      cross join participants p on p.school_id = o.school_id and p.conversation_id = o.conversation_id
        and p.member_id = ${actor.memberId ?? ""}
      cross join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
      where o.school_id = ${schoolId} and o.member_id = ${memberId} and o.id <> p.id
      order by c.last_message_at desc, c.id desc
      limit ${talksPerPage} offset ${(page - 1) * talksPerPage})
    select c.id, c.kind, c.subject, c.last_message_at as lastMessageAt, l.total,
      coalesce(l.read_at, 0) < c.last_message_at as isUnread,
      ${newest("author_name")} as lastAuthor, ${newest("body")} as lastBody
    from listed l cross join conversations c on c.school_id = ${schoolId} and c.id = l.id
    order by c.last_message_at desc, c.id desc`)
  const talks = rows.map(({ total: _, ...row }): FamilyTalk => ({ ...row, isUnread: row.isUnread === 1 }))
  return { talks, total: rows[0]?.total ?? 0 }
}
