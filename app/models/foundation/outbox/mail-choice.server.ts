import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { mailChoices } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { and, eq, sql } from "drizzle-orm"
import type { Actor } from "../access/actor"
import { addOrChange, select } from "../access/door.server"
import { joined, ofSchool, own } from "../access/own.server"
import { type MailTopic, topicOf, topicsFor } from "./mail-topics"
import type { QueuedMail } from "./outbox"

/** Which topics the person wants by mail in this school; without a choice they want all. */
export function listMailChoices(actor: Actor): { topic: MailTopic; isWanted: boolean }[] {
  if (!actor.memberId || actor.role === "job") return []
  const unwanted = new Set(
    select({ topic: mailChoices.topic })
      .from(mailChoices)
      .where(and(isOwn(actor, actor.memberId), byEmail, eq(mailChoices.isWanted, false)))
      .all()
      .map(({ topic }) => topic),
  )
  return topicsFor(actor.role, actor.rights).map((topic) => ({ topic, isWanted: !unwanted.has(topic) }))
}

/** Takes over which topics the person wants, of those their role can choose. */
export function chooseMail(actor: Actor, chosenTopics: readonly string[]) {
  const { memberId, role, rights } = actor
  if (!memberId || role === "job") return
  transact(() => {
    for (const topic of topicsFor(role, rights)) {
      const isWanted = chosenTopics.includes(topic)
      addOrChange(
        actor,
        mailChoices,
        { memberId, topic, channel: "email", isWanted },
        { as: [mailChoices.memberId, mailChoices.topic, mailChoices.channel], to: { isWanted } },
      )
    }
  })
}

const byEmail = eq(mailChoices.channel, "email")

const isOwn = (actor: Actor, memberId: string) =>
  and(own(actor, mailChoices), eq(mailChoices.memberId, memberId))

/** Whether the recipient wants this mail: one who signs in to the school and turned its topic off does not. */
export const isMailWanted = ({
  template,
  schoolId,
  recipient,
}: Pick<QueuedMail, "template"> & { schoolId: string | null; recipient: string }): boolean =>
  schoolId === null || listUnwanting({ template, schoolId }, [recipient]).size === 0

/** Which of some recipients don't want this mail. */
export function listUnwanting(
  { template, schoolId }: Pick<QueuedMail, "template"> & { schoolId: string },
  recipients: readonly string[],
): ReadonlySet<string> {
  const topic = topicOf[template]
  if (!topic || recipients.length === 0) return new Set()
  const addresses = JSON.stringify(recipients.map((recipient) => recipient.toLowerCase()))
  const refused = select({ email: sql<string>`${users.email}` })
    .from(users)
    .innerJoin(members, and(eq(members.userId, users.id), ofSchool(schoolId, members)))
    .innerJoin(
      mailChoices,
      and(
        joined(members, mailChoices.memberId),
        eq(mailChoices.topic, topic),
        byEmail,
        eq(mailChoices.isWanted, false),
      ),
    )
    .where(sql`${users.email} in (select value from json_each(${addresses}))`)
    .all()
  const refusing = new Set(refused.map(({ email }) => email))
  return new Set(recipients.filter((recipient) => refusing.has(recipient.toLowerCase())))
}
