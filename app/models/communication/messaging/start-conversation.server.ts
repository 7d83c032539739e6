import { db, transact } from "db/client.server"
import { conversations, messages, participants } from "db/schema/communication"
import { isOverMails } from "~/models/accounts/quota/quota"
import { findQuotas } from "~/models/accounts/quota/quota.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/new-row.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { findAudience } from "./audience.server"
import { mailCopies } from "./mail-copies.server"
import type { MessagingRefusal } from "./messaging"
import type { NewMessageForm } from "./messaging-forms.server"

/**
 * Writes the first message to an audience: the conversation, everyone in it with the reason, and a mail to each who has
 * an address, in one transaction. Refuses an audience that is not the actor's, one that no one of can be reached, and
 * one whose people are others than were shown.
 */
export function startConversation(
  actor: Actor,
  { to, subject, body, shown }: NewMessageForm,
): Result<{ conversationId: string; reached: number }, MessagingRefusal> {
  const memberId = actor.memberId
  if (!memberId) throw new Error("Only a member writes messages.")
  return transact(() => {
    const audience = findAudience(actor, to)
    if (!audience) return { ok: false, reason: "no-audience" }
    const { recipients, kind, label } = audience
    if (recipients.length === 0) return { ok: false, reason: "nobody-to-reach" }
    if (shown >= 0 && shown !== recipients.length) return { ok: false, reason: "other-people" }
    const mails = recipients.filter(({ email }) => email).length
    if (isOverMails(findQuotas(actor), mails)) return { ok: false, reason: "too-many-mails" }
    const row = newRow(actor)
    const at = now()
    db()
      .insert(conversations)
      .values({ ...row, kind, subject, startedBy: memberId, audience: label, lastMessageAt: at })
      .run()
    const people = [
      { memberId, guardianId: null, name: actor.name, why: "Sender", readAt: at },
      ...recipients.map(({ email: _, ...person }) => ({ ...person, readAt: null })),
    ]
    for (const person of people)
      db()
        .insert(participants)
        .values({ ...newRow(actor), conversationId: row.id, ...person })
        .run()
    db()
      .insert(messages)
      .values({ ...newRow(actor), conversationId: row.id, memberId, authorName: actor.name, body })
      .run()
    mailCopies(actor, { conversationId: row.id, subject, body }, recipients)
    recordEvent(actor, {
      verb: "start",
      noun: "conversation",
      nounId: row.id,
      after: { kind, audience: label, people: recipients.length },
    })
    return { ok: true, conversationId: row.id, reached: recipients.length }
  })
}
