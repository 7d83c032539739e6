import { transact } from "db/client.server"
import { supportRatings } from "db/schema/platform-desk"
import { supportMessages, supportThreads } from "db/schema/platform-support"
import { and, count, desc, eq, gt, lt } from "drizzle-orm"
import type { PersonActor } from "~/models/foundation/access/actor"
import {
  type Params,
  params,
  platformAddUnlessThere,
  platformChange,
  platformQuery,
  select,
} from "~/models/foundation/access/door.server"
import { takeMailBack } from "~/models/foundation/outbox/held-mail.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import type { SupportMessage, SupportMode } from "./support"

// A person's two support chats. Every lookup goes through the person, so another person's chat is out of reach.

/** Messages of one view; earlier ones are asked for. */
const perView = 100

export const findThread = (person: PersonActor, mode: SupportMode) =>
  select()
    .from(supportThreads)
    .where(and(eq(supportThreads.userId, person.userId), eq(supportThreads.mode, mode)))
    .get()

/** The newest hundred messages, oldest first; with `before` (a message's id) those ahead of it. */
export function listSupportMessages(
  person: PersonActor,
  mode: SupportMode,
  before?: string,
): { messages: SupportMessage[]; hasEarlier: boolean } {
  const thread = findThread(person, mode)
  if (!thread) return { messages: [], hasEarlier: false }
  const rows = listThreadRows(thread.id, before)
  return { messages: rows.messages.map(messageOf), hasEarlier: rows.hasEarlier }
}

/** The rows of a talk, for the person and for the staff. */
export function listThreadRows(threadId: string, before?: string) {
  // Ids are ordered by time, so they page without counting.
  const rows = select()
    .from(supportMessages)
    .where(and(eq(supportMessages.threadId, threadId), before ? lt(supportMessages.id, before) : undefined))
    .orderBy(desc(supportMessages.createdAt), desc(supportMessages.id))
    .limit(perView + 1)
    .all()
  return { messages: rows.slice(0, perView).reverse(), hasEarlier: rows.length > perView }
}

export type MessageRow = typeof supportMessages.$inferSelect

/** A row as the person's own call gives it. */
export const messageOf = ({ id, sender, content, fileId, createdAt }: MessageRow): SupportMessage => ({
  id,
  type: sender === "user" ? "user" : "other",
  content,
  imageUrl: fileId ? paths.supportImage(fileId) : null,
  timestamp: new Date(createdAt).toISOString(),
})

/** How many answers of the staff the person has not seen. The assistant answers at once, so it leaves nothing unread. */
export function countUnreadAnswers(person: PersonActor): number {
  return unreadQuery.get({ userId: person.userId })?.n ?? 0
}

const unreadQuery = platformQuery((_: Params<{ userId: string }>) => unreadAnswersQuery())

/** Their number, for the user named `userId`: for a statement that reads it with more. */
export const unreadAnswersQuery = () =>
  select({ n: count() })
    .from(supportThreads)
    .innerJoin(
      supportMessages,
      and(
        eq(supportMessages.threadId, supportThreads.id),
        gt(supportMessages.createdAt, supportThreads.readAt),
        eq(supportMessages.sender, "staff"),
      ),
    )
    .where(
      and(eq(supportThreads.userId, params<{ userId: string }>().userId), eq(supportThreads.mode, "admin")),
    )

/** For what the mail of an answer waits: its person may read the answer in the chat before. */
export const unreadBy = (userId: string) => `support-answer:${userId}`

/** The person has seen what the staff wrote so far. */
export function markAnswersRead(person: PersonActor) {
  transact(() => {
    platformChange(
      supportThreads,
      and(eq(supportThreads.userId, person.userId), eq(supportThreads.mode, "admin")),
      { readAt: now() },
    )
    takeMailBack(null, unreadBy(person.userId))
  })
}

// How a person found the help, asked once after each closing of their chat.

/** The closing to ask about: of a chat that was answered, and not rated since it was closed. */
export function findRatingAsked(person: PersonActor): { threadId: string; closedAt: number } | undefined {
  const thread = findThread(person, "admin")
  if (!thread?.closedAt) return undefined
  const { id, closedAt } = thread
  const isRated = select({ id: supportRatings.id })
    .from(supportRatings)
    .where(and(eq(supportRatings.threadId, id), eq(supportRatings.closedAt, closedAt)))
    .get()
  const isAnswered = select({ id: supportMessages.id })
    .from(supportMessages)
    .where(and(eq(supportMessages.threadId, id), eq(supportMessages.sender, "staff")))
    .limit(1)
    .get()
  return isRated || !isAnswered ? undefined : { threadId: id, closedAt }
}

/** Rates the chat that was closed. False when nothing is asked, or it was rated before. */
export function rateSupport(
  person: PersonActor,
  { score, comment }: { score: "good" | "bad"; comment: string },
): boolean {
  const asked = findRatingAsked(person)
  if (!asked) return false
  return (
    platformAddUnlessThere(supportRatings, { ...asked, id: newId(), score, comment, createdAt: now() }) !==
    undefined
  )
}
