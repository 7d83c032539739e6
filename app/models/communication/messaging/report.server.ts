import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { conversations, messageReports, messages, participants } from "db/schema/communication"
import { files } from "db/schema/foundation-files"
import { members } from "db/schema/people"
import {
  and,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  type Placeholder,
  sql,
} from "drizzle-orm"
import { listOfficeMembers } from "~/models/accounts/school/office.server"
import { readStored } from "~/models/accounts/school-file/store-file.server"
import type { Actor, PersonActor } from "~/models/foundation/access/actor"
import {
  addUnlessThere,
  change,
  ownRows,
  params,
  remove,
  select,
} from "~/models/foundation/access/door.server"
import { joined, type Owner, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { rewordWaiting } from "~/models/foundation/outbox/reword-waiting.server"
import { saveMessage } from "~/models/platform/support/save-message.server"
import { longestMessage } from "~/models/platform/support/support"
import type { MessagingRefusal } from "~/texts/communication/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { formatInstant } from "~/utils/zones"
import { findConversation } from "./conversation.server"
import { messageText, type ReportReason } from "./messaging"
import type { ReportForm } from "./messaging-forms.server"
import { startConversation } from "./start-conversation.server"

// A message that a reader reports. It waits for the school's office; what the office itself wrote goes to the platform's staff instead,
// as a support chat of the reader. Who is reported never learns by whom: they don't see reports of their own messages.

/** Whoever can read every report doesn't make one. */
export const mayReport = (actor: Actor): boolean => !may(actor, "message:all")

/** A message of someone else that the actor can read, with their report of it; undefined otherwise. */
export function findToReport(actor: Actor, conversationId: string, messageId: string) {
  const conversation = mayReport(actor) ? findConversation(actor, conversationId) : undefined
  const message = conversation?.messages.find(({ id }) => id === messageId)
  if (!conversation || !message || message.isMine) return undefined
  const isMine = and(
    eq(messageReports.messageId, messageId),
    eq(messageReports.memberId, actor.memberId ?? ""),
  )
  const report = ownRows(actor, messageReports).where(isMine).get()
  return { subject: conversation.subject, message, report }
}

/** The messages of a conversation that the actor has reported. */
export const listReported = (actor: Actor, conversationId: string): ReadonlySet<string> =>
  new Set(
    select({ id: messages.id })
      .from(messageReports)
      .innerJoin(messages, joined(messages, messageReports.messageId))
      .where(
        and(
          own(actor, messageReports),
          eq(messageReports.memberId, actor.memberId ?? ""),
          eq(messages.conversationId, conversationId),
        ),
      )
      .all()
      .map(({ id }) => id),
  )

type CaseFacts = Record<"note" | "author" | "sent" | "subject" | "body", string> & { reason: ReportReason }

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** Reports a message, once. Of what the office wrote it says so to the platform's staff, in the words of `caseText`. */
export function reportMessage(
  actor: Actor,
  person: PersonActor,
  { conversationId, messageId }: { conversationId: string; messageId: string },
  { reason, note }: ReportForm,
  caseText: (facts: CaseFacts) => string,
): Result<object, "not-found"> {
  return transact(() => {
    const found = findToReport(actor, conversationId, messageId)
    if (!found || !actor.memberId || (found.message.isHidden && !found.report))
      return { ok: false, reason: "not-found" }
    const { message, subject } = found
    const isForPlatform = listOfficeMembers(actor).some(({ id }) => id === message.memberId)
    const report = {
      ...{ messageId, memberId: actor.memberId, reason, note, isForPlatform, closedAt: null },
      // Its author may still change it.
      ...{ body: message.body, fileName: message.fileName, fileId: isForPlatform ? null : message.fileId },
    }
    // The activity says nothing of it: who is reported may read it, now or once they run the school.
    if (!addUnlessThere(actor, messageReports, report) || !isForPlatform) return { ok: true }
    const sent = formatInstant(message.at, actor.school.timeZone)
    const facts = { reason, note, author: message.name, sent, subject, body: messageText(message) }
    saveMessage(person, "admin", { content: shortened(caseText(facts), longestMessage), imageUrl: null })
    return { ok: true }
  })
}

/** Reports that the actor looks into: not of what they wrote themselves. */
const isOf = (owner: Owner, memberId: string | Placeholder) =>
  and(own(owner, messageReports), eq(messageReports.isForPlatform, false), ne(messages.memberId, memberId))

const isTheirs = (actor: Actor) => isOf(actor, actor.memberId ?? "")

/** How many reports wait for the office. */
export const openReportsQuery = (actor: Actor) =>
  select({ n: count() })
    .from(messageReports)
    .innerJoin(messages, joined(messages, messageReports.messageId))
    .where(and(isTheirs(actor), isNull(messageReports.closedAt)))

/** The same for the member named `memberId`, for a statement that reads it with more. */
export const waitingReportsQuery = () => {
  const { schoolId, memberId } = params<{ memberId: string }>()
  return select({ n: count() })
    .from(messageReports)
    .innerJoin(messages, joined(messages, messageReports.messageId))
    .where(and(isOf(schoolId, memberId), isNull(messageReports.closedAt)))
}

export const reportsPerPage = 30

const isIn = (closed: boolean) =>
  closed ? isNotNull(messageReports.closedAt) : isNull(messageReports.closedAt)

/** How many reports wait, or were closed. */
export const countReports = (actor: Actor, closed: boolean): number =>
  select({ n: count() })
    .from(messageReports)
    .innerJoin(messages, joined(messages, messageReports.messageId))
    .where(and(isTheirs(actor), isIn(closed)))
    .get()?.n ?? 0

/** The reports that wait, or those that were closed, the latest first, a page of 30; or one. */
export const listReports = (
  actor: Actor,
  asked: { closed: boolean; page: number; id?: undefined } | { id: string; closed?: undefined; page?: 1 },
) =>
  select({
    id: messageReports.id,
    reason: messageReports.reason,
    note: messageReports.note,
    at: messageReports.createdAt,
    closedAt: messageReports.closedAt,
    reporterId: messageReports.memberId,
    reporter: users.name,
    reporterEmail: users.email,
    reporterLeftAt: members.deactivatedAt,
    messageId: messages.id,
    conversationId: messages.conversationId,
    author: messages.authorName,
    reported: {
      body: sql<string>`coalesce(${messageReports.body}, ${messages.body})`,
      fileName: sql<
        string | null
      >`iif(${messageReports.body} is null, ${messages.fileName}, ${messageReports.fileName})`,
      fileId: sql<
        string | null
      >`iif(${messageReports.body} is null, ${messages.fileId}, ${messageReports.fileId})`,
    },
    body: messages.body,
    fileName: messages.fileName,
    sentAt: messages.createdAt,
    hiddenAt: messages.hiddenAt,
    subject: conversations.subject,
  })
    .from(messageReports)
    .innerJoin(messages, joined(messages, messageReports.messageId))
    .innerJoin(conversations, joined(conversations, messages.conversationId))
    .innerJoin(members, joined(members, messageReports.memberId))
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(isTheirs(actor), asked.id === undefined ? isIn(asked.closed) : eq(messageReports.id, asked.id)),
    )
    .orderBy(desc(messageReports.createdAt), desc(messageReports.id))
    .limit(reportsPerPage)
    .offset(((asked.page ?? 1) - 1) * reportsPerPage)
    .all()

