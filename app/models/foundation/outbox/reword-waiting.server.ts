import { emails } from "db/schema/foundation-mail"
import { tasks } from "db/schema/foundation-tasks"
import { textMessages } from "db/schema/foundation-text-messages"
import { and, count, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm"
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Actor } from "../access/actor"
import { change, ownRows } from "../access/door.server"
import { segmentsOf } from "../text-message/text-message"
import type { MailData } from "./outbox"
import { textedOf } from "./push-too.server"
import { withWording } from "./wording.server"

// A message that is changed or hidden while copies of it wait for a reader's morning, a daily email, or their turn.

type Words = { subject: string; body: string }
type MessageKey = { conversationId: string; messageId: string }
type Reworded = { authorName: string; from: Words; to: Words }

/** Copies of a message, in the JSON of emails and tasks. Those from before they named their message are found by its words. */
const isCopy = (
  json: AnySQLiteColumn,
  { conversationId, messageId }: MessageKey,
  { subject, body }: Words,
): SQL =>
  sql`${json} ->> '$.conversationId' = ${conversationId} and coalesce(${json} ->> '$.messageId' = ${messageId},
    ${json} ->> '$.subject' = ${subject} and ${json} ->> '$.body' = ${body})`

/** Emails that no one is sending. */
const isWaiting = () =>
  and(inArray(emails.state, ["queued", "gathered"]), ...[isNull(emails.digestId), isNull(emails.leaseUntil)])

/** Each says the new words, as the school words such emails now. */
function rewordEmails(actor: Actor, those: SQL | undefined, to: Words) {
  const found = ownRows(actor, emails, ["id", "data"])
    .where(and(those, isWaiting(), eq(emails.attempts, 0)))
    .all()
  for (const { id, data: json } of found) {
    const { wording: _, ...data } = JSON.parse(json) as MailData["new-message"] & { wording?: unknown }
    const words = withWording("new-message", actor.school.id, { ...data, ...to })
    change(actor, emails, eq(emails.id, id), { data: JSON.stringify(words) })
  }
}

/** What a failed try may have brought to the service can't say something else: hidden, it isn't tried again. Answers how many had left. */
function withholdTried(actor: Actor, those: SQL | undefined): number {
  change(actor, emails, and(those, isWaiting(), gt(emails.attempts, 0)), { state: "withheld" })
  const hasLeft = or(eq(emails.state, "sent"), isNotNull(emails.leaseUntil))
  return ownRows(actor, emails, { n: count() }).where(and(those, hasLeft)).get()?.n ?? 0
}

const textOf = (actor: Actor, authorName: string, words: Words, conversationId: string) =>
  textedOf(actor.school.name, {
    ...{ schoolName: actor.school.name, recipientName: "", authorName, ...words, conversationId },
    ...{ hasPages: true, answerTo: null, byText: true },
  })

const isWaitingText = ({ conversationId, messageId }: MessageKey, body: string) =>
  and(
    ...[eq(textMessages.about, conversationId), eq(textMessages.state, "queued")],
    or(
      eq(textMessages.messageId, messageId),
      and(isNull(textMessages.messageId), eq(textMessages.body, body)),
    ),
    ...[isNull(textMessages.unknownSince), isNull(textMessages.leaseUntil)],
  )

/**
 * Emails and texts of a message that haven't left say what it says now, and so does what a task still sends. In the caller's
 * transaction. Of a hidden one, emails whose try failed are withheld. Answers how many emails of it had left.
 */
export function rewordWaiting(
  actor: Actor,
  key: MessageKey,
  { authorName, from, to }: Reworded,
  isHidden = false,
): number {
  const those = and(eq(emails.template, "new-message"), isCopy(emails.data, key, from))
  const left = isHidden ? withholdTried(actor, those) : 0
  rewordEmails(actor, those, to)
  change(
    actor,
    tasks,
    and(
      ...[eq(tasks.kind, "send-message"), inArray(tasks.state, ["waiting", "running", "failed"])],
      isCopy(tasks.about, key, from),
    ),
    { about: sql`json_set(${tasks.about}, '$.subject', ${to.subject}, '$.body', ${to.body})` },
  )
  const body = textOf(actor, authorName, to, key.conversationId)
  const isTheirs = isWaitingText(key, textOf(actor, authorName, from, key.conversationId))
  change(actor, textMessages, isTheirs, { body, segments: segmentsOf(body).segments })
  return left
}
