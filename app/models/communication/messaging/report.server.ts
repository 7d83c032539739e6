import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { conversations, messageReports, messages } from "db/schema/communication"
import { members } from "db/schema/people"
import { and, count, desc, eq, isNotNull, isNull, ne } from "drizzle-orm"
import { listOfficeMembers } from "~/models/accounts/school/office.server"
import type { Actor, PersonActor } from "~/models/foundation/access/actor"
import { addUnlessThere, change, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { rewordWaiting } from "~/models/foundation/outbox/reword-waiting.server"
import { saveMessage } from "~/models/platform/support/save-message.server"
import { longestMessage } from "~/models/platform/support/support"
import type { MessagingRefusal } from "~/texts/communication/refusals"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
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
  const report = select()
    .from(messageReports)
    .where(and(own(actor, messageReports), isMine))
    .get()
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

type CaseFacts = { reason: ReportReason; note: string; author: string; subject: string; body: string }

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
    if (!found || !actor.memberId) return { ok: false, reason: "not-found" }
    const { message, subject } = found
    const isForPlatform = listOfficeMembers(actor).some(({ id }) => id === message.memberId)
    const report = { messageId, memberId: actor.memberId, reason, note, isForPlatform, closedAt: null }
    if (!addUnlessThere(actor, messageReports, report)) return { ok: true }
    const author = message.name
    if (isForPlatform) {
      const content = caseText({ reason, note, author, subject, body: messageText(message) })
      saveMessage(person, "admin", { content: content.slice(0, longestMessage), imageUrl: null })
    } else
      recordEvent(actor, { verb: "report", noun: "conversation", nounId: conversationId, after: { author } })
    return { ok: true }
  })
}

/** Reports that the actor looks into: not of what they wrote themselves. */
const isTheirs = (actor: Actor) =>
  and(
    own(actor, messageReports),
    eq(messageReports.isForPlatform, false),
    ne(messages.memberId, actor.memberId ?? ""),
  )

/** How many reports wait for the office. */
export const openReportsQuery = (actor: Actor) =>
  select({ n: count() })
    .from(messageReports)
    .innerJoin(messages, joined(messages, messageReports.messageId))
    .where(and(isTheirs(actor), isNull(messageReports.closedAt)))

const reportsShown = 100

/** The reports that wait, or those that were closed, the latest first. */
export const listReports = (actor: Actor, { closed, id }: { closed?: boolean; id?: string }) =>
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
      and(
        isTheirs(actor),
        id === undefined ? undefined : eq(messageReports.id, id),
        closed === undefined
          ? undefined
          : closed
            ? isNotNull(messageReports.closedAt)
            : isNull(messageReports.closedAt),
      ),
    )
    .orderBy(desc(messageReports.createdAt), desc(messageReports.id))
    .limit(reportsShown)
    .all()

/** Hides a reported message from its readers, or shows it again; copies of it that wait say `hiddenText` instead. */
export function hideMessage(actor: Actor, reportId: string, isHidden: boolean, hiddenText: string): boolean {
  return transact(() => {
    const [report] = listReports(actor, { id: reportId })
    if (!report) return false
    const { messageId, conversationId, author, subject } = report
    if ((report.hiddenAt !== null) === isHidden) return true
    change(actor, messages, messageId, { hiddenAt: isHidden ? now() : null })
    const [shown, hidden] = [
      { subject, body: messageText(report) },
      { subject, body: hiddenText },
    ]
    rewordWaiting(actor, conversationId, {
      authorName: author,
      ...(isHidden ? { from: shown, to: hidden } : { from: hidden, to: shown }),
    })
    recordEvent(actor, {
      ...{ verb: isHidden ? "hide" : "show", noun: "conversation", nounId: conversationId },
      after: { author, messageId },
    })
    return true
  })
}

/** Closes a report, with an answer to who reported it as a message of its own; empty without. Closed again it stays as it was. */
export function closeReport(
  actor: Actor,
  reportId: string,
  answer: { subject: string; body: string },
): Result<{ isAnswered: boolean }, MessagingRefusal | "not-found"> {
  return transact(() => {
    const [report] = listReports(actor, { id: reportId })
    if (!report) return { ok: false, reason: "not-found" }
    if (report.closedAt !== null) return { ok: true, isAnswered: false }
    const isAnswered = answer.body !== ""
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
    recordEvent(actor, {
      ...{ verb: "close-report", noun: "conversation", nounId: conversationId },
      after: { author },
    })
    return { ok: true, isAnswered }
  })
}
