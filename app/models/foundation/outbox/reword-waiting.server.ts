import { emails } from "db/schema/foundation-mail"
import { tasks } from "db/schema/foundation-tasks"
import { textMessages } from "db/schema/foundation-text-messages"
import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Actor } from "../access/actor"
import { change } from "../access/door.server"
import { segmentsOf } from "../text-message/text-message"
import { textedOf } from "./push-too.server"

// A message that is changed while copies of it wait for a reader's morning, a daily email, or their turn.

type Words = { subject: string; body: string }

const isIn = (conversationId: string, { subject, body }: Words) =>
  and(
    eq(emails.template, "new-message"),
    sql`${emails.data} ->> '$.conversationId' = ${conversationId}`,
    sql`${emails.data} ->> '$.subject' = ${subject}`,
    sql`${emails.data} ->> '$.body' = ${body}`,
    inArray(emails.state, ["queued", "gathered"]),
    ...[isNull(emails.digestId), isNull(emails.leaseUntil), eq(emails.attempts, 0)],
  )

const textOf = (actor: Actor, authorName: string, words: Words, conversationId: string) =>
  textedOf(actor.school.name, {
    ...{ schoolName: actor.school.name, recipientName: "", authorName, ...words, conversationId },
    ...{ hasPages: true, answerTo: null, byText: true },
  })

const isWaitingText = (conversationId: string, body: string) =>
  and(
    ...[
      eq(textMessages.about, conversationId),
      eq(textMessages.body, body),
      eq(textMessages.state, "queued"),
    ],
    ...[isNull(textMessages.unknownSince), isNull(textMessages.leaseUntil)],
  )

/** Emails and texts of a message that haven't left say what it says now, and so does what a task still sends. In the caller's transaction. */
export function rewordWaiting(
  actor: Actor,
  conversationId: string,
  { authorName, from, to }: { authorName: string; from: Words; to: Words },
) {
  const reworded = (column: typeof emails.data | typeof tasks.about) =>
    sql`json_set(${column}, '$.subject', ${to.subject}, '$.body', ${to.body})`
  change(actor, emails, isIn(conversationId, from), { data: reworded(emails.data) })
  change(
    actor,
    tasks,
    and(
      ...[eq(tasks.kind, "send-message"), inArray(tasks.state, ["waiting", "running", "failed"])],
      sql`${tasks.about} ->> '$.conversationId' = ${conversationId}`,
      sql`${tasks.about} ->> '$.body' = ${from.body}`,
    ),
    { about: reworded(tasks.about) },
  )
  const body = textOf(actor, authorName, to, conversationId)
  const isWaiting = isWaitingText(conversationId, textOf(actor, authorName, from, conversationId))
  change(actor, textMessages, isWaiting, { body, segments: segmentsOf(body).segments })
}
