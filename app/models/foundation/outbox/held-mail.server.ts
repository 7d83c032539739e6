import { emails } from "db/schema/foundation-mail"
import { and, eq, gt, gte, inArray, isNotNull, isNull, lte, notInArray, or } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { platformChange, platformRemove, select } from "../access/door.server"
import { partOfAct } from "../access/part-of-act.server"
import type { MailData, MailTemplate } from "./outbox"
import { pushToo } from "./push-too.server"
import { withWording } from "./wording.server"

// Mail that was queued to be held: it waits until it is let go, or is taken back. So can be what waits in a backlog.

const heldFor = (schoolId: string | null, subject: string) =>
  and(
    eq(emails.gatheredFor, subject),
    schoolId === null ? isNull(emails.schoolId) : eq(emails.schoolId, schoolId),
    inArray(emails.state, ["queued", "gathered"]),
    isNull(emails.digestId),
    eq(emails.attempts, 0),
  )

/** Lets the mails go that wait for a subject, with the notifications that belong to them. Answers how many they were. */
export function letMailGo(schoolId: string, subject: string): number {
  partOfAct("mail")
  // What waits for a daily email was let go before.
  const isHeld = and(heldFor(schoolId, subject), eq(emails.state, "queued"), gt(emails.dueAt, now()))
  const waiting = select().from(emails).where(isHeld).all()
  for (const { id, template, data, recipient } of waiting) {
    // It is held for nothing any more: one that a sender puts off isn't let go, or taken back, a second time.
    platformChange(emails, id, { dueAt: now(), gatheredFor: null })
    const mail = { template: template as MailTemplate, data: JSON.parse(data) as MailData[MailTemplate] }
    pushToo({ ...mail, schoolId, recipient }, id)
  }
  return waiting.length
}

/** Takes back the mails that wait for a subject. Answers how many they were. */
export function takeMailBack(schoolId: string | null, subject: string): number {
  partOfAct("mail")
  return platformRemove(emails, heldFor(schoolId, subject))
}

/**
 * The mails for a subject whose try failed aren't tried again: they would carry what is so by now. One that is being sent goes or fails
 * for good. Answers how many waited.
 */
export function withholdTriedMail(schoolId: string, subject: string): number {
  partOfAct("mail")
  const tried = and(
    ...[eq(emails.schoolId, schoolId), eq(emails.gatheredFor, subject)],
    ...[eq(emails.state, "queued"), gt(emails.attempts, 0)],
  )
  const waited = platformChange(emails, and(tried, isNull(emails.leaseUntil)), { state: "withheld" })
  platformChange(emails, tried, { state: "withheld" })
  return waited
}

/** Whether a mail waits for a subject. */
export const isMailHeld = (schoolId: string, subject: string): boolean =>
  select({ id: emails.id }).from(emails).where(heldFor(schoolId, subject)).limit(1).get() !== undefined

/** What the mail of a template says that waits for a subject, to one recipient or to any; undefined once it may have left. */
export function findHeldMail<Template extends MailTemplate>(
  schoolId: string,
  subject: string,
  template: Template,
  recipient?: string,
): MailData[Template] | undefined {
  const held = select({ data: emails.data })
    .from(emails)
    .where(
      and(
        heldFor(schoolId, subject),
        eq(emails.template, template),
        recipient === undefined ? undefined : eq(emails.recipient, recipient),
      ),
    )
    .limit(1)
    .get()
  return held && (JSON.parse(held.data) as MailData[Template])
}

/** The mails that wait for a subject say something else; one for whose recipient there is nothing is taken back. */
export function rewordMail<Template extends MailTemplate>(
  schoolId: string,
  subject: string,
  dataOf: (recipient: string) => MailData[Template] | undefined,
) {
  for (const { id, recipient, template } of select().from(emails).where(heldFor(schoolId, subject)).all()) {
    const data = dataOf(recipient)
    if (data)
      platformChange(emails, id, {
        data: JSON.stringify(withWording(template as MailTemplate, schoolId, data)),
      })
    else platformRemove(emails, eq(emails.id, id))
  }
}

/** Whether a mail held for one of some subjects since an instant has left, or is about to: no one let it go in time. */
export const hasHeldMailLeft = (schoolId: string, subjects: readonly string[], since: number): boolean =>
  select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.schoolId, schoolId),
        gte(emails.createdAt, since),
        inArray(emails.gatheredFor, [...subjects]),
        or(
          notInArray(emails.state, ["queued", "gathered"]),
          isNotNull(emails.digestId),
          gt(emails.attempts, 0),
          lte(emails.dueAt, now()),
        ),
      ),
    )
    .limit(1)
    .get() !== undefined
