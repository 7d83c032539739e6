import { users } from "db/schema/accounts"
import { emails } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { actingOf } from "~/models/foundation/access/rights"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"

// A reply by mail to the copy of a message. The address it comes to names the copy, so we know whose it is; it joins the
// conversation when that person is proven to have sent it. What can't join reaches the author by mail: nothing that was written is lost.

type Mail = typeof emails.$inferSelect
type Copy = { schoolId: string; recipient: string; sentAt: number; mail: Mail; data: MailData["new-message"] }

/** The copy that a reply answers; undefined when its school is gone. */
export function findMessageCopy(emailId: string): Copy | undefined {
  const row = select()
    .from(emails)
    .where(and(eq(emails.id, emailId), eq(emails.template, "new-message")))
    .get()
  if (!row?.schoolId) return undefined
  return {
    schoolId: row.schoolId,
    recipient: row.recipient.toLowerCase(),
    sentAt: row.sentAt ?? row.createdAt,
    mail: row,
    data: JSON.parse(row.data) as MailData["new-message"],
  }
}

/** The member with this address, unless they are locked; their own rights are theirs here too. */
export function findMemberByEmail(school: Actor, email: string) {
  const member = select({
    memberId: members.id,
    userId: users.id,
    name: users.name,
    role: members.role,
    rights: members.rights,
  })
    .from(users)
    .innerJoin(members, eq(members.userId, users.id))
    .where(and(eq(users.email, email), own(school, members), isNull(members.deactivatedAt)))
    .get()
  return member && actingOf(member)
}

/** Hands a reply that can't join its conversation to the author of the message. False when they have no address. */
export function handOnReply(
  school: Actor,
  { data }: Copy,
  { sender, body, isUnproven }: { sender: string; body: string; isUnproven: boolean },
) {
  if (!data.answerTo) return false
  queueMail({
    template: "message-reply",
    schoolId: school.school.id,
    recipient: data.answerTo,
    data: {
      schoolName: school.school.name,
      recipientName: data.authorName,
      subject: data.subject,
      body,
      answerTo: sender,
      isUnproven,
    },
  })
  return true
}
