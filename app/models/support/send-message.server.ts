import { db, transact } from "db/client.server"
import { supportMessages, supportThreads } from "db/schema/support"
import { and, desc, eq } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { PersonActor } from "../access/actor"
import { answerFromHelp } from "../assistant/answer.server"
import { imageIdOf, longestMessage, type SendRefusal, type SupportMessage, type SupportMode } from "./support"
import { findUnusedImage } from "./support-image.server"
import { findThread, type MessageRow, messageOf } from "./thread.server"

/** The same words again within so many ms are the same message, sent twice by a nervous finger or a retried call. */
const repeatMs = 10_000

type Sent = { ok: true; message: SupportMessage; answer: SupportMessage | null }

/**
 * Sends a message to the assistant or to the staff. Text is trimmed; an image must be the person's own upload and not
 * sent before. The assistant's answer is kept before this returns; to the staff the talk is waiting from now on, opened
 * again if it was closed. A message repeated within ten seconds is answered with the first one.
 */
export async function sendSupportMessage(
  person: PersonActor,
  mode: SupportMode,
  written: { content: string; imageUrl: string | null },
): Promise<Sent | { ok: false; reason: SendRefusal }> {
  const content = clean(written.content)
  if (!content && !written.imageUrl) return { ok: false, reason: "empty" }
  if (content.length > longestMessage) return { ok: false, reason: "too-long" }
  const sent = transact(() => addMessage(person, mode, content, written.imageUrl))
  if (!sent.ok) return sent
  const message = messageOf(sent.row)
  if (mode === "admin") return { ok: true, message, answer: null }
  const known = sent.isRepeated ? findAnswerTo(sent.row) : undefined
  if (known || sent.isRepeated) return { ok: true, message, answer: known ? messageOf(known) : null }
  const answer = await answerFromHelp({ question: content, hasImage: sent.row.fileId !== null })
  return { ok: true, message, answer: messageOf(keepAnswer(sent.row.threadId, answer)) }
}

/** Line breaks stay, other control characters go: nothing here is read by a program. */
const clean = (text: string) =>
  text
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim()

type Added = { ok: true; row: MessageRow; isRepeated: boolean } | { ok: false; reason: SendRefusal }

function addMessage(person: PersonActor, mode: SupportMode, content: string, imageUrl: string | null): Added {
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
  }
  const threadId = thread?.id ?? newId()
  if (thread) db().update(supportThreads).set(facts).where(eq(supportThreads.id, threadId)).run()
  else
    db()
      .insert(supportThreads)
      .values({ ...facts, id: threadId, userId: person.userId, mode, createdAt: at })
      .run()
  const row: MessageRow = {
    id: newId(),
    threadId,
    sender: "user",
    userId: person.userId,
    content,
    fileId: imageId ?? null,
    createdAt: at,
  }
  db().insert(supportMessages).values(row).run()
  return { ok: true, row, isRepeated: false }
}

function findRepeated(
  threadId: string,
  { content, imageId, since }: { content: string; imageId: string | null; since: number },
): MessageRow | undefined {
  const last = db()
    .select()
    .from(supportMessages)
    .where(and(eq(supportMessages.threadId, threadId), eq(supportMessages.sender, "user")))
    .orderBy(desc(supportMessages.createdAt), desc(supportMessages.id))
    .limit(1)
    .get()
  const isSame = last && last.content === content && last.fileId === imageId && last.createdAt >= since
  return isSame ? last : undefined
}

const findAnswerTo = (asked: MessageRow) =>
  db()
    .select()
    .from(supportMessages)
    .where(and(eq(supportMessages.threadId, asked.threadId), eq(supportMessages.sender, "assistant")))
    .orderBy(desc(supportMessages.createdAt), desc(supportMessages.id))
    .limit(1)
    .all()
    .find((answer) => answer.id > asked.id)

function keepAnswer(threadId: string, content: string): MessageRow {
  const row: MessageRow = {
    id: newId(),
    threadId,
    sender: "assistant",
    userId: null,
    content,
    fileId: null,
    createdAt: now(),
  }
  transact(() => {
    db().insert(supportMessages).values(row).run()
    db()
      .update(supportThreads)
      .set({ lastMessageAt: row.createdAt })
      .where(eq(supportThreads.id, threadId))
      .run()
  })
  return row
}
