import { conversations } from "db/schema/communication"
import { and, count, desc, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns, own } from "~/models/foundation/access/own.server"
import { containing } from "~/utils/like-pattern"
import { PER_PAGE } from "~/utils/page-number"

/**
 * A page of a school's conversations without what was written in them: subject, recipients as text, how many people and
 * messages, and when the last one was sent. The latest first.
 */
export function listConversationHeaders(actor: Actor, { search, page }: { search: string; page: number }) {
  const where = and(
    own(actor, conversations),
    search ? sql`${conversations.subject} like ${containing(search)} escape '\\'` : undefined,
  )
  const rows = select({
    ...columns(conversations, "id", "kind", "subject", "audience", "lastMessageAt"),
    people: sql<number>`(select count(*) from participants p
        where p.school_id = conversations.school_id and p.conversation_id = conversations.id)`,
    messages: sql<number>`(select count(*) from messages m
        where m.school_id = conversations.school_id and m.conversation_id = conversations.id)`,
  })
    .from(conversations)
    .where(where)
    .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
    .limit(PER_PAGE)
    .offset((page - 1) * PER_PAGE)
    .all()
  return { rows, total: select({ n: count() }).from(conversations).where(where).get()?.n ?? 0 }
}
