import { transact } from "db/client.server"
import { conversations, messageReports, messages, participants } from "db/schema/communication"
import { files } from "db/schema/foundation-files"
import { and, eq, isNotNull, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, hasRow, remove } from "~/models/foundation/access/door.server"
import { may } from "~/models/foundation/access/permissions"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { rewordWaiting } from "~/models/foundation/outbox/reword-waiting.server"
import type { EditRefusal } from "~/texts/communication/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { findConversation, type MessageFile } from "./conversation.server"
import { editMinutes, messageText } from "./messaging"

// A message is changed for some minutes after it was written: by its author, and an announcement by the office too. Who reads it sees
// that it was changed; the earlier words of an announcement stay in the school's activity.

/** Until when a message may be changed (UTC ms). */
export const editableUntil = (at: number): number => at + editMinutes * 60_000

/** A message of a conversation that the actor is in and may change, or might have in its first minutes; undefined for everyone else. */
export function findToEdit(actor: Actor, conversationId: string, messageId: string) {
  const conversation = findConversation(actor, conversationId)
  const message = find(actor, messages, messageId)
  if (!conversation || conversation.hasLeft || message?.conversationId !== conversationId) return undefined
  const isAnnouncement = conversation.kind === "announcement"
  const isTheirs = message.memberId === actor.memberId || (isAnnouncement && may(actor, "message:all"))
  if (!isTheirs) return undefined
  return {
    conversation,
    message,
    /** Whether its title and its day on home pages are changed with it. */
    isTitled: isAnnouncement && conversation.messages[0]?.id === messageId,
    isOver: now() > editableUntil(message.createdAt),
  }
}

/** Whether a report that the office looks into is about a file. */
const isReported = (actor: Actor, fileId: string) =>
  hasRow(actor, messageReports, and(eq(messageReports.fileId, fileId), isNull(messageReports.closedAt)))

type Edited = {
  subject?: string | undefined
  body: string
  pinnedUntil?: string | undefined
  /** Another file; null takes it off, undefined leaves it. */
  file?: MessageFile | null | undefined
}

/**
 * Changes a message. Letters and texts that haven't left carry the new words, and who has confirmed that they read an announcement is
 * asked again, and has it unread again, where its words changed. The same again changes nothing. Refuses after its first minutes.
 */
export function editMessage(
  actor: Actor,
  conversationId: string,
  messageId: string,
  edited: Edited,
): Result<{ changed: boolean }, EditRefusal | "not-found"> {
  return transact(() => {
    const found = findToEdit(actor, conversationId, messageId)
    if (!found) return { ok: false, reason: "not-found" }
    const { conversation, message, isTitled, isOver } = found
    if (isOver) return { ok: false, reason: "too-late" }
    if (message.hiddenAt !== null) return { ok: false, reason: "hidden" }
    const file =
      edited.file === undefined ? { fileId: message.fileId, fileName: message.fileName } : edited.file
    const after = {
      ...{ body: edited.body, fileName: file?.fileName ?? null },
      subject: isTitled ? (edited.subject ?? conversation.subject) : conversation.subject,
    }
    if (after.body === "" && !after.fileName) return { ok: false, reason: "empty" }
    const pinnedUntil = isTitled ? (edited.pinnedUntil ?? null) : conversation.pinnedUntil
    const before = { body: message.body, fileName: message.fileName, subject: conversation.subject }
    const isReworded =
      JSON.stringify([before.subject, before.body, message.fileId]) !==
      JSON.stringify([after.subject, after.body, file?.fileId ?? null])
    if (!isReworded && pinnedUntil === conversation.pinnedUntil) return { ok: true, changed: false }
    change(actor, conversations, conversationId, { subject: after.subject, pinnedUntil })
    if (isReworded) {
      change(actor, messages, messageId, {
        ...{ body: after.body, fileId: file?.fileId ?? null, fileName: after.fileName, editedAt: now() },
      })
      if (message.fileId && message.fileId !== file?.fileId && !isReported(actor, message.fileId))
        remove(actor, files, message.fileId)
      const hasConfirmed = and(
        eq(participants.conversationId, conversationId),
        isNotNull(participants.confirmedAt),
      )
      change(actor, participants, hasConfirmed, { confirmedAt: null, readAt: null })
      rewordWaiting(
        actor,
        { conversationId, messageId },
        {
          authorName: message.authorName,
          from: { subject: before.subject, body: messageText(before) },
          to: { subject: after.subject, body: messageText(after) },
        },
      )
    }
    const isAnnouncement = conversation.kind === "announcement"
    const facts = {
      before: { ...before, pinnedUntil: conversation.pinnedUntil, memberId: message.memberId },
      after: { ...after, pinnedUntil },
    }
    recordEvent(actor, "conversation.edit", conversationId, isAnnouncement ? facts : {})
    return { ok: true, changed: true }
  })
}
