import { guardians, students } from "db/schema/people"
import { and, asc, eq, inArray, ne, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, askOne, ownRows } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { may } from "~/models/foundation/access/permissions"
import { balancesOf } from "~/models/money/student-list/student-facts.server"
import { todayOf } from "~/utils/clock.server"
import { formatMoney } from "~/utils/money"
import type { WriterFamily } from "./writer-family"

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
    where p.school_id = ${actor.school.id} and p.member_id = ${actor.memberId ?? ""} and p.left_at is null and exists (
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
  sql`(select case when m.hidden_at is null or ${what} = 'author_name' then substr(m.${sql.raw(what)}, 1, 300) else '' end from messages m where m.school_id = c.school_id
    and m.conversation_id = c.id order by m.created_at desc, m.id desc limit 1)`

/** A page of conversations: `listed` names in its last table, of that name, their id, when they were read, and how many there are. */
function readTalks(actor: Actor, listed: SQL): { talks: FamilyTalk[]; total: number } {
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
        and p.member_id = ${actor.memberId ?? ""} and p.left_at is null
      cross join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
      where o.school_id = ${schoolId} and o.member_id = ${memberId} and o.id <> p.id
      order by c.last_message_at desc, c.id desc
      limit ${talksPerPage} offset ${(page - 1) * talksPerPage})`,
  )
}

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
        and p.member_id = ${actor.memberId ?? ""} and p.left_at is null
      cross join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
      order by c.last_message_at desc, c.id desc
      limit ${perPage} offset ${(page - 1) * perPage})`,
  )
}

/**
 * Whose guardian the office is writing with: the children, the number and what is due. Undefined where none of these
 * members is a guardian, or more than one is.
 */
export function findWriterFamily(actor: Actor, memberIds: readonly string[]): WriterFamily | undefined {
  if (memberIds.length === 0 || !may(actor, "student:read")) return undefined
  const found = ownRows(actor, guardians, ["familyId", "name", "phone"])
    .where(inArray(guardians.memberId, [...memberIds]))
    .limit(2)
    .all()
  const [guardian] = found
  if (!guardian || found.length > 1) return undefined
  const children = ownRows(actor, students, ["id", "firstName"])
    .where(and(eq(students.familyId, guardian.familyId), ne(students.status, "former")))
    .orderBy(asc(students.firstName), asc(students.id))
    .all()
  const due = seesFamilyMoney(actor)
    ? (balancesOf(actor, [guardian.familyId]).get(guardian.familyId) ?? 0)
    : 0
  return { ...guardian, children, balance: due > 0 ? formatMoney(due, actor.school.currency) : null }
}
