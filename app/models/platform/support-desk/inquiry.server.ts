import { transact } from "db/client.server"
import { contactMessages, demoRequests, inquiryReplies } from "db/schema/platform"
import { asc, eq } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { platformAdd, platformChange, select } from "~/models/foundation/access/door.server"
import { seesMatter } from "~/models/foundation/access/staff-permissions"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import { demoFacts } from "../demo-request/demo-request-form"
import { listReplyFiles } from "../inbound-mail/reply-file.server"
import { replyBy } from "../reply-address/reply-address.server"
import { type MatterKind, readTags } from "./desk"
import { isAnsweredSince, nameOf, recordMatterAct, recordWait } from "./matter.server"

// What visitors wrote, from the staff's side: a contact message or a demo request, and the answers that went by mail.

export type InquiryKind = Exclude<MatterKind, "chat">

const repeatMs = 10_000

const replyColumn = {
  contact: inquiryReplies.contactMessageId,
  demo: inquiryReplies.demoRequestId,
} as const

const repliesTo = (kind: InquiryKind, id: string) =>
  select()
    .from(inquiryReplies)
    .where(eq(replyColumn[kind], id))
    .orderBy(asc(inquiryReplies.createdAt), asc(inquiryReplies.id))
    .all()

const lastAnswer = (replies: ReturnType<typeof repliesTo>) =>
  replies.filter(({ sender }) => sender === "staff").at(-1)

/**
 * An inquiry in the same shape for both kinds: who, what about, the facts they gave, and what was answered; undefined when
 * there is none for the reader's roles.
 */
export function findInquiry(staff: SuperActor, kind: InquiryKind, id: string) {
  const read = kind === "contact" ? readContact(id) : readDemo(id)
  if (!read || !seesMatter(staff.roles, read.handedTo)) return undefined
  const replies = repliesTo(kind, id)
  const files = listReplyFiles(
    "replyId",
    replies.map((reply) => reply.id),
  )
  return {
    kind,
    ...read,
    seen: lastAnswer(replies)?.id ?? "none",
    closedByName: nameOf(read.closedBy),
    replies: replies.map(({ id: replyId, userId, sender, content, cut, createdAt }) => ({
      id: replyId,
      files: files.get(replyId) ?? [],
      isStaff: sender === "staff",
      name: sender === "staff" ? (nameOf(userId) ?? "Tutti staff") : read.name,
      content,
      cut,
      createdAt,
    })),
  }
}

function readContact(id: string) {
  const row = select().from(contactMessages).where(eq(contactMessages.id, id)).get()
  if (!row) return undefined
  const { name, email, subject, message, createdAt } = row
  const facts: [string, string][] = [
    ["Name", name],
    ["Email", email],
  ]
  return {
    id,
    name,
    email,
    subject,
    text: message,
    facts,
    createdAt,
    ...standingOf(row),
  }
}

type Standing = Pick<
  typeof contactMessages.$inferSelect,
  | "assignedTo"
  | "answeredAt"
  | "waitingSince"
  | "closedAt"
  | "closedBy"
  | "priority"
  | "tags"
  | "snoozedUntil"
  | "handedTo"
  | "provenAt"
>

/** How the staff handle it. */
const standingOf = ({ assignedTo, answeredAt, waitingSince, closedAt, closedBy, ...row }: Standing) => ({
  assignedTo,
  answeredAt,
  waitingSince,
  closedAt,
  closedBy,
  priority: row.priority,
  tags: readTags(row.tags),
  snoozedUntil: row.snoozedUntil,
  handedTo: row.handedTo,
  isProven: row.provenAt !== null,
})

function readDemo(id: string) {
  const row = select().from(demoRequests).where(eq(demoRequests.id, id)).get()
  if (!row) return undefined
  return {
    id,
    name: row.fullName,
    email: row.email,
    subject: `Your demo of Tutti for ${row.schoolName}`,
    text: row.additionalInfo,
    facts: demoFacts(row),
    createdAt: row.createdAt,
    ...standingOf(row),
  }
}

/**
 * Answers an inquiry by mail: the answer is kept with it, and it is the answerer's unless it was someone's. The same
 * words again within ten seconds are the same answer. Refused when a colleague answered after the answer the person saw (`seen`).
 */
export function answerInquiry(
  staff: SuperActor,
  kind: InquiryKind,
  id: string,
  content: string,
  seen?: string,
): Result<void, "not-found" | "answered"> {
  return transact(() => {
    const inquiry = findInquiry(staff, kind, id)
    if (!inquiry) return { ok: false, reason: "not-found" }
    const replies = repliesTo(kind, id)
    if (isAnsweredSince(staff, lastAnswer(replies), seen)) return { ok: false, reason: "answered" }
    const at = now()
    const last = replies.at(-1)
    if (last?.content === content && last.userId === staff.userId && last.createdAt >= at - repeatMs)
      return { ok: true }
    platformAdd(inquiryReplies, {
      id: newId(),
      contactMessageId: kind === "contact" ? id : null,
      demoRequestId: kind === "demo" ? id : null,
      userId: staff.userId,
      content,
      createdAt: at,
    })
    const table = kind === "contact" ? contactMessages : demoRequests
    if (inquiry.answeredAt === null) recordWait(kind, id, inquiry.waitingSince ?? inquiry.createdAt)
    recordMatterAct(staff, "answer", kind, id)
    platformChange(table, id, {
      answeredAt: at,
      waitingSince: null,
      snoozedUntil: null,
      closedAt: null,
      closedBy: null,
      assignedTo: inquiry.assignedTo ?? staff.userId,
    })
    queueMail({
      template: "inquiry-answer",
      schoolId: null,
      recipient: inquiry.email,
      data: {
        name: inquiry.name,
        subject: inquiry.subject,
        content,
        staffName: staff.name,
        quoted: inquiry.text,
        ...replyBy(kind, id),
      },
    })
    return { ok: true }
  })
}
