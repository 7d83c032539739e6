import { users } from "db/schema/accounts"
import { emails } from "db/schema/foundation-mail"
import { guardians, members } from "db/schema/people"
import { and, eq, inArray, isNull, ne } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { actingOf } from "~/models/foundation/access/rights"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { idOfOther, newId } from "~/utils/ids.server"
import { findAudience } from "./audience.server"
import { type ByEmail, type MessageFile, reply } from "./conversation.server"
import { findSent } from "./message-file.server"
import { longestSubject } from "./messaging"
import { startConversation } from "./start-conversation.server"

// A reply by mail to the copy of a message. The address it comes to names the copy, so we know whose it is; it joins the
// conversation when that person is proven to have sent it. What can't join reaches the author by mail: nothing that was written is lost.

type Mail = typeof emails.$inferSelect
type Copy = {
  schoolId: string
  recipient: string
  sentAt: number
  mail: Mail
  subject: string
  /** What it is a copy in; null for an email of lesson notes, whose first reply begins a conversation. */
  conversationId: string | null
  /** Who a reply reaches that can't join a conversation. */
  author: { name: string; email: string | null; memberId?: string | null }
}

/**
 * The email that a reply answers; undefined when its school is gone, or when whoever got it is erased.
 * @param subjectOf what an email of lesson notes is called
 */
export function findMessageCopy(
  emailId: string,
  subjectOf: (notes: MailData["lesson-notes"]) => string,
): Copy | undefined {
  const row = select()
    .from(emails)
    .where(
      and(
        eq(emails.id, emailId),
        inArray(emails.template, ["new-message", "lesson-notes"]),
        ne(emails.data, "{}"),
      ),
    )
    .get()
  if (!row?.schoolId) return undefined
  const facts = {
    schoolId: row.schoolId,
    recipient: row.recipient.toLowerCase(),
    sentAt: row.sentAt ?? row.createdAt,
    mail: row,
  }
  if (row.template === "lesson-notes") {
    const notes = JSON.parse(row.data) as MailData["lesson-notes"]
    const author = { name: "", email: null, memberId: notes.answerTo }
    return { ...facts, subject: subjectOf(notes), conversationId: null, author }
  }
  const { subject, conversationId, authorName, answerTo } = JSON.parse(row.data) as MailData["new-message"]
  return { ...facts, subject, conversationId, author: { name: authorName, email: answerTo } }
}

/** Whoever an email of lesson notes is answered to: the teacher while they can log in, else the office. */
function answeringOf(school: Actor, { name, email, memberId }: Copy["author"]) {
  if (memberId === undefined) return email ? [{ name, email }] : []
  const teacher = select({ name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(own(school, members, memberId ?? ""), isNull(members.deactivatedAt)))
    .all()
    .flatMap((each) => (each.email ? [{ name: each.name, email: each.email }] : []))
  return teacher.length > 0 ? teacher : listOffice(school)
}

/**
 * A reply to an email of lesson notes: the first begins a conversation with the teacher, or with the office where the teacher
 * isn't theirs to write to; the next ones join it. False when it can't.
 */
export function answerNotes(
  actor: Actor,
  { mail: { id }, author }: Copy,
  {
    subject,
    body,
    file,
    byEmail,
  }: { subject: string; body: string; file: MessageFile | null; byEmail: ByEmail },
): boolean {
  const entryId = idOfOther(id, ["reply", actor.memberId])
  const begun = findSent(actor, entryId)
  if (begun) return reply(actor, begun.conversationId, { entryId: newId(), body, file, byEmail }).ok
  const to = [...(author.memberId ? [`member:${author.memberId}`] : []), "office"]
  const audience = to
    .map((key) => findAudience(actor, key))
    .find((each) => each && each.recipients.length > 0)
  if (!audience) return false
  const started = startConversation(
    actor,
    {
      to: audience.key,
      subject: subject.slice(0, longestSubject),
      body,
      shown: -1,
      entryId,
      file,
      byEmail,
    },
    audience,
  )
  return started.ok
}

/**
 * The member with this address, unless they are locked; their own rights are theirs here too. Where no one logs in with it, the guardian
 * whose contact it is, when it is no one else's.
 */
export function findMemberByEmail(school: Actor, email: string) {
  const memberIds = select({ id: members.id })
    .from(users)
    .innerJoin(members, eq(members.userId, users.id))
    .where(and(eq(users.email, email), own(school, members)))
    .all()
    .map(({ id }) => id)
  const [memberId, ...others] = memberIds.length > 0 ? memberIds : listMembersOfContact(school, email)
  if (!memberId || others.length > 0) return undefined
  return findActingMember(school, memberId)
}

/** A member as they act by their rights; undefined for one who is locked. */
export function findActingMember(school: Actor, memberId: string) {
  const member = select({
    memberId: members.id,
    userId: users.id,
    name: users.name,
    role: members.role,
    rights: members.rights,
  })
    .from(members)
    .innerJoin(users, eq(members.userId, users.id))
    .where(and(own(school, members, memberId), isNull(members.deactivatedAt)))
    .get()
  return member && actingOf(member)
}

/** Of each guardian with this address; null of one who has no login. */
const listMembersOfContact = (school: Actor, email: string) =>
  ownRows(school, guardians, ["memberId"])
    .where(and(eq(guardians.email, email), isNull(guardians.erasedAt)))
    .groupBy(guardians.memberId)
    .all()
    .map(({ memberId }) => memberId)

/** Hands a reply that can't join a conversation to the author of what it answers. False when they have no address. */
export function handOnReply(
  school: Actor,
  { subject, author }: Copy,
  { sender, body, isUnproven }: { sender: string; body: string; isUnproven: boolean },
) {
  const answering = answeringOf(school, author)
  for (const to of answering)
    mailTo(school, to, "message-reply", { subject, body, answerTo: sender, isUnproven })
  return answering.length > 0
}
