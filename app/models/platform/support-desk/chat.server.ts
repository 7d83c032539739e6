import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { members } from "db/schema/people"
import { supportMessages, supportThreads } from "db/schema/platform-support"
import { and, between, desc, eq } from "drizzle-orm"
import type { Role, SuperActor } from "~/models/foundation/access/actor"
import { platformAdd, platformChange, select } from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { seesMatter } from "~/models/foundation/access/staff-permissions"
import { queueMail, wasMailed } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import type { Result } from "~/utils/result"
import { listReplyFiles } from "../inbound-mail/reply-file.server"
import { replyBy } from "../reply-address/reply-address.server"
import { cleanText } from "../support/save-message.server"
import { recordPresence } from "../support/staff-presence.server"
import { listThreadRows, unreadBy } from "../support/thread.server"
import { readTags } from "./desk"
import { isAnsweredSince, nameOf, recordMatterAct, recordWait } from "./matter.server"

// A person's talk with the staff, from the staff's side.

const repeatMs = 10_000
/** Who has not shown themself for so long is told by mail that an answer waits. */
const awayMs = 5 * 60_000

const whole = {
  thread: supportThreads,
  name: users.name,
  email: users.email,
  school: { id: schools.id, name: schools.name },
  role: members.role,
}

const findRow = (threadId: string) =>
  select(whole)
    .from(supportThreads)
    .innerJoin(users, eq(users.id, supportThreads.userId))
    .leftJoin(schools, eq(schools.id, supportThreads.schoolId))
    .leftJoin(members, and(eq(members.schoolId, schools.id), eq(members.userId, users.id)))
    .where(and(eq(supportThreads.id, threadId), eq(supportThreads.mode, "admin")))
    .get()

/** A talk with who it is with and where they were, and its messages; undefined when there is none for the reader's roles. */
export function findChat(staff: SuperActor, threadId: string, before?: string) {
  const row = findRow(threadId)
  if (!row || !seesMatter(staff.roles, row.thread.handedTo)) return undefined
  const { thread, name, email, school } = row
  const role: Role | null = row.role
  const { messages, hasEarlier } = listThreadRows(thread.id, before)
  const files = listReplyFiles(
    "messageId",
    messages.map((message) => message.id),
  )
  return {
    id: thread.id,
    name,
    email,
    school,
    role,
    waitingSince: thread.waitingSince,
    snoozedUntil: thread.snoozedUntil,
    priority: thread.priority,
    tags: readTags(thread.tags),
    assistant: listAssistantPart(thread),
    seen: lastAnswer(thread.id)?.id ?? "none",
    closedAt: thread.closedAt,
    closedByName: nameOf(thread.closedBy),
    assignedTo: thread.assignedTo,
    handedTo: thread.handedTo,
    hasEarlier,
    files: [...files.values()].flat(),
    messages: messages.map(({ id, sender, userId, content, cut, fileId, createdAt }) => ({
      id,
      isStaff: sender === "staff",
      name: sender === "staff" ? (nameOf(userId) ?? "Tutti staff") : name,
      content,
      cut,
      imageUrl: fileId ? paths.supportImage(fileId) : null,
      createdAt,
    })),
  }
}

const lastAnswer = (threadId: string) =>
  select()
    .from(supportMessages)
    .where(and(eq(supportMessages.threadId, threadId), eq(supportMessages.sender, "staff")))
    .orderBy(desc(supportMessages.createdAt), desc(supportMessages.id))
    .limit(1)
    .get()

/** How long before someone turned to the staff their questions to the assistant still belong to it. */
const handOverMs = 24 * 3_600_000
const mostHandedOver = 20

/** What the person and the assistant wrote in the day before the person turned to the staff, oldest first. */
function listAssistantPart({ userId, waitingSince, lastMessageAt }: typeof supportThreads.$inferSelect) {
  const turnedAt = waitingSince ?? lastMessageAt
  return select(columns(supportMessages, "id", "sender", "content", "createdAt"))
    .from(supportMessages)
    .innerJoin(supportThreads, eq(supportThreads.id, supportMessages.threadId))
    .where(
      and(
        eq(supportThreads.userId, userId),
        eq(supportThreads.mode, "ai"),
        between(supportMessages.createdAt, turnedAt - handOverMs, turnedAt),
      ),
    )
    .orderBy(desc(supportMessages.createdAt), desc(supportMessages.id))
    .limit(mostHandedOver)
    .all()
    .reverse()
    .map(({ sender, ...message }) => ({ ...message, isAssistant: sender === "assistant" }))
}

/**
 * Answers in a talk: no one waits any more, a closed one is open again, and it is the answerer's unless it was
 * someone's. The person is told by mail once they have been away for five minutes, of the first that is unread. The same words again within ten
 * seconds are the same answer. Refused when a colleague answered after the answer the person saw (`seen`).
 */
export function answerChat(
  staff: SuperActor,
  threadId: string,
  content: string,
  seen?: string,
): Result<void, "not-found" | "answered"> {
  recordPresence(staff)
  return transact(() => {
    const row = findRow(threadId)
    if (!row || !seesMatter(staff.roles, row.thread.handedTo)) return { ok: false, reason: "not-found" }
    if (isAnsweredSince(staff, lastAnswer(threadId), seen)) return { ok: false, reason: "answered" }
    const at = now()
    const text = cleanText(content)
    const last = select()
      .from(supportMessages)
      .where(eq(supportMessages.threadId, threadId))
      .orderBy(desc(supportMessages.createdAt), desc(supportMessages.id))
      .limit(1)
      .get()
    const isRepeated =
      last?.sender === "staff" &&
      last.userId === staff.userId &&
      last.content === text &&
      last.createdAt >= at - repeatMs
    if (isRepeated) return { ok: true }
    const { thread, name, email } = row
    if (email && !wasMailed(email, "support-answer", thread.readAt))
      queueMail({
        template: "support-answer",
        heldFor: unreadBy(thread.userId),
        dueAt: Math.max(at, thread.readAt + awayMs),
        schoolId: null,
        recipient: email,
        data: { name, content: text, ...replyBy("chat", threadId) },
      })
    platformAdd(supportMessages, {
      id: newId(),
      threadId,
      sender: "staff",
      userId: staff.userId,
      content: text,
      createdAt: at,
    })
    if (thread.waitingSince !== null) recordWait("chat", threadId, thread.waitingSince)
    recordMatterAct(staff, "answer", "chat", threadId)
    platformChange(supportThreads, threadId, {
      lastMessageAt: at,
      waitingSince: null,
      snoozedUntil: null,
      closedAt: null,
      closedBy: null,
      assignedTo: thread.assignedTo ?? staff.userId,
    })
    return { ok: true }
  })
}
