import { transact } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { and, asc, eq, gt, inArray, isNull, lt, lte, or, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import type { Actor } from "../access/actor"
import {
  type Params,
  platformAdd,
  platformChange,
  platformQueryEach,
  platformRemove,
  select,
} from "../access/door.server"
import { partOfAct } from "../access/part-of-act.server"
import { isSampleAddress } from "../sample-record/sample-address"
import { isPhoneRecipient } from "../text-message/phone-recipient"
import { isOfDemo } from "./demo-mail.server"
import { listParts, makeDigests, withParts } from "./digest.server"
import type { Greeting } from "./greeting"
import { countMail } from "./mail-count.server"
import { laneOf, type MailLane, mailLanes } from "./mail-kinds"
import { isMailWanted, mailLeavesAt } from "./mail-wish.server"
import type { MailData, MailTemplate, QueuedMail } from "./outbox"
import { pushToo } from "./push-too.server"
import { withWording } from "./wording.server"

const minute = 60_000
const hour = 60 * minute
/** How long one sender has a mail for itself. */
const leaseMs = 2 * minute
/** Waits between tries; after the last the mail is dead. */
const backoffMs = [1, 5, 30, 120, 360].map((minutes) => minutes * minute)
/** So long letters about an act that can be undone wait: until then an undo has nothing to say. */
export const heldMs = 2 * minute
/** A mail that is held and that no one lets go leaves after so long: its recipient must learn of it. */
const longestHoldMs = 12 * hour
/** The provider knows a key for a day. A mail whose last try ended unknown longer ago could arrive twice, so it stays. */
const keyLivesMs = 20 * hour

type Timing = {
  dueAt?: number
  heldFor?: string
  /** When the first lesson it is about begins, or was to begin (UTC ms): a text message leaves where that is soon. */
  soonestAt?: number
  /** When a text message or notification about it would be old news (UTC ms). */
  oldAt?: number
}

/**
 * Queues one mail in the caller's transaction; it is sent after commit. Returns its id, the provider's idempotency key.
 * Mail of a topic that its recipient has turned off is not queued, nor is mail to a sample person or a child's phone. With `heldFor` it can be taken back
 * (held-mail.server.ts); without `dueAt` it waits then until it is let go, and so do the notifications on its recipient's devices.
 */
export function queueMail(
  mail: QueuedMail & Timing & { schoolId: string | null; recipient: string },
): string {
  partOfAct("mail")
  const id = newId()
  if (isOfDemo(mail) || isSampleAddress(mail.recipient)) return id
  if (mail.heldFor === undefined || mail.dueAt !== undefined) pushToo(mail, id)
  if (isPhoneRecipient(mail.recipient) || !isMailWanted(mail)) return id
  // Strangers use up none of the emails that the school’s plan allows.
  if (mail.schoolId && mail.template !== "inquiry-confirmation") countMail(mail.schoolId)
  const at = now()
  platformAdd(emails, {
    id,
    schoolId: mail.schoolId,
    template: mail.template,
    recipient: mail.recipient,
    data: JSON.stringify(withWording(mail.template, mail.schoolId, mail.data)),
    lane: laneOf(mail.template),
    state: "queued",
    gatheredFor: mail.heldFor ?? null,
    soonestAt: mail.soonestAt ?? null,
    dueAt: mail.dueAt ?? (mail.heldFor === undefined ? at : at + longestHoldMs),
    createdAt: at,
  })
  return id
}

/** Queues a mail of the actor's school to one person, whom it greets by name. */
export const mailTo = <Template extends MailTemplate>(
  actor: Actor,
  to: { email: string; name: string },
  template: Template,
  data: Omit<MailData[Template], keyof Greeting>,
  timing: Timing = {},
): string =>
  queueMail({
    ...timing,
    template,
    schoolId: actor.school.id,
    recipient: to.email,
    data: { schoolName: actor.school.name, recipientName: to.name, ...data },
  } as Parameters<typeof queueMail>[0])

/** Whether a mail of this template was queued for the recipient since an instant (UTC ms); with a subject, an invoice or a school, one of that. */
export function wasMailed(
  recipient: string,
  template: MailTemplate,
  since: number,
  { schoolId, ...about }: { subject?: string; invoiceId?: string; schoolId?: string } = {},
): boolean {
  return Boolean(
    select({ id: emails.id })
      .from(emails)
      .where(
        and(
          eq(emails.recipient, recipient),
          gt(emails.createdAt, since),
          eq(emails.template, template),
          ...Object.entries(about).map(([name, said]) =>
            said === undefined ? undefined : sql`json_extract(${emails.data}, ${`$.${name}`}) = ${said}`,
          ),
          schoolId === undefined ? undefined : eq(emails.schoolId, schoolId),
        ),
      )
      .limit(1)
      .get(),
  )
}

export type LeasedMail = typeof emails.$inferSelect

/**
 * Claims the next due mail of a lane (of any without one) for two minutes, or answers undefined. A crash lets the lease run out and the mail goes again
 * under the same key. That nothing is due, as several senders ask twice a second, takes no lock.
 */
export function leaseMail(lane?: MailLane): LeasedMail | undefined {
  const at = now()
  const due = () => dueQuery(lane ?? "any").get({ at })
  if (lane !== "urgent") makeDigests(at)
  // A try that ended unknown is due, too.
  if (!due()) return undefined
  return transact(() => {
    endUnknownTries(at)
    const mail = takeUp(due, at)
    if (!mail) return undefined
    const lease = { leaseUntil: at + leaseMs, attempts: mail.attempts + 1 }
    platformChange(emails, mail.id, lease)
    return { ...mail, ...lease }
  })
}

/** In one go so many emails are put off at most. */
const mostPutOff = 50

/**
 * The next email that may leave. Those that can wait for their reader's morning, or their daily email, are put off to then. What may
 * have left already goes on.
 */
function takeUp(due: () => LeasedMail | undefined, at: number): LeasedMail | undefined {
  for (let putOff = 0; putOff < mostPutOff; putOff += 1) {
    const mail = due()
    if (!mail || mail.attempts > 0) return mail
    // All that was in it was erased since it was made.
    if (mail.template === ("digest" satisfies MailTemplate) && listParts(mail.id).length === 0) {
      platformRemove(emails, eq(emails.id, mail.id))
      continue
    }
    // Its reader turned such emails off while it waited.
    if (mail.gatheredFor === null && !isMailWanted({ ...mail, template: mail.template as MailTemplate })) {
      platformRemove(emails, eq(emails.id, mail.id))
      continue
    }
    const leaving = mailLeavesAt({ ...mail, template: mail.template as MailTemplate }, at)
    if (leaving.at <= at) return mail
    const state = leaving.isDaily ? ("gathered" as const) : ("queued" as const)
    platformChange(emails, mail.id, { state, dueAt: leaving.at })
  }
  return undefined
}

const dueQuery = platformQueryEach((lane: MailLane | "any", p: Params<{ at: number }>) =>
  select()
    .from(emails)
    .where(
      and(
        eq(emails.state, "queued"),
        lane === "any" ? inArray(emails.lane, mailLanes) : eq(emails.lane, lane),
        lte(emails.dueAt, p.at),
        or(isNull(emails.leaseUntil), lte(emails.leaseUntil, p.at)),
      ),
    )
    .orderBy(asc(emails.dueAt))
    .limit(1),
)

function endUnknownTries(at: number) {
  const isUnknown = and(eq(emails.state, "queued"), lt(emails.leaseUntil, at - keyLivesMs))
  const ended = select({ id: emails.id }).from(emails).where(isUnknown).all()
  for (const { id } of ended) {
    platformChange(emails, id, {
      state: "dead",
      leaseUntil: null,
      lastError: "A try ended unknown, too long ago to repeat it safely.",
    })
    endParts(id)
  }
}

/** All that is in a daily email is given up with it. */
const endParts = (digestId: string) =>
  platformChange(emails, eq(emails.digestId, digestId), {
    state: "failed",
    lastError: "daily email given up",
  })

/** It left, and with a daily email all that is in it. */
export function recordMailSent(id: string, providerId: string | null) {
  const sent = { state: "sent" as const, sentAt: now(), leaseUntil: null, lastError: null }
  platformChange(emails, withParts(id), sent)
  platformChange(emails, id, { providerId })
}

/** How the provider's refusals end while a quota is used up; `lastError` of what waits for it. */
export const quotaError = "_quota_exceeded"

/** The provider asked to wait so many ms: the mail goes back as if it had not been tried; `why` is its answer. */
export function postponeMail(mail: LeasedMail, waitMs: number, why: string | null = null) {
  platformChange(emails, mail.id, {
    dueAt: now() + waitMs,
    leaseUntil: null,
    attempts: mail.attempts - 1,
    lastError: why,
  })
}

/**
 * A failed try: final refusals end it, others come again later, until the waits are used up. Answers whether it was given up.
 */
export function recordMailFailure(
  mail: LeasedMail,
  failure: { message: string; final: boolean },
): { isOver: boolean } {
  const wait = backoffMs[mail.attempts - 1]
  const over = failure.final || wait === undefined
  // One that was withheld since stays so.
  platformChange(emails, and(eq(emails.id, mail.id), eq(emails.state, "queued")), {
    state: over ? (failure.final ? "failed" : "dead") : "queued",
    dueAt: now() + (wait ?? 0),
    leaseUntil: null,
    lastError: failure.message.slice(0, 500),
  })
  if (over) endParts(mail.id)
  return { isOver: over }
}

/** No daily email is further away, however its reader's hours and a change to summer time fall. */
const longestDailyMs = 50 * hour

/**
 * Mail that a clock which was ahead put too far into the future is due at once: none waits longer than a day, and none
 * was queued later than now. Mail that is held stays held, from now on. A lease ends when one taken now would. Answers how
 * many were due too late.
 */
export function pullForwardMail(): number {
  const at = now()
  platformChange(emails, and(eq(emails.state, "queued"), gt(emails.leaseUntil, at + leaseMs)), {
    leaseUntil: at + leaseMs,
  })
  const held = platformChange(
    emails,
    and(
      eq(emails.state, "queued"),
      gt(emails.dueAt, at + longestHoldMs),
      gt(emails.createdAt, at + minute),
      eq(emails.dueAt, sql`${emails.createdAt} + ${longestHoldMs}`),
      sql`${emails.gatheredFor} is not null`,
    ),
    { createdAt: at, dueAt: at + longestHoldMs },
  )
  const due = platformChange(
    emails,
    and(
      eq(emails.state, "queued"),
      gt(emails.dueAt, at + minute),
      or(gt(emails.dueAt, at + 24 * hour), gt(emails.createdAt, at + minute)),
    ),
    { dueAt: at },
  )
  // What waits for a daily email asks again when it leaves.
  const gathered = platformChange(
    emails,
    and(
      sql`${emails.state} = 'gathered'`,
      isNull(emails.digestId),
      or(gt(emails.createdAt, at + minute), gt(emails.dueAt, at + longestDailyMs)),
    ),
    { state: "queued", dueAt: at },
  )
  return held + due + gathered
}

/** A school's mail that a sender put off is due at once. What is held until an undo is over stays held. */
export function pullForwardMailOf(schoolId: string) {
  const at = now()
  platformChange(
    emails,
    and(
      eq(emails.schoolId, schoolId),
      eq(emails.state, "queued"),
      gt(emails.dueAt, at),
      isNull(emails.gatheredFor),
    ),
    { dueAt: at },
  )
}