/** The file of a message as it was reported, for who looks into it; undefined for everyone else, and when it is gone. */
export async function readReportedFile(actor: Actor, messageId: string, reportId: string) {
  const [report] = may(actor, "message:all") ? listReports(actor, { id: reportId }) : []
  const { fileId, fileName } = report?.messageId === messageId ? report.reported : {}
  const file = fileId ? await readStored(actor, fileId, "message-file") : undefined
  return file && { ...file, fileName: fileName ?? "file" }
}

/** What reports keep of some messages goes with the messages' words. In the caller's transaction. */
export function forgetReported(actor: Actor, messageIds: readonly string[]) {
  const ofThem = and(own(actor, messageReports), inArray(messageReports.messageId, [...messageIds]))
  const kept = select({ fileId: messageReports.fileId }).from(messageReports).where(ofThem).all()
  change(actor, messageReports, ofThem, { body: null, fileId: null, fileName: null })
  for (const { fileId } of kept) if (fileId) remove(actor, files, fileId)
}

/**
 * Hides a reported message from its readers, or shows it again; copies of it that wait say `hiddenText` instead. Answers how many emails
 * had left.
 */
export function hideMessage(
  actor: Actor,
  reportId: string,
  isHidden: boolean,
  hiddenText: string,
): { left: number } | false {
  return transact(() => {
    const [report] = listReports(actor, { id: reportId })
    if (!report) return false
    const { messageId, conversationId, author, subject } = report
    if ((report.hiddenAt !== null) === isHidden) return { left: 0 }
    change(actor, messages, messageId, { hiddenAt: isHidden ? now() : null })
    const [shown, hidden] = [
      { subject, body: messageText(report) },
      { subject, body: hiddenText },
    ]
    const said = isHidden ? { from: shown, to: hidden } : { from: hidden, to: shown }
    const left = rewordWaiting(
      actor,
      { conversationId, messageId },
      { authorName: author, ...said },
      isHidden,
    )
    recordEvent(actor, isHidden ? "conversation.hide" : "conversation.show", conversationId, {
      after: { author, messageId },
    })
    return { left }
  })
}

