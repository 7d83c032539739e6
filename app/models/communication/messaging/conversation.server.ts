import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { conversations, messages, participants } from "db/schema/communication"
import { files } from "db/schema/foundation-files"
import { guardians, members } from "db/schema/people"
import { and, asc, desc, eq, isNull, lte, ne, type SQL, sql } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { type Delivery, farthest, type PhoneDelivery } from "~/models/foundation/outbox/delivery"
import { deliveriesTo, listMailAbout, listPhoneAbout } from "~/models/foundation/outbox/delivery.server"
import { mailLeavesAt } from "~/models/foundation/outbox/mail-wish.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { findTaskOfForm } from "~/models/foundation/task/run-task.server"
import type { MessagingRefusal } from "~/texts/communication/refusals"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { idOfOther } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import { messageText } from "./messaging"
import { mailCopies, peopleAtOnce, startSending } from "./send-message.server"

/** A stored file that goes with a message. */
export type MessageFile = { fileId: string; fileName: string }

// One conversation, for those who are in it: to everyone else, in this school or another, it does not exist.

export const asParticipant = (actor: Actor, conversationId: string) =>
  and(
    own(actor, participants),
    eq(participants.conversationId, conversationId),
    eq(participants.memberId, actor.memberId ?? ""),
  )

/** A conversation with its messages, oldest first, and its people; undefined when the actor is not in it. */
export function findConversation(actor: Actor, conversationId: string) {
  const found = select({
    ...columns(conversations, "id", "kind", "subject", "audience", "startedBy"),
    ...columns(conversations, "lastMessageAt", "emailsPausedAt", "asksReceipt", "pinnedUntil"),
    readAt: participants.readAt,
    ...columns(participants, "confirmedAt", "leftAt"),
  })
    .from(participants)
    .innerJoin(conversations, joined(conversations, participants.conversationId))
    .where(asParticipant(actor, conversationId))
    .get()
  if (!found) return undefined
  const { readAt, startedBy, leftAt, ...conversation } = found
  const isMine = startedBy === actor.memberId
  const written = listMessages(actor, conversationId, leftAt)
  return {
    ...conversation,
    /** Whether the actor may write in it. */
    isOpen: leftAt === null && (conversation.kind === "conversation" || isMine),
    /** Whether the actor has left it, and reads what was written until then. */
    hasLeft: leftAt !== null,
    isUnread: (readAt ?? 0) < (leftAt === null ? conversation.lastMessageAt : (written.at(-1)?.at ?? 0)),
    startedBy,
    messages: written,
    /** Recipients of an announcement do not see each other: only its author sees them all. */
    people: conversation.kind === "conversation" || isMine ? listPeople(actor, conversationId) : [],
  }
}

/** Whether the actor is in a conversation in which they may write. */
export const isParticipant = (actor: Actor, conversationId: string): boolean =>
  findConversation(actor, conversationId)?.isOpen === true

/** What the office hid shows nothing, and later replies by email don't show what was below their words: it may be there. */
function listMessages(actor: Actor, conversationId: string, until: number | null) {
  let isAfterHidden = false
  return select({
    id: messages.id,
    memberId: messages.memberId,
    name: messages.authorName,
    body: messages.body,
    cut: messages.cut,
    at: messages.createdAt,
    ...columns(messages, "fileId", "fileName", "editedAt", "hiddenAt"),
    contentType: files.contentType,
  })
    .from(messages)
    .leftJoin(files, eq(files.id, messages.fileId))
    .where(
      and(
        own(actor, messages),
        eq(messages.conversationId, conversationId),
        until === null ? undefined : lte(messages.createdAt, until),
      ),
    )
    .orderBy(asc(messages.createdAt), asc(messages.id))
    .all()
    .map(({ hiddenAt, ...message }) => {
      isAfterHidden ||= hiddenAt !== null
      return {
        ...message,
        ...(isAfterHidden ? { cut: null } : {}),
        ...(hiddenAt === null ? {} : { body: "", fileId: null, fileName: null }),
        isHidden: hiddenAt !== null,
        isMine: message.memberId === actor.memberId,
      }
    })
}

