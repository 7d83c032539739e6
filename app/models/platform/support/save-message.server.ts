import { transact } from "db/client.server"
import { supportMessages, supportThreads } from "db/schema/platform-support"
import { and, desc, eq } from "drizzle-orm"
import type { PersonActor } from "~/models/foundation/access/actor"
import { platformAdd, platformChange, select } from "~/models/foundation/access/door.server"
import { takeMailBack } from "~/models/foundation/outbox/held-mail.server"
import type { SendRefusal } from "~/texts/platform/refusals"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import { imageIdOf, longestMessage, type SupportMode } from "./support"
import { findUnusedImage } from "./support-image.server"
import { findThread, type MessageRow, unreadBy } from "./thread.server"

/** The same words again within so many ms are the same message, sent twice by a nervous finger or a retried call. */
const repeatMs = 10_000

/**
 * Keeps what a person wrote, and nothing more: for the staff the talk is waiting from now on, opened again if it was
 * closed. Text is trimmed, and what came by email may be longer; an image must be the person's own upload and not sent before. A message repeated within ten
 * seconds is the first one again.
 */
export function saveMessage(
  person: PersonActor,
  mode: SupportMode,
  { imageUrl, byEmail, ...message }: { content: string; imageUrl: string | null; byEmail?: { cut: string } },
): SavedMessage {
  const content = cleanText(message.content)
  if (!content && !imageUrl) return { ok: false, reason: "empty" }
  if (content.length > longestMessage && !byEmail) return { ok: false, reason: "too-long" }
  return transact(() => {
    // Whoever writes in the chat sees the answers there.
    if (mode === "admin" && !byEmail) takeMailBack(null, unreadBy(person.userId))
    return addMessage(person, mode, { content, imageUrl, cut: byEmail?.cut || null })
  })
}

/** Line breaks stay, other control characters go: nothing here is read by a program. */
export const cleanText = (text: string) =>
  text
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim()

type SavedMessage = Result<{ row: MessageRow; isRepeated: boolean }, SendRefusal>

function addMessage(
  person: PersonActor,
  mode: SupportMode,
  { content, imageUrl, cut }: { content: string; imageUrl: string | null; cut: string | null },
): SavedMessage {
  const at = now()
  const thread = findThread(person, mode)
  const imageId = imageUrl ? imageIdOf(imageUrl) : undefined
  const repeated =
    thread && findRepeated(thread.id, { content, imageId: imageId ?? null, since: at - repeatMs })
  if (repeated) return { ok: true, row: repeated, isRepeated: true }
  if (imageUrl && !(imageId && findUnusedImage(person, imageId)))
    return { ok: false, reason: "image-unusable" }
  const facts = {
    schoolId: person.schoolId,
    lastMessageAt: at,
    readAt: at,
    waitingSince: mode === "admin" ? (thread?.waitingSince ?? at) : null,
    closedAt: null,
    closedBy: null,
    snoozedUntil: null,
  }
  const threadId = thread?.id ?? newId()
  if (thread) platformChange(supportThreads, threadId, facts)
  else platformAdd(supportThreads, { ...facts, id: threadId, userId: person.userId, mode, createdAt: at })
  const row: MessageRow = {
    id: newId(),
    threadId,
    sender: "user",
    userId: person.userId,
    content,
    cut,
    fileId: imageId ?? null,
    createdAt: at,
  }
  platformAdd(supportMessages, row)
  return { ok: true, row, isRepeated: false }
}

function findRepeated(
  threadId: string,
  { content, imageId, since }: { content: string; imageId: string | null; since: number },
): MessageRow | undefined {
  const last = select()
    .from(supportMessages)
    .where(and(eq(supportMessages.threadId, threadId), eq(supportMessages.sender, "user")))
    .orderBy(desc(supportMessages.createdAt), desc(supportMessages.id))
    .limit(1)
    .get()
  const isSame = last && last.content === content && last.fileId === imageId && last.createdAt >= since
  return isSame ? last : undefined
}
