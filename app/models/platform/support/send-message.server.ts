import { transact } from "db/client.server"
import { supportMessages, supportThreads } from "db/schema/platform-support"
import { and, desc, eq } from "drizzle-orm"
import type { PersonActor } from "~/models/foundation/access/actor"
import { platformAdd, platformChange, select } from "~/models/foundation/access/door.server"
import type { SendRefusal } from "~/texts/platform/refusals"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { answerFromHelp } from "../assistant/answer.server"
import { saveMessage } from "./save-message.server"
import type { SupportMessage, SupportMode } from "./support"
import { type MessageRow, messageOf } from "./thread.server"

type Sent = { ok: true; message: SupportMessage; answer: SupportMessage | null }

/**
 * Sends a message to the assistant or to the staff; what may be sent is `keepMessage`'s business. The assistant's answer
 * is kept before this returns.
 */
export async function sendSupportMessage(
  person: PersonActor,
  mode: SupportMode,
  draft: { content: string; imageUrl: string | null },
): Promise<Sent | { ok: false; reason: SendRefusal }> {
  const saved = saveMessage(person, mode, draft)
  if (!saved.ok) return saved
  const { row, isRepeated } = saved
  const message = messageOf(row)
  if (mode === "admin") return { ok: true, message, answer: null }
  if (isRepeated) {
    const known = findAnswerTo(row)
    return { ok: true, message, answer: known ? messageOf(known) : null }
  }
  const answer = await answerFromHelp({ question: row.content, hasImage: row.fileId !== null })
  return { ok: true, message, answer: messageOf(saveAnswer(row.threadId, answer)) }
}

const findAnswerTo = (question: MessageRow) =>
  select()
    .from(supportMessages)
    .where(and(eq(supportMessages.threadId, question.threadId), eq(supportMessages.sender, "assistant")))
    .orderBy(desc(supportMessages.createdAt), desc(supportMessages.id))
    .limit(1)
    .all()
    .find((answer) => answer.id > question.id)

function saveAnswer(threadId: string, content: string): MessageRow {
  const row: MessageRow = {
    id: newId(),
    threadId,
    sender: "assistant",
    userId: null,
    content,
    cut: null,
    fileId: null,
    createdAt: now(),
  }
  transact(() => {
    platformAdd(supportMessages, row)
    platformChange(supportThreads, threadId, { lastMessageAt: row.createdAt })
  })
  return row
}