function listPeople(actor: Actor, conversationId: string) {
  return ownRows(actor, participants, [
    "id",
    "memberId",
    "guardianId",
    "name",
    "why",
    "readAt",
    "confirmedAt",
  ])
    .where(and(eq(participants.conversationId, conversationId), isNull(participants.leftAt)))
    .orderBy(asc(participants.name))
    .all()
}

/** What a reply by email brings beside its words. */
export type ByEmail = {
  /** What was below the words. */
  cut: string
  /** How many ms after the email that it answers it came. */
  afterMs: number
  /** Files after the first one, each a message of its own. */
  more: readonly MessageFile[]
}

/** So soon after an email two machines answer each other, three times in a row. */
const machineMs = 2 * 60_000
const mostQuickReplies = 3

/**
 * Adds a message and mails it to the others; to many of them as a task, whose id is returned. The same entry sent twice is
 * kept once. Refuses who is not in the conversation, and anyone but the author of an announcement. After three replies by email
 * that came at once, the next one is kept and no longer mailed, and the office is told; a message written in Tutti ends that.
 */
export function reply(
  actor: Actor,
  conversationId: string,
  {
    entryId,
    body,
    file = null,
    byEmail,
  }: { entryId: string; body: string; file?: MessageFile | null; byEmail?: ByEmail },
): Result<{ taskId: string | null }, MessagingRefusal> {
  return transact(() => {
    const conversation = findConversation(actor, conversationId)
    const memberId = actor.memberId
    if (!conversation || !memberId) return { ok: false, reason: "no-conversation" }
    if (conversation.hasLeft) return { ok: false, reason: "left" }
    if (!conversation.isOpen) return { ok: false, reason: "announcement" }
    const isSent = (sent: ReturnType<typeof messageOf>) =>
      sent?.conversationId === conversationId && isSentBy(sent, memberId, body)
    const first = messageOf(actor, entryId)
    // Someone went back and wrote something else into the same form.
    const id = first && !isSent(first) ? idOfOther(entryId, [memberId, conversationId, body]) : entryId
    if (isSent(messageOf(actor, id))) return { ok: true, taskId: findTaskOfForm(actor, id) ?? null }
    if (body === "" && !file) return { ok: false, reason: "empty" }
    const at = now()
    const isLoop = byEmail !== undefined && isAnsweredByMachines(actor, conversationId, byEmail.afterMs)
    const emailsPausedAt = byEmail ? (conversation.emailsPausedAt ?? (isLoop ? at : null)) : null
    const row = { conversationId, memberId, authorName: actor.name, emailAfterMs: byEmail?.afterMs ?? null }
    add(actor, messages, { ...row, id, body, cut: byEmail?.cut || null, ...file })
    for (const each of byEmail?.more ?? []) add(actor, messages, { ...row, body: "", ...each })
    change(actor, conversations, conversationId, { lastMessageAt: at, emailsPausedAt })
    markRead(actor, conversationId)
    if (emailsPausedAt !== null) {
      if (conversation.emailsPausedAt === null) tellOfPause(actor, conversation)
      return { ok: true, taskId: null }
    }
    const { subject, kind } = conversation
    const text = messageText({ body, fileName: file?.fileName ?? null })
    const message = { conversationId, messageId: id, subject, body: text, joins: kind === "conversation" }
    const others = listAddresses(actor, conversationId)
    if (others.length > peopleAtOnce) return { ok: true, taskId: startSending(actor, message, others, id) }
    mailCopies(actor, message, others)
    return { ok: true, taskId: null }
  })
}

