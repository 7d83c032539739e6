import { conversations, participants } from "db/schema/communication"
import { and, count, eq, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, askOne, params, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { containing } from "~/utils/like-pattern"
import { upperFirst } from "~/utils/names"
import type { MessagesQuery } from "./messaging-forms.server"

export const CONVERSATIONS_PER_PAGE = 30

export type ListedConversation = {
  id: string
  /** Who it is with: whom the reader wrote to, or who wrote to them. */
  partner: string
  subject: string
  /** Who wrote last, and how it begins: null for the partner, “You” for the reader. */
  lastAuthor: string | null
  lastBody: string
  /** UTC milliseconds */
  lastMessageAt: number
  isUnread: boolean
}

/** The actor's conversations, the latest first, a page of 30 (`page` counts from 1), and how many the filter finds. */
export function listConversations(actor: Actor, { view, search, page }: MessagesQuery) {
  const where = conditionsOf(actor, { view, search })
  const from = sql`from participants p
    join conversations c on c.school_id = p.school_id and c.id = p.conversation_id where ${where}`
  const me = actor.memberId ?? ""
  const rows = askAll<Row>(sql`
    select c.id, c.subject, c.audience, ${lastMessageAt()} as lastMessageAt,
      ${isUnread()} as isUnread,
      case when c.started_by = ${me} then null else (select m.author_name from messages m
        where m.school_id = c.school_id and m.conversation_id = c.id order by m.created_at, m.id limit 1) end as starter,
      (select case when m.member_id = ${me} then 'You' else m.author_name end from messages m
        where m.school_id = c.school_id and m.conversation_id = c.id and ${isTheirs()}
        order by m.created_at desc, m.id desc limit 1) as lastAuthor,
      (select case when m.hidden_at is not null then '' when length(m.body) > 140 then rtrim(substr(m.body, 1, 139)) || '…' else m.body end from messages m where m.school_id = c.school_id and m.conversation_id = c.id and ${isTheirs()}
        order by m.created_at desc, m.id desc limit 1) as lastBody
    ${from} order by lastMessageAt desc, c.id desc
    limit ${CONVERSATIONS_PER_PAGE} offset ${(page - 1) * CONVERSATIONS_PER_PAGE}`)
  const total = askOne<{ n: number }>(sql`select count(*) as n ${from}`).n
  return { rows: rows.map(listed), total }
}

type Row = Omit<ListedConversation, "partner" | "isUnread"> & {
  audience: string
  /** Null where the reader began it. */
  starter: string | null
  isUnread: number
}

function listed({ audience, starter, lastAuthor, isUnread, ...row }: Row): ListedConversation {
  const partner = starter ?? upperFirst(audience)
  return { ...row, partner, lastAuthor: lastAuthor === partner ? null : lastAuthor, isUnread: isUnread === 1 }
}

function conditionsOf(actor: Actor, { view, search }: Pick<MessagesQuery, "view" | "search">): SQL {
  const pattern = containing(search ?? "")
  return sql.join(
    [
      sql`p.school_id = ${actor.school.id} and p.member_id = ${actor.memberId ?? ""}`,
      ...(view === "unread" ? [isUnread()] : []),
      ...(view === "announcements" ? [sql`c.kind = 'announcement'`] : []),
      ...(search
        ? [
            sql`(c.subject like ${pattern} escape '\\' or c.audience like ${pattern} escape '\\'
              or exists (select 1 from messages m where m.school_id = c.school_id and m.conversation_id = c.id and ${isTheirs()}
                and m.hidden_at is null and (m.body like ${pattern} escape '\\' or m.author_name like ${pattern} escape '\\')))`,
          ]
        : []),
    ],
    sql` and `,
  )
}

/** Whether participant `p` may read message `m`: who has left reads what was written until then. */
const isTheirs = () => sql`(p.left_at is null or m.created_at <= p.left_at)`

/** When the last message was written that participant `p` of conversation `c` may read. */
const lastMessageAt =
  () => sql`case when p.left_at is null then c.last_message_at else (select max(m.created_at)
  from messages m where m.school_id = c.school_id and m.conversation_id = c.id and m.created_at <= p.left_at) end`

const isUnread = () => sql`coalesce(p.read_at, 0) < (${lastMessageAt()})`

/** How many conversations have something that the member named `memberId` hasn’t read, for a statement that reads it with more. */
export const unreadQuery = () => {
  const { schoolId, memberId } = params<{ memberId: string }>()
  return select({ n: count() })
    .from(participants)
    .innerJoin(conversations, joined(conversations, participants.conversationId))
    .where(
      and(
        own(schoolId, participants),
        eq(participants.memberId, memberId),
        sql`coalesce(${participants.readAt}, 0) < ${conversations.lastMessageAt}`,
        // Who has left reads what was written until then.
        sql`(participants.left_at is null or exists (select 1 from messages m
          where m.school_id = conversations.school_id and m.conversation_id = conversations.id
            and m.created_at <= participants.left_at and m.created_at > coalesce(participants.read_at, 0)))`,
      ),
    )
}