/** Whether the actor sent these words to who made a report while it was open: then the form came a second time. */
const wasAnswered = (
  actor: Actor,
  { reporterId, at, closedAt }: { reporterId: string; at: number; closedAt: number | null },
  body: string,
) =>
  select({ id: messages.id })
    .from(messages)
    .innerJoin(participants, joined(messages.conversationId, participants.conversationId))
    .where(
      and(
        ...[own(actor, messages), eq(messages.memberId, actor.memberId ?? ""), eq(messages.body, body)],
        ...[gte(messages.createdAt, at), lte(messages.createdAt, closedAt ?? at)],
        eq(participants.memberId, reporterId),
      ),
    )
    .get() !== undefined

/** Closes a report, with an answer to who reported it as a message of its own; empty without. Another answer to a closed one is refused. */
export function closeReport(
  actor: Actor,
  reportId: string,
  answer: { subject: string; body: string },
): Result<{ isAnswered: boolean }, MessagingRefusal | "not-found" | "closed"> {
  return transact(() => {
    const [report] = listReports(actor, { id: reportId })
    if (!report) return { ok: false, reason: "not-found" }
    const isAnswered = answer.body !== ""
    if (report.closedAt !== null)
      return isAnswered && !wasAnswered(actor, report, answer.body)
        ? { ok: false, reason: "closed" }
        : { ok: true, isAnswered }
    if (isAnswered) {
      const { reporter: name, reporterId: memberId, reporterEmail: email } = report
      const recipients = [{ memberId, guardianId: null, name, why: "Reported a message", email }]
      const sent = startConversation(
        actor,
        { to: `member:${memberId}`, ...answer, shown: -1 },
        {
          ...{ key: `member:${memberId}`, label: name, kind: "conversation" },
          ...{ recipients: report.reporterLeftAt === null ? recipients : [] },
          ...{ unreachable: [], returned: [], unwanting: [] },
        },
      )
      if (!sent.ok) return sent
    }
    change(actor, messageReports, reportId, { closedAt: now() })
    const { author, conversationId } = report
    recordEvent(actor, "conversation.close-report", conversationId, { after: { author } })
    return { ok: true, isAnswered }
  })
}