/** Whether the last messages are replies by email that came at once, as this one does. */
function isAnsweredByMachines(actor: Actor, conversationId: string, afterMs: number): boolean {
  if (afterMs > machineMs) return false
  const last = ownRows(actor, messages, { afterMs: messages.emailAfterMs })
    .where(eq(messages.conversationId, conversationId))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(mostQuickReplies)
    .all()
  return (
    last.length === mostQuickReplies &&
    last.every((message) => message.afterMs !== null && message.afterMs <= machineMs)
  )
}

/** The office hears of it once, with the conversation's subject; its words are for those who are in it. */
function tellOfPause(actor: Actor, { subject }: { subject: string }) {
  for (const { name, email } of listOffice(actor))
    queueMail({
      template: "emails-paused",
      schoolId: actor.school.id,
      recipient: email,
      data: { schoolName: actor.school.name, name, subject, writer: actor.name },
    })
}

/**
 * Whether a message is what its form brings again: the same words, or it was changed since. Then its own words are gone, and
 * the form's are taken for them.
 */
export const isSentBy = (
  sent: { memberId: string; body: string; editedAt: number | null } | undefined,
  memberId: string | null,
  body: string,
): boolean => sent?.memberId === memberId && (sent.body === body || sent.editedAt !== null)

const messageOf = (actor: Actor, messageId: string) => find(actor, messages, messageId)

/** The others in a conversation with their addresses as they are now; a locked member gets nothing, and who has left isn’t in it. */
export function listAddresses(actor: Actor, conversationId: string, where?: SQL) {
  return select({
    ...columns(participants, "name", "why", "memberId", "guardianId"),
    email: sql<string | null>`coalesce(${users.email}, ${guardians.email})`,
  })
    .from(participants)
    .leftJoin(members, and(joined(members, participants.memberId), isNull(members.deactivatedAt)))
    .leftJoin(users, eq(users.id, members.userId))
    .leftJoin(guardians, joined(guardians, participants.guardianId))
    .where(
      and(
        own(actor, participants),
        eq(participants.conversationId, conversationId),
        isNull(participants.leftAt),
        sql`(${participants.memberId} is null or ${ne(participants.memberId, actor.memberId ?? "")})`,
        where,
      ),
    )
    .all()
}

/** `waitsUntil` (UTC ms): when an email leaves that waits for its reader's morning or their daily email. */
export type Deliveries = { mail: Delivery; phone: PhoneDelivery[]; waitsUntil: number | null }

/** What became of the last message to each of the others, on each channel, by who they are; not for families. */
export function listDeliveries(
  actor: Actor,
  { id, lastMessageAt }: Pick<typeof conversations.$inferSelect, "id" | "lastMessageAt">,
): ReadonlyMap<string, Deliveries> {
  if (actor.role === "student") return new Map()
  const others = listAddresses(actor, id)
  const mails = listMailAbout(actor, [id], ["new-message"], lastMessageAt)
  const phones = groupBy(listPhoneAbout(actor, [id], lastMessageAt), ({ memberId }) => memberId)
  return new Map(
    deliveriesTo(actor, mails, "new-message", others).map(({ delivery }, index) => {
      const { memberId = null, guardianId = null, email = null } = others[index] ?? {}
      const theirs = (memberId && phones.get(memberId)) || []
      const phone = (["text", "push"] as const).flatMap((channel) => farthest(theirs, channel) ?? [])
      const waitsUntil = delivery.state === "queued" && email ? messageWaitsUntil(actor, email) : null
      return [memberId ?? guardianId ?? "", { mail: delivery, phone, waitsUntil }]
    }),
  )
}

/** When a message’s email leaves to someone (UTC ms), where it waits for their morning or their daily email. */
export function messageWaitsUntil(actor: Actor, recipient: string): number | null {
  const mail = { template: "new-message" as const, schoolId: actor.school.id, recipient, soonestAt: null }
  const { at } = mailLeavesAt(mail, now())
  return at > now() ? at : null
}

/** The actor has seen everything in it up to now. */
export function markRead(actor: Actor, conversationId: string) {
  change(actor, participants, asParticipant(actor, conversationId), { readAt: now() })
}
