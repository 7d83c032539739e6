import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { mailChoices } from "db/schema/foundation-mail"
import { guardians, members } from "db/schema/people"
import { and, eq, isNull, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/sqlite-core"
import { groupBy } from "~/utils/group-by"
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

/**
 * Which of some recipients don't want this mail. Of an address that isn't a login, the guardians whose contact it is decide; where several
 * share it, it takes all of them to turn a topic off.
 */
export function listUnwanting(
  { template, schoolId }: Pick<QueuedMail, "template"> & { schoolId: string },
  recipients: readonly string[],
): ReadonlySet<string> {
  const topic = topicOf[template]
  if (!topic || recipients.length === 0) return new Set()
  const addresses = JSON.stringify(recipients.map((recipient) => recipient.toLowerCase()))
  const asked = sql`(select value from json_each(${addresses}))`
  const chosen = and(eq(mailChoices.topic, topic), byEmail)
  const byLogin = select({ email: users.email, isLogin: sql<number>`1`, isWanted: mailChoices.isWanted })
    .from(users)
    .innerJoin(members, and(eq(members.userId, users.id), ofSchool(schoolId, members)))
    .leftJoin(mailChoices, and(joined(members, mailChoices.memberId), chosen))
    .where(sql`${users.email} in ${asked}`)
  const byContact = select({
    email: guardians.email,
    isLogin: sql<number>`0`,
    isWanted: mailChoices.isWanted,
  })
    .from(guardians)
    .leftJoin(mailChoices, and(joined(guardians.memberId, mailChoices.memberId), chosen))
    .where(
      and(ofSchool(schoolId, guardians), isNull(guardians.erasedAt), sql`${guardians.email} in ${asked}`),
    )
  const choices = groupBy(unionAll(byLogin, byContact).all(), ({ email }) => email ?? "")
  const isRefusing = (recipient: string) => {
    const all = choices.get(recipient.toLowerCase()) ?? []
    const logins = all.filter(({ isLogin }) => isLogin === 1)
    const deciding = logins.length > 0 ? logins : all
    return deciding.length > 0 && deciding.every(({ isWanted }) => isWanted === false)
  }
  return new Set(recipients.filter(isRefusing))
}
