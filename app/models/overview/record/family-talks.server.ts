import { type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, askOne } from "~/models/foundation/access/door.server"

export const talksPerPage = 25

export type FamilyTalk = {
  id: string
  kind: "conversation" | "announcement"
  subject: string
  lastAuthor: string
  lastBody: string
  /** UTC milliseconds */
  lastMessageAt: number
  isUnread: boolean
}

/**
 * The actor's own conversations in which an adult or a student of the family takes part, the latest first, 25 a page from 1,
 * and how many there are. Those of others are not the actor's to read.
 */
export function listFamilyTalks(actor: Actor, familyId: string, page: number) {
  const from = sql`from participants p
    join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
    where p.school_id = ${actor.school.id} and p.member_id = ${actor.memberId ?? ""} and exists (
      select 1 from participants o where o.school_id = p.school_id and o.conversation_id = p.conversation_id and (
        o.guardian_id in (select g.id from guardians g where g.school_id = ${actor.school.id} and g.family_id = ${familyId})
        or o.member_id in (select g.member_id from guardians g where g.school_id = ${actor.school.id}
          and g.family_id = ${familyId} and g.member_id is not null
          union select s.member_id from students s where s.school_id = ${actor.school.id}
          and s.family_id = ${familyId} and s.member_id is not null)))`
  const rows = askAll<Omit<FamilyTalk, "isUnread"> & { isUnread: number }>(sql`
    select c.id, c.kind, c.subject, c.last_message_at as lastMessageAt,
      coalesce(p.read_at, 0) < c.last_message_at as isUnread,
      ${newest("author_name")} as lastAuthor, ${newest("body")} as lastBody
    ${from} order by c.last_message_at desc, c.id desc
    limit ${talksPerPage} offset ${(page - 1) * talksPerPage}`)
  const total = askOne<{ n: number }>(sql`select count(*) as n ${from}`).n
  return { talks: rows.map((row): FamilyTalk => ({ ...row, isUnread: row.isUnread === 1 })), total }
}

/** What the latest message of a conversation c says of itself. */
const newest = (what: "author_name" | "body") =>
  sql`(select substr(m.${sql.raw(what)}, 1, 300) from messages m where m.school_id = c.school_id
    and m.conversation_id = c.id order by m.created_at desc, m.id desc limit 1)`

/** A page of conversations: `listed` names in its last table, of that name, their id, when they were read, and how many there are. */
export function readTalks(actor: Actor, listed: SQL): { talks: FamilyTalk[]; total: number } {
  const rows = askAll<Omit<FamilyTalk, "isUnread"> & { isUnread: number; total: number }>(sql`
    with ${listed}
    select c.id, c.kind, c.subject, c.last_message_at as lastMessageAt, l.total,
      coalesce(l.read_at, 0) < c.last_message_at as isUnread,
      ${newest("author_name")} as lastAuthor, ${newest("body")} as lastBody
    from listed l cross join conversations c on c.school_id = ${actor.school.id} and c.id = l.id
    order by c.last_message_at desc, c.id desc`)
  const talks = rows.map(({ total: _, ...row }): FamilyTalk => ({ ...row, isUnread: row.isUnread === 1 }))
  return { talks, total: rows[0]?.total ?? 0 }
}
