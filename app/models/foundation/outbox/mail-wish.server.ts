import { users } from "db/schema/accounts"
import { guardians, members, portalAccess, students, teachers } from "db/schema/people"
import { and, eq, isNotNull, isNull, notExists, type SQL, sql } from "drizzle-orm"
import { unionAll } from "drizzle-orm/sqlite-core"
import { groupBy } from "~/utils/group-by"
import { select } from "../access/door.server"
import { joined, ofSchool } from "../access/own.server"
import { choiceOf, ownChoices, wantsIn } from "../notification-preferences/choices.server"
import { type Leaving, leavesAt } from "../notification-preferences/quiet-hours.server"
import { type Choice, choicesFor } from "../notification-preferences/topics"
import { isPhoneRecipient } from "../text-message/phone-recipient"
import { mailKindOf } from "./mail-kinds"
import type { MailTemplate, QueuedMail } from "./outbox"

// Whether the reader of an address wants an email, and when it may leave to them.

type About = Pick<QueuedMail, "template"> & { schoolId: string }
/** What an address wants of an email, and whose choice that is; null where no one with a login decides. */
export type MailWish = { choice: Choice; memberId: string | null }

/**
 * What some addresses want of this email. A login decides; of an address that isn't one, the adults whose contact it is. Where
 * several share it, the most wanted choice counts: it takes all of them to turn a topic off.
 */
export function listMailWishes(
  { template, schoolId }: About,
  recipients: readonly string[],
): ReadonlyMap<string, MailWish> {
  const { topic } = mailKindOf(template)
  if (!topic || recipients.length === 0) return new Map()
  // Contacts of students and teachers may be written with capitals.
  const addresses = JSON.stringify(recipients.flatMap((recipient) => [recipient, recipient.toLowerCase()]))
  const asked = sql`(select value from json_each(${addresses}))`
  const byLogin = select({
    email: users.email,
    isLogin: sql<number>`1`,
    memberId: sql<string | null>`${members.id}`,
    own: ownChoices("email", members.id),
  })
    .from(users)
    .innerJoin(members, and(eq(members.userId, users.id), ofSchool(schoolId, members)))
    .where(sql`${users.email} in ${asked}`)
  const byContact = (table: typeof guardians | typeof students | typeof teachers, which?: SQL) =>
    select({
      email: sql<string>`lower(${table.email})`,
      isLogin: sql<number>`0`,
      memberId: sql<string | null>`${table.memberId}`,
      own: ownChoices("email", table.memberId),
    })
      .from(table)
      .where(and(ofSchool(schoolId, table), isNull(table.erasedAt), sql`${table.email} in ${asked}`, which))
  // A child, or who doesn't log in, chooses nothing for an address that is also another's.
  const hasOwn = (table: typeof students | typeof teachers) => isNotNull(table.memberId)
  const ofChild = select({ id: portalAccess.id })
    .from(portalAccess)
    .where(and(joined(portalAccess.memberId, students.memberId), eq(portalAccess.as, "child")))
  const found = groupBy(
    unionAll(
      byLogin,
      byContact(guardians),
      byContact(teachers, hasOwn(teachers)),
      byContact(students, and(hasOwn(students), notExists(ofChild))),
    ).all(),
    ({ email }) => email,
  )
  const wants = wantsIn(schoolId, "email")
  const rank: Record<Choice, number> = { now: 0, daily: 1, off: 2 }
  const wishOf = (recipient: string): MailWish => {
    const all = found.get(recipient.toLowerCase()) ?? []
    const logins = all.filter(({ isLogin }) => isLogin === 1)
    const deciding = (logins.length > 0 ? logins : all).map(({ memberId, own }) => ({
      choice: wants(own)(topic),
      memberId,
    }))
    deciding.sort((one, other) => rank[one.choice] - rank[other.choice])
    return deciding[0] ?? { choice: wants(null)(topic), memberId: null }
  }
  return new Map(recipients.map((recipient) => [recipient, wishOf(recipient)]))
}

/** Which of some recipients don't want this email. */
export function listUnwanting(about: About, recipients: readonly string[]): ReadonlySet<string> {
  const wishes = listMailWishes(about, recipients)
  return new Set(recipients.filter((recipient) => wishes.get(recipient)?.choice === "off"))
}

/** Whether the recipient wants this mail: one whose topic they, or their school for them, turned off isn't sent. */
export const isMailWanted = ({
  template,
  schoolId,
  recipient,
}: Pick<QueuedMail, "template"> & { schoolId: string | null; recipient: string }): boolean =>
  schoolId === null || listUnwanting({ template, schoolId }, [recipient]).size === 0

type Mail = { template: MailTemplate; schoolId: string | null; recipient: string; soonestAt: number | null }

/** When an email may leave: now, after its reader's quiet hours, or with their daily email. */
export function mailLeavesAt({ template, schoolId, recipient, soonestAt }: Mail, at: number): Leaving {
  const { topic, waitsFor = [] } = mailKindOf(template)
  const [mayWait, mayGather] = [waitsFor.includes("morning"), waitsFor.includes("daily")]
  // Of a change whose day isn't known, no one knows that it can wait.
  const isOfSomeDay = topic === "changes" && soonestAt === null
  if (!schoolId || !topic || isOfSomeDay || !(mayWait || mayGather)) return { at, isDaily: false }
  const { memberId = null, choice } = listMailWishes({ template, schoolId }, [recipient]).get(recipient) ?? {}
  // Who doesn't log in can't choose, and answers some emails: theirs leave one by one.
  const isDaily =
    mayGather && memberId !== null && choice === "daily" && choicesFor(topic, "email").includes("daily")
  return leavesAt({ schoolId, memberId }, { waitsAtNight: mayWait, isDaily, soonestAt }, at)
}

/** Letters of lessons are written so long before the daily email that they are in. */
const beforeDailyMs = 15 * 60_000

/**
 * Until when a change of lessons needn't be written for a reader (UTC ms), where it would wait in full: by email for their daily one or
 * the morning, and they get no texts or notifications of it. Undone by then it is in no letter.
 */
export function changeWaitsUntil(
  { schoolId, recipient, soonestAt }: { schoolId: string; recipient: string; soonestAt: number },
  at: number,
): number {
  if (isPhoneRecipient(recipient)) return at
  const template = "session-changed"
  const leaving = mailLeavesAt({ template, schoolId, recipient, soonestAt }, at)
  if (leaving.at <= at) return at
  const memberId = listMailWishes({ template, schoolId }, [recipient]).get(recipient)?.memberId
  const isToldAtOnce = (["text", "push"] as const).some(
    (channel) => memberId && choiceOf(schoolId, memberId, "changes", channel) !== "off",
  )
  if (isToldAtOnce) return at
  return leaving.isDaily ? Math.max(at, leaving.at - beforeDailyMs) : leaving.at
}
