import { emails, pushNotices } from "db/schema/foundation-mail"
import { textMessages } from "db/schema/foundation-text-messages"
import { and, asc, gte, inArray, isNull, sql } from "drizzle-orm"
import { columns } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import type { Actor } from "../access/actor"
import { ownRows, platformChange } from "../access/door.server"
import type { Reach } from "./bounce"
import { findBounces } from "./bounce.server"
import type { Delivery, PhoneDelivery } from "./delivery"
import { withParts } from "./digest.server"
import type { MailTemplate } from "./outbox"
import { type Addressed, reachOf } from "./reach.server"

// What became of the emails about a conversation or an invoice, as the outbox and what the provider said of them have it.

type AboutTemplate = Extract<MailTemplate, "new-message" | "invoice-issued" | "invoice-reminder">
export type MailAbout = {
  id: string
  /** The conversation or invoice. */
  about: string
  template: AboutTemplate
  recipient: string
  name: string
  delivery: Delivery
  queuedAt: number
  /** When it left; before that, when it was queued (UTC ms). */
  at: number
}

/** As the index has it. */
const aboutOf = sql<string>`(case template when 'new-message' then data ->> '$.conversationId' else data ->> '$.invoiceId' end)`
const isAbout = sql`template in ('new-message', 'invoice-issued', 'invoice-reminder')`

/** The emails about some conversations or invoices, in the order in which they were queued. */
export function listMailAbout(
  actor: Actor,
  ids: readonly string[],
  templates: readonly AboutTemplate[],
  since = 0,
): MailAbout[] {
  const rows = ownRows(actor, emails, {
    id: emails.id,
    about: aboutOf,
    template: emails.template,
    recipient: emails.recipient,
    name: sql<string | null>`data ->> '$.recipientName'`,
    ...columns(emails, "state", "outcome", "sentAt"),
    queuedAt: emails.createdAt,
  })
    .where(
      and(
        isAbout,
        sql`${aboutOf} in (select value from json_each(${JSON.stringify(ids)}))`,
        inArray(emails.template, [...templates]),
        gte(emails.createdAt, since),
      ),
    )
    .orderBy(asc(emails.createdAt), asc(emails.id))
    .all()
  // What waits for an address from which emails come back won't leave.
  const blocked = findBounces(rows.flatMap(({ state, recipient }) => (state === "queued" ? recipient : [])))
  return rows.map(({ name, sentAt, ...row }) => ({
    id: row.id,
    about: row.about,
    template: row.template as AboutTemplate,
    recipient: row.recipient,
    name: name ?? row.recipient,
    delivery:
      row.state === "queued" && blocked.has(row.recipient.trim().toLowerCase())
        ? { state: "none", why: "blocked" }
        : deliveryOf(row),
    queuedAt: row.queuedAt,
    at: sentAt ?? row.queuedAt,
  }))
}

/** The text messages and notifications about some conversations or invoices since an instant (UTC ms), in order. */
export function listPhoneAbout(
  actor: Actor,
  ids: readonly string[],
  since = 0,
): (PhoneDelivery & { at: number })[] {
  const these = sql`(select value from json_each(${JSON.stringify(ids)}))`
  const texts = ownRows(actor, textMessages, {
    ...columns(textMessages, "memberId", "event", "state"),
    why: textMessages.reason,
    at: textMessages.createdAt,
  })
    .where(and(sql`${textMessages.about} in ${these}`, gte(textMessages.createdAt, since)))
    .orderBy(asc(textMessages.createdAt))
    .all()
  const pushes = ownRows(actor, pushNotices, {
    ...columns(pushNotices, "memberId", "event", "state"),
    why: pushNotices.reason,
    at: pushNotices.createdAt,
  })
    .where(and(sql`${pushNotices.about} in ${these}`, gte(pushNotices.createdAt, since)))
    .orderBy(asc(pushNotices.createdAt))
    .all()
  return [
    ...texts.map((row) => ({ ...row, channel: "text" as const })),
    ...pushes.map((row) => ({ ...row, channel: "push" as const })),
  ]
}

type Row = Pick<typeof emails.$inferSelect, "state" | "outcome">

/** What became of one email, by its row in the outbox. */
export function deliveryOf({ state, outcome }: Row): Delivery {
  if (state === "withheld") return { state: "none", why: "blocked" }
  if (state === "gathered" || state === "queued") return { state: "queued" }
  if (outcome) return { state: outcome === "bounced" ? "returned" : outcome }
  return { state: state === "sent" ? "sent" : "failed" }
}

/** The emails among some to each of these people, and what became of the last; who has none, and why. In their order. */
export function deliveriesTo(
  actor: Actor,
  mails: readonly MailAbout[],
  template: AboutTemplate,
  people: readonly Addressed[],
): { mails: MailAbout[]; delivery: Delivery }[] {
  const byAddress = groupBy(mails, ({ recipient }) => recipient.toLowerCase())
  // Who has another address now is found by name; what went to a namesake's is the namesake's.
  const present = new Set(people.map(({ email }) => email?.toLowerCase()))
  const astray = mails.filter(({ recipient }) => !present.has(recipient.toLowerCase()))
  const byName = groupBy(astray, ({ name }) => name)
  const mailsOf = ({ name, email }: Addressed) =>
    byAddress.get(email?.toLowerCase() ?? "") ?? byName.get(name) ?? []
  const missing = people.filter((person) => mailsOf(person).length === 0)
  const reach = reachOf({ template, schoolId: actor.school.id }, missing)
  return people.map((person) => {
    const theirs = mailsOf(person)
    return {
      mails: theirs,
      delivery: theirs.at(-1)?.delivery ?? { state: "none", why: whyNone(person, reach) },
    }
  })
}

function whyNone({ name, email }: Addressed, reach: Reach) {
  if (!email) return "no-email"
  if (reach.returned.includes(name)) return "blocked"
  return reach.unwanting.includes(name) ? "off" : "unknown"
}

/** The provider says that a mail arrived; that it came back, or was called spam, stays. */
export const noteDelivered = (mailId: string) =>
  platformChange(emails, and(withParts(mailId), isNull(emails.outcome)), { outcome: "delivered" })
