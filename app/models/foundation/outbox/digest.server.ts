import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import {
  type Params,
  platformAdd,
  platformChange,
  platformQuery,
  platformRemove,
  select,
} from "../access/door.server"
import { leavesAt } from "../notification-preferences/quiet-hours.server"
import { laneOf } from "./mail-kinds"
import { listMailWishes } from "./mail-wish.server"
import type { MailTemplate } from "./outbox"
import { withWording } from "./wording.server"

// A daily email is made of what waited for its reader's hour: each part is an email of its own until then, so that it can be taken back,
// reworded or erased like any other. From then on it leaves with the daily email, and what becomes of that becomes of its parts.

export type Part = typeof emails.$inferSelect

const isGathered = and(sql`${emails.state} = 'gathered'`, isNull(emails.digestId))

const firstDue = platformQuery((p: Params<{ at: number }>) =>
  select({ schoolId: emails.schoolId, recipient: emails.recipient })
    .from(emails)
    .where(and(isGathered, lte(emails.dueAt, p.at)))
    .orderBy(asc(emails.dueAt))
    .limit(1),
)

/** Makes the daily emails that are due, at most so many. */
export function makeDigests(at: number, most = 50) {
  for (let made = 0; made < most && firstDue.get({ at }); made += 1)
    transact(() => {
      const first = firstDue.get({ at })
      if (first?.schoolId) makeOne(first.schoolId, first.recipient, at)
    })
}

/** One daily email of all that waits for a reader; none where they turned all of it off since, or its hour is a quiet one by now. */
function makeOne(schoolId: string, recipient: string, at: number) {
  const theirs = and(isGathered, eq(emails.schoolId, schoolId), eq(emails.recipient, recipient))
  const parts = select().from(emails).where(theirs).orderBy(asc(emails.createdAt), asc(emails.id)).all()
  const wishes = parts.map((part) => {
    const template = part.template as MailTemplate
    return { part, wish: listMailWishes({ template, schoolId }, [recipient]).get(recipient) }
  })
  const wanted = wishes.filter(({ wish }) => wish?.choice !== "off")
  for (const { part, wish } of wishes)
    if (wish?.choice === "off") platformRemove(emails, eq(emails.id, part.id))
  const [first] = wanted
  if (!first) return
  const reader = { schoolId, memberId: first.wish?.memberId ?? null }
  const leaving = leavesAt(reader, { waitsAtNight: true, isDaily: false, soonestAt: null }, at)
  if (leaving.at > at) {
    platformChange(emails, theirs, { dueAt: leaving.at })
    return
  }
  const id = newId()
  const named = wanted
    .map(({ part }) => (JSON.parse(part.data) as { recipientName?: string }).recipientName)
    .find((name) => name !== undefined)
  const school = select({ name: schools.name }).from(schools).where(eq(schools.id, schoolId)).get()
  platformAdd(emails, {
    id,
    schoolId,
    template: "digest" satisfies MailTemplate,
    recipient,
    data: JSON.stringify(
      withWording("digest", schoolId, { schoolName: school?.name ?? "", recipientName: named ?? "" }),
    ),
    lane: laneOf("digest"),
    state: "queued",
    dueAt: at,
    createdAt: now(),
  })
  for (const { part } of wanted) platformChange(emails, part.id, { digestId: id })
}

/** The emails within a daily email, in the order in which they came. */
export const listParts = (digestId: string): Part[] =>
  select()
    .from(emails)
    .where(eq(emails.digestId, digestId))
    .orderBy(asc(emails.createdAt), asc(emails.id))
    .all()

/** An email and, of a daily one, all that is in it. */
export const withParts = (mailId: string) => or(eq(emails.id, mailId), eq(emails.digestId, mailId))
