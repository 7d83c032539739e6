import { transact } from "db/client.server"
import { conversations, participants } from "db/schema/communication"
import { members } from "db/schema/people"
import { and, asc, eq, gte, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm"
import { isOverMails } from "~/models/accounts/quota/quota"
import { findQuotas } from "~/models/accounts/quota/quota.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Reach } from "~/models/foundation/outbox/bounce"
import { isBounced } from "~/models/foundation/outbox/bounce.server"
import { reachOf } from "~/models/foundation/outbox/reach.server"
import type { RemindRefusal } from "~/texts/communication/refusals"
import { now, todayOf } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { asParticipant, findConversation, listAddresses } from "./conversation.server"
import { messageText } from "./messaging"
import { mailCopies, peopleAtOnce, startSending } from "./send-message.server"

// What an announcement does beside being sent: it asks to be confirmed, stays on home pages for a while, and its author reminds
// those who haven't read it.

/** Between two reminders. */
const remindAfterMs = 24 * 3_600_000

/** When the words of a conversation were last changed (UTC ms); 0 where they never were. */
export const lastEditOf = (all: readonly { editedAt: number | null }[]): number =>
  Math.max(0, ...all.map(({ editedAt }) => editedAt ?? 0))

/**
 * The actor has read an announcement that asks for it, as it was after the edit that `readUpTo` names; again it stays as it was. Refused
 * where its words were changed since then.
 */
export function confirmRead(
  actor: Actor,
  conversationId: string,
  readUpTo: number,
): Result<object, "not-found" | "edited"> {
  return transact(() => {
    const found = findConversation(actor, conversationId)
    if (!found?.asksReceipt || found.startedBy === actor.memberId) return { ok: false, reason: "not-found" }
    if (lastEditOf(found.messages) !== readUpTo) return { ok: false, reason: "edited" }
    const at = now()
    change(actor, participants, asParticipant(actor, conversationId), {
      readAt: at,
      confirmedAt: found.confirmedAt ?? at,
    })
    return { ok: true }
  })
}

/** The announcements on the actor's home page, those that leave it first at the top. */
export const listPinned = (actor: Actor) =>
  select({
    id: conversations.id,
    subject: conversations.subject,
    asksReceipt: conversations.asksReceipt,
    confirmedAt: participants.confirmedAt,
  })
    .from(participants)
    .innerJoin(conversations, joined(conversations, participants.conversationId))
    .innerJoin(members, joined(members, conversations.startedBy))
    .where(
      and(
        own(actor, participants),
        eq(participants.memberId, actor.memberId ?? ""),
        gte(conversations.pinnedUntil, todayOf(actor)),
        ne(conversations.startedBy, actor.memberId ?? ""),
        sql`not exists (select 1 from messages hid where hid.school_id = ${conversations.schoolId}
          and hid.conversation_id = ${conversations.id} and hid.hidden_at is not null
          and not exists (select 1 from messages earlier where earlier.school_id = hid.school_id
            and earlier.conversation_id = hid.conversation_id
            and (earlier.created_at, earlier.id) < (hid.created_at, hid.id)))`,
        // Who is gone can't take it off any more.
        isNull(members.deactivatedAt),
      ),
    )
    .orderBy(asc(conversations.pinnedUntil), asc(conversations.id))
    .all()
    .map(({ id, subject, asksReceipt, confirmedAt }) => ({
      id,
      subject,
      isAsked: asksReceipt && confirmedAt === null,
    }))

/** Takes it off the home pages. False where it isn't the actor's, or isn't there. */
export function unpin(actor: Actor, conversationId: string): boolean {
  return transact(() => {
    if (!findOwn(actor, conversationId)?.pinnedUntil) return false
    change(actor, conversations, conversationId, { pinnedUntil: null })
    return true
  })
}

function findOwn(actor: Actor, conversationId: string) {
  const found = find(actor, conversations, conversationId)
  return found?.kind === "announcement" && found.startedBy === actor.memberId ? found : undefined
}

/** Who has a login and hasn't confirmed an announcement that asks for it, or hasn't read another one since it was sent. */
function listToRemind(actor: Actor, { id, asksReceipt, lastMessageAt }: typeof conversations.$inferSelect) {
  const waits = asksReceipt
    ? isNull(participants.confirmedAt)
    : or(isNull(participants.readAt), lt(participants.readAt, lastMessageAt))
  return listAddresses(actor, id, and(isNotNull(participants.memberId), waits)).filter(
    ({ email }) => email && !isBounced(email),
  )
}

/** Whom a follow-up of the actor's announcement reaches, here or by email, and whom no email leaves for; null of anything else. */
export function findFollowUp(actor: Actor, conversationId: string): { people: number; reach: Reach } | null {
  if (!findOwn(actor, conversationId)) return null
  const others = listAddresses(actor, conversationId)
  const reach = reachOf({ template: "new-message", schoolId: actor.school.id }, others)
  const reached = new Set(reach.reached)
  const people = others.filter(({ memberId, name }) => memberId !== null || reached.has(name)).length
  return { people, reach }
}

/** How many of these an email of a message leaves for. */
const countReached = (actor: Actor, recipients: ReturnType<typeof listToRemind>): number =>
  reachOf({ template: "new-message", schoolId: actor.school.id }, recipients).reached.length

/** How many people a reminder would be emailed to now; 0 where it isn't the actor's announcement, or one was sent in the last 24 hours. */
export function countToRemind(actor: Actor, conversationId: string): number {
  const found = findOwn(actor, conversationId)
  return found && !isJustReminded(found) ? countReached(actor, listToRemind(actor, found)) : 0
}

const isJustReminded = ({ remindedAt }: typeof conversations.$inferSelect): boolean =>
  remindedAt !== null && now() - remindedAt < remindAfterMs

/**
 * Emails the last message of the actor's announcement again to those who haven't read or confirmed it; to many of them as a task,
 * whose id is returned. Once in 24 hours.
 */
export function remindUnread(
  actor: Actor,
  conversationId: string,
): Result<{ people: number; taskId: string | null }, RemindRefusal> {
  return transact(() => {
    const found = findOwn(actor, conversationId)
    const last = findConversation(actor, conversationId)?.messages.at(-1)
    if (!found || !last) return { ok: false, reason: "not-found" }
    if (last.isHidden) return { ok: false, reason: "hidden" }
    if (isJustReminded(found)) return { ok: false, reason: "reminded" }
    const recipients = listToRemind(actor, found)
    if (recipients.length === 0) return { ok: false, reason: "all-read" }
    const people = countReached(actor, recipients)
    if (people === 0) return { ok: false, reason: "none-reached" }
    if (isOverMails(findQuotas(actor), people)) return { ok: false, reason: "too-many-mails" }
    change(actor, conversations, conversationId, { remindedAt: now() })
    recordEvent(actor, "conversation.remind", conversationId, { after: { people } })
    const { asksReceipt } = found
    const message = {
      ...{ conversationId, messageId: last.id, subject: found.subject, body: messageText(last) },
      ...{ joins: false, isReminder: true },
      ...(asksReceipt ? { asksReceipt } : {}),
    }
    // Who turned emails off is notified on their devices all the same.
    if (recipients.length > peopleAtOnce)
      return { ok: true, people, taskId: startSending(actor, message, recipients, null) }
    mailCopies(actor, message, recipients)
    return { ok: true, people, taskId: null }
  })
}
