import { cacheUntilWrite } from "db/cache-until-write.server"
import { events } from "db/schema/foundation-audit"
import { invoices } from "db/schema/money"
import { reminderPauses } from "db/schema/money-reminders"
import { invoiceShares } from "db/schema/money-shares"
import { families } from "db/schema/people"
import { and, desc, eq, inArray, lt, not, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { isOverMails, mailsLeft } from "~/models/accounts/quota/quota"
import { findQuotas } from "~/models/accounts/quota/quota.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { type Reach, unreachedText } from "~/models/foundation/outbox/bounce"
import { listBounced } from "~/models/foundation/outbox/bounce.server"
import { type Delivery, farthest, type PhoneDelivery } from "~/models/foundation/outbox/delivery"
import { listMailAbout, listPhoneAbout, type MailAbout } from "~/models/foundation/outbox/delivery.server"
import {
  findTaskOfForm,
  runNextItems,
  startTask,
  type TaskWork,
} from "~/models/foundation/task/run-task.server"
import { findTask, listSubjects, listTaskItems } from "~/models/foundation/task/task.server"
import { tellApart } from "~/models/people/family/family-name.server"
import { remindRefusals } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { addDays, daysBetween } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { nextTurn } from "~/utils/in-turns"
import { joinNames } from "~/utils/names"
import { localDate } from "~/utils/zones"
import { emailOfShare } from "../payer/payer-key.server"
import { dueDay, overdueAmount } from "../payment/due-day.server"
import { isOpenOnAnyDay } from "../payment/open-amount.server"
import { remindOfInvoice } from "./remind-invoice.server"

/**
 * Neither the invoice in the query nor its family is paused on a day: then no reminder goes out by itself, and no late fee is
 * charged.
 */
export const isFreeOfPauses = (day: string): SQL =>
  sql`(not exists (select 1 from ${reminderPauses} p where p.school_id = invoices.school_id
      and p.family_id = invoices.family_id and p.ended_at is null
      and (p.last_day is null or p.last_day >= ${day}))
    and not exists (select 1 from ${reminderPauses} p where p.school_id = invoices.school_id
      and p.invoice_id = invoices.id and p.ended_at is null
      and (p.last_day is null or p.last_day >= ${day})))`

export type OverdueInvoice = {
  id: string
  number: string | null
  familyId: string
  familyName: string
  familyChildren: string | null
  dueOn: string
  daysLate: number
  /** What is overdue of it; minor units. */
  openMinor: number
  /** `YYYY-MM-DD` of the latest reminder, null when none was sent. */
  remindedOn: string | null
  /** Whether that was within the last days, so that another so soon is chosen on purpose only. */
  isJustReminded: boolean
  /** Whether its reminders, or its family's, are paused. */
  isPaused: boolean
  /** What became of the emails of the latest reminder. */
  reminders: Delivery[]
  /** What became of its texts. */
  texts: PhoneDelivery[]
  /** Its payers whom no email reaches, by name. */
  reach: Reach
}

export const overduePerPage = 100

/** So many days after a reminder the next one isn't proposed. */
const restDays = 3

/**
 * A page of the overdue invoices, longest overdue first, with the day of each one's latest reminder; how many there are in
 * all, and their sum in minor units.
 */
export function listOverdue(actor: Actor, page: number) {
  const day = todayOf(actor)
  const { rows, openMinor } = keepOverdue([actor.school.id, day], () => readOverdue(actor, day))
  const shown = tellApart(actor, rows.slice((page - 1) * overduePerPage, page * overduePerPage))
  const ids = shown.map(({ id }) => id)
  const [reminded, paused] = [lastReminders(actor, ids), listPaused(actor, ids, day)]
  const shares = sharesOf(actor, ids)
  const returned = new Set(listBounced(shares))
  const sharesBy = groupBy(shares, ({ invoiceId }) => invoiceId)
  const remindersBy = groupBy(listMailAbout(actor, ids, ["invoice-reminder"]), ({ about }) => about)
  const textsBy = groupBy(listPhoneAbout(actor, ids), ({ event }) => event)
  const invoices: OverdueInvoice[] = shown.map(
    ({ id, number, familyId, familyName, familyChildren, dueOn, overdueMinor }) => ({
      ...lastOfEach(remindersBy.get(id) ?? [], textsBy, reminded.get(id), actor.school.timeZone),
      id,
      number,
      familyId,
      familyName,
      familyChildren,
      dueOn,
      daysLate: daysBetween(dueOn, day),
      openMinor: overdueMinor,
      remindedOn: reminded.get(id) ?? null,
      isJustReminded: (reminded.get(id) ?? "") > addDays(day, -restDays),
      isPaused: paused.has(id),
      reach: {
        reached: [],
        unwanting: [],
        returned: (sharesBy.get(id) ?? []).flatMap((one) => (returned.has(one) ? one.name : [])),
        withoutEmail: (sharesBy.get(id) ?? []).flatMap(({ name, email }) => (email ? [] : name)),
      },
    }),
  )
  return { total: rows.length, openMinor, invoices }
}

/** What became of the last reminder to each payer, of those on the latest day, by email and as a text. */
function lastOfEach(
  mails: readonly MailAbout[],
  textsBy: ReadonlyMap<string, readonly PhoneDelivery[]>,
  on: string | undefined,
  zone: string,
): Pick<OverdueInvoice, "reminders" | "texts"> {
  const ofDay = mails.filter(({ queuedAt }) => localDate(queuedAt, zone) === on)
  const last = [...new Map(ofDay.map((mail) => [mail.recipient, mail])).values()]
  return {
    reminders: last.map(({ delivery }) => delivery),
    texts: last.flatMap(({ id }) => farthest(textsBy.get(id) ?? [], "text") ?? []),
  }
}

/** All that are overdue on a day, for each page of them: once between two writes. */
/** How many are overdue since before a day (`YYYY-MM-DD`). */
export const countOverdueSince = (actor: Actor, since: string): number => {
  const day = todayOf(actor)
  const { rows } = keepOverdue([actor.school.id, day], () => readOverdue(actor, day))
  return rows.filter(({ dueOn }) => dueOn < since).length
}

const keepOverdue = cacheUntilWrite<ReturnType<typeof readOverdue>>(20)

/** Longest overdue first; those of one day by their families' names, then the newest first. */
function readOverdue(actor: Actor, day: string) {
  const rows = select({
    id: invoices.id,
    number: invoices.number,
    familyId: invoices.familyId,
    familyName: families.name,
    dueOn: dueDay,
    overdueMinor: overdueAmount(day),
  })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(and(own(actor, invoices), isOpenOnAnyDay, lt(dueDay, day)))
    .orderBy(desc(invoices.issuedAt), desc(invoices.id))
    .all()
  const byName = new Intl.Collator("en").compare
  rows.sort((a, b) => a.dueOn.localeCompare(b.dueOn) || byName(a.familyName, b.familyName))
  return { rows, openMinor: rows.reduce((sum, { overdueMinor }) => sum + overdueMinor, 0) }
}

function lastReminders(actor: Actor, invoiceIds: string[]): Map<string, string> {
  if (invoiceIds.length === 0) return new Map()
  const rows = ownRows(actor, events, { id: events.nounId, at: sql<number>`max(${events.createdAt})` })
    .where(
      and(
        eq(events.noun, "invoice"),
        inArray(events.nounId, invoiceIds),
        inArray(events.verb, ["remind", "remind-by-step"]),
      ),
    )
    .groupBy(events.nounId)
    .all()
  return new Map(rows.map(({ id, at }) => [id, localDate(at, actor.school.timeZone)]))
}

/** Those of some invoices whose reminders, or whose family's, are paused on a day. */
function listPaused(actor: Actor, invoiceIds: readonly string[], day: string): ReadonlySet<string> {
  if (invoiceIds.length === 0) return new Set()
  const rows = ownRows(actor, invoices, ["id"])
    .where(and(inArray(invoices.id, [...invoiceIds]), not(isFreeOfPauses(day))))
    .all()
  return new Set(rows.map(({ id }) => id))
}

/** So many are reminded of while the person waits; more of them are work in the background. */
const remindersAtOnce = 25

/** How many emails left, and how many invoices none left for, by the reason. */
export type Reminded = Record<
  "mails" | "settled" | "held" | "processing" | "unreachable" | "unsent" | "gone",
  number
> & {
  /** Payers to whom emails come back, by name. */
  returned: string[]
}
/**
 * Reminds of each invoice that is still open, as a task; those that are not, whose own email waits, whose payment a provider
 * processes, or that no one can be mailed about, are counted. A few are reminded of before the answer; of many the task is
 * answered. A form sent again goes on with what it started. More than the school may send today are refused.
 */
export async function remindOfMany(
  actor: Actor,
  invoiceIds: readonly string[],
  formKey: string | null = null,
): Promise<{ taskId: string } | Reminded | { mailsLeft: number }> {
  const ids = [...new Set(invoiceIds)]
  const earlier = formKey === null ? undefined : findTaskOfForm(actor, formKey)
  const quotas = findQuotas(actor)
  if (!earlier && isOverMails(quotas, ids.length)) return { mailsLeft: mailsLeft(quotas) }
  const items = namesOfInvoices(actor, ids)
  const taskId = earlier ?? startTask(actor, { kind: "send-reminders", about: {}, items, formKey })
  const isSmall = (findTask(actor, taskId)?.total ?? 0) <= remindersAtOnce
  while (isSmall && runNextItems(actor, taskId, remindersWork)) await nextTurn()
  return isSmall ? sumOfReminders(actor, taskId) : { taskId }
}

/** What the task of a few reminders has come to. */
function sumOfReminders(actor: Actor, taskId: string): Reminded {
  const notes = listTaskItems(actor, taskId, { state: "excepted", page: 1 }).map(({ note }) => note ?? "")
  const count = (...reasons: string[]) => notes.filter((note) => reasons.includes(note)).length
  const shares = sharesOf(actor, listSubjects(actor, taskId))
  return {
    mails: findTask(actor, taskId)?.result.mails ?? 0,
    settled: count(remindRefusals["nothing-open"]),
    held: count(remindRefusals.held),
    processing: count(remindRefusals.processing),
    unreachable: count(noEmail),
    unsent: count(remindRefusals.draft),
    gone: count(remindRefusals.void, remindRefusals["no-invoice"]),
    returned: [...new Set(listBounced(shares).map(({ name }) => name))],
  }
}

const noEmail = "No payer has an email."

const sharesOf = (actor: Actor, invoiceIds: readonly string[]) =>
  ownRows(actor, invoiceShares, {
    ...columns(invoiceShares, "invoiceId", "name"),
    email: emailOfShare,
  })
    .where(inArray(invoiceShares.invoiceId, [...invoiceIds]))
    .all()

/** Invoices in the order of their ids, as they are listed in a task; one that isn't the school's under an id of nothing. */
function namesOfInvoices(actor: Actor, invoiceIds: readonly string[]) {
  const found = select({ id: invoices.id, number: invoices.number, familyName: families.name })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(and(own(actor, invoices), among(invoices.id, invoiceIds)))
    .all()
  const names = new Map(
    found.map(({ id, number, familyName }) => [id, `${number ?? "Draft"}, ${familyName}`]),
  )
  return invoiceIds.map((id, n) => ({
    subjectId: names.has(id) ? id : `unknown ${n}`,
    name: names.get(id) ?? "An invoice",
  }))
}

/** Many reminders as a task. */
export const remindersWork: TaskWork<object> = {
  about: z.object({}),
  atMost: 5,
  carryOut: (actor, _about, { subjectId }) => {
    const answer = remindOfInvoice(actor, subjectId)
    if (!answer.ok) return { ok: false, reason: remindRefusals[answer.reason] }
    const { recipients, returned = [], withoutEmail = [] } = answer
    if (recipients.length === 0) return { ok: false, reason: noEmail }
    return {
      ok: true,
      note: [
        `To ${joinNames(recipients)}`,
        unreachedText({ reached: [], returned, withoutEmail, unwanting: [] }),
      ]
        .filter(Boolean)
        .join(". "),
      made: subjectId,
      adds: { mails: recipients.length },
    }
  },
}
