import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { invoices } from "db/schema/money"
import { installments } from "db/schema/money-plans"
import { reminderNotices, reminderSteps } from "db/schema/money-reminders"
import { and, asc, eq, gt, gte, isNull, lte, not, or, type SQL, sql } from "drizzle-orm"
import { findSubscriptionStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  addUnlessThere,
  change,
  changeSchool,
  hasRow,
  ownRows,
  remove,
  select,
} from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { merged } from "~/models/foundation/outbox/wording"
import { keepWords, listWords } from "~/models/foundation/outbox/wording.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, daysBetween, laterOf } from "~/utils/dates"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { localTime, today } from "~/utils/zones"
import { guardiansOnAutoPay } from "../auto-pay/charged-payers.server"
import { findInvoice, type Invoice } from "../invoice/invoice.server"
import { isOfHeldRun } from "../invoice/invoice-run.server"
import { isFreeOfOrders } from "../invoice/orders-under-way.server"
import { isFreeOfPauses } from "../invoice/overdue-invoices.server"
import { installmentText, mailReminder, type Reminded } from "../invoice/remind-invoice.server"
import { chargeNextLateFee } from "../late-fee/late-fee.server"
import { claimAmount } from "../payment/due-day.server"
import { isOpen } from "../payment/open-amount.server"
import type { ReminderStepForm } from "./reminder-form"
import {
  isOverdueStep,
  lateFeeText,
  type MergeValues,
  type ReminderStep,
  type ReminderStepKey,
  type SentStep,
  shippedSteps,
  stepTexts,
  stepToSend,
} from "./reminder-steps"

// A school's reminders of unpaid invoices: whether they go out, and its steps. A step that was never changed is as shipped.

/** What the words of a step are kept as, beside those of other letters. */
const letterOfStep = (step: ReminderStepKey) => `reminder-${step}`

/** The school's five steps, in their order. */
export function listReminderSteps(actor: Actor): ReminderStep[] {
  const changed = ownRows(actor, reminderSteps, ["step", "isOn", "offsetDays", "chargesLateFee"]).all()
  const words = listWords(actor)
  return shippedSteps.map((shipped) => ({
    ...shipped,
    ...changed.find(({ step }) => step === shipped.step),
    ...words.get(letterOfStep(shipped.step)),
  }))
}

/** Whether the school's reminders go out, and the last day they did. */
export function findReminderState(actor: Actor): { isOn: boolean; lastDay: string | null } {
  const school = select({ isOn: schools.remindsOfInvoices, lastDay: schools.invoicesRemindedOn })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  return { isOn: school?.isOn ?? false, lastDay: school?.lastDay ?? null }
}

/** Whether late fees follow the reminders: those go out, and one of them charges the fee. Then no fee follows days alone. */
export const feesFollowReminders = (actor: Actor): boolean =>
  findReminderState(actor).isOn &&
  listReminderSteps(actor).some(({ isOn, chargesLateFee }) => isOn && chargesLateFee)

/** Turns the school's reminders on or off. They begin the day after they are turned on. */
export function switchReminders(actor: Actor, isOn: boolean) {
  transact(() => {
    if (findReminderState(actor).isOn === isOn) return
    const invoicesRemindedOn = todayOf(actor)
    changeSchool(actor, { remindsOfInvoices: isOn, ...(isOn ? { invoicesRemindedOn } : {}) })
    recordEvent(actor, "school.change-invoice-reminders", actor.school.id, {
      before: { isOn: !isOn },
      after: { isOn },
    })
  })
}

/** The days from the due date that a form means: those of the first step lie before it. */
export function offsetOf({ step, days = 0 }: Pick<ReminderStepForm, "step" | "days">): number {
  if (step === "due" || days === 0) return 0
  return step === "before" ? -days : days
}

/**
 * Changes one step. Refused while it would come before the step above it: a ladder goes up.
 */
export function changeReminderStep(
  actor: Actor,
  { step, isOn, subject, body, days, chargesLateFee: isAsked }: Omit<ReminderStepForm, "intent">,
): { ok: true } | { ok: false; reason: "out-of-order"; other: ReminderStepKey } {
  return transact(() => {
    const steps = listReminderSteps(actor)
    const offsetDays = offsetOf({ step, days })
    const chargesLateFee = isAsked && isOverdueStep(step)
    const after = { step, isOn, offsetDays, subject, body, chargesLateFee }
    const others = steps.filter((each) => each.isOn && each.step !== step)
    const rank = steps.findIndex((each) => each.step === step)
    const wrong = others.find((other) => {
      const isBefore = steps.indexOf(other) < rank
      return isBefore ? other.offsetDays >= offsetDays : other.offsetDays <= offsetDays
    })
    if (isOn && wrong) return { ok: false, reason: "out-of-order", other: wrong.step }
    const before = steps[rank]
    remove(actor, reminderSteps, eq(reminderSteps.step, step))
    add(actor, reminderSteps, { step, isOn, offsetDays, chargesLateFee })
    keepWords(actor, letterOfStep(step), { subject, body })
    recordEvent(actor, "school.change-reminder-step", actor.school.id, {
      before: { ...before },
      after: { ...after, text: stepTexts[step] },
    })
    return { ok: true }
  })
}

// What the daily reminders look at, in portions.

/** How many invoices a portion looks at: a few milliseconds of work. */
export const portion = 40
/** Invoices due longer ago than this have had every step. */
const longestDays = 800
const longestAheadDays = 60

/** Where a portion begins: behind this invoice, in order of due dates; first invoices without a plan, then installments. */
type Behind = { dueOn: string; invoiceId: string; isInstallment?: boolean }

/** Unpaid installments, each by its own day. */
const listInstallmentsToRemind = (actor: Actor, day: string, behind: Behind | undefined): Behind[] =>
  select({ invoiceId: invoices.id, dueOn: installments.dueOn })
    .from(installments)
    .innerJoin(invoices, joined(invoices, installments.invoiceId))
    .where(
      and(
        own(actor, installments),
        isNull(installments.endedAt),
        gte(installments.dueOn, behind?.dueOn ?? addDays(day, -longestDays)),
        lte(installments.dueOn, addDays(day, longestAheadDays)),
        behind ? or(gt(installments.dueOn, behind.dueOn), gt(invoices.id, behind.invoiceId)) : undefined,
        sql`${claimAmount} > 0`,
        isFreeToRemind(day),
      ),
    )
    .orderBy(asc(installments.dueOn), asc(installments.invoiceId))
    .limit(portion)
    .all()

/** No pause, no payment on its way, and the email with the invoice itself has left. */
const isFreeToRemind = (day: string): SQL | undefined =>
  and(not(isOfHeldRun()), isFreeOfPauses(day), isFreeOfOrders())

/** Unpaid invoices without a plan that are free to be reminded of, in order of due dates. */
const listToRemind = (actor: Actor, day: string, behind: Behind | undefined): Behind[] =>
  toRemindQuery(actor, day, behind).all()

export const toRemindQuery = (actor: Actor, day: string, behind: Behind | undefined) =>
  select({ invoiceId: invoices.id, dueOn: invoices.dueOn })
    .from(invoices)
    .where(
      and(
        own(actor, invoices),
        gte(invoices.dueOn, behind?.dueOn ?? addDays(day, -longestDays)),
        lte(invoices.dueOn, addDays(day, longestAheadDays)),
        behind ? or(gt(invoices.dueOn, behind.dueOn), gt(invoices.id, behind.invoiceId)) : undefined,
        isOpen,
        sql`not exists (select 1 from ${installments} n where n.school_id = invoices.school_id
          and n.invoice_id = invoices.id and n.ended_at is null)`,
        isFreeToRemind(day),
      ),
    )
    .orderBy(asc(invoices.dueOn), asc(invoices.id))
    .limit(portion)

// Once a day, in each school's own morning, the step that is due goes out about each unpaid invoice. A row of its own
// says that it was sent, written in the transaction that queues the mail: whatever stops or doubles the work, a step goes
// out once. Whoever needs to know of a step, such as a late fee, reads these rows.

const remindFrom = "09:00"
/** The day whose reminders are to be sent now, taken once; undefined when there is nothing to do. */
export function takeReminderDay(actor: Actor): string | undefined {
  const { timeZone } = actor.school
  if (localTime(now(), timeZone) < remindFrom) return undefined
  const day = today(timeZone, now())
  const { isOn, lastDay } = findReminderState(actor)
  if (!isOn || (lastDay ?? "") >= day || findSubscriptionStatus(actor) !== "active") return undefined
  changeSchool(actor, { invoicesRemindedOn: day })
  return day
}

/**
 * Sends what is due today about the next invoices behind one, in the caller's transaction. Answers the last of them
 * while there are more.
 */
export function sendReminders(actor: Actor, behind: Behind | undefined): Behind | undefined {
  // Turned off while the day's work was on its way: the rest isn't sent.
  if (!findReminderState(actor).isOn) return undefined
  const day = todayOf(actor)
  const steps = listReminderSteps(actor)
  const plain = behind?.isInstallment ? [] : listToRemind(actor, day, behind)
  for (const { invoiceId, dueOn } of plain) sendStep(actor, { invoiceId, dueOn, day, steps })
  if (plain.length === portion) return plain.at(-1)
  const planned = listInstallmentsToRemind(actor, day, behind?.isInstallment ? behind : undefined)
  for (const { invoiceId, dueOn } of planned)
    if (!isRemindedOn(actor, invoiceId, day)) sendStep(actor, { invoiceId, dueOn, day, steps })
  const last = planned.at(-1)
  return last && planned.length === portion ? { ...last, isInstallment: true } : undefined
}

/** Several installments of an invoice may have a step on one day: only the earliest of them is mailed. */
const isRemindedOn = (actor: Actor, invoiceId: string, day: string): boolean =>
  hasRow(
    actor,
    reminderNotices,
    and(eq(reminderNotices.invoiceId, invoiceId), eq(reminderNotices.sentOn, day)),
  )

type Due = { invoiceId: string; dueOn: string; day: string; steps: readonly ReminderStep[] }

function sendStep(actor: Actor, { invoiceId, dueOn, day, steps }: Due) {
  const step = stepToSend(steps, { dueOn, today: day, sent: listSent(actor, invoiceId, dueOn) })
  if (!step) return
  transact(() => {
    // An automatic charge is announced by an email of its own: that payer isn't asked to pay beside it.
    const charged = isOverdueStep(step.step) ? undefined : guardiansOnAutoPay(actor, { invoiceId, dueOn })
    const isLeftOut = (payerId: string | null) => charged?.has(payerId) ?? false
    const first = charged?.size ? findInvoice(actor, invoiceId) : undefined
    if (first?.shares.every(({ payerId }) => isLeftOut(payerId))) return
    const isNew = addUnlessThere(actor, reminderNotices, {
      invoiceId,
      dueOn,
      step: step.step,
      sentOn: day,
      mails: 0,
    })
    const invoice = isNew ? findInvoice(actor, invoiceId) : undefined
    if (!invoice) return
    // charged with the first email: no one is charged for a reminder that reaches no one
    let fee: string[] | undefined
    const write = ({ name, openMinor }: Reminded) => {
      const values = valuesFor(actor, { ...invoice, dueOn }, { name, openMinor, day })
      const { subject, paragraphs } = written(step, values)
      fee ??= step.chargesLateFee ? chargeFee(actor, invoice) : []
      return { subject, paragraphs: [...paragraphs, ...planNote(invoice, laterOf(dueOn, day)), ...fee] }
    }
    const { reached: recipients } = mailReminder(actor, invoice, write, { dueOn, isLeftOut })
    change(
      actor,
      reminderNotices,
      and(
        eq(reminderNotices.invoiceId, invoiceId),
        eq(reminderNotices.dueOn, dueOn),
        eq(reminderNotices.step, step.step),
      ),
      { mails: recipients.length },
    )
    const facts = { number: invoice.number, step: stepTexts[step.step], mails: recipients.length }
    recordEvent(actor, "invoice.remind-by-step", invoiceId, { by, after: facts })
    recordEvent(actor, "family.remind-by-step", invoice.familyId, { by, after: facts })
  })
}

/** Charges the next late fee of an invoice, in the caller's transaction, and answers how its reminder says so. */
function chargeFee(actor: Actor, { id, currency }: Invoice): string[] {
  const feeMinor = chargeNextLateFee(actor, id)
  return feeMinor > 0 ? [lateFeeText(formatMoney(feeMinor, currency, actor.school))] : []
}

/** Names the installments that are due by a day, where the invoice has a plan. */
function planNote(invoice: Invoice, day: string): string[] {
  const due = installmentText(invoice, day)
  if (!due) return []
  return [
    `${due.includes(" and ") ? "These are installments" : "This is installment"} ${due} of your payment plan.`,
  ]
}

/** Who did it, in the activity. */
const by = "Automatic reminders"

const listSent = (actor: Actor, invoiceId: string, dueOn: string): SentStep[] =>
  ownRows(actor, reminderNotices, ["step", "sentOn"])
    .where(and(eq(reminderNotices.invoiceId, invoiceId), eq(reminderNotices.dueOn, dueOn)))
    .all()

/** What the merge fields stand for in one payer's mail. */
export function valuesFor(
  actor: Actor,
  invoice: Pick<Invoice, "number" | "familyName" | "dueOn" | "currency">,
  { name, openMinor, day }: { name: string; openMinor: number; day: string },
): MergeValues {
  const { school } = actor
  return {
    payer: name,
    family: invoice.familyName,
    number: invoice.number ?? "",
    amount: formatMoney(openMinor, invoice.currency, school),
    dueDate: formatDate(invoice.dueOn, "full", school),
    daysOverdue: countOf(Math.max(0, daysBetween(invoice.dueOn, day)), "day"),
    school: school.name,
  }
}

/** A step's mail, filled in: one line of subject, and a paragraph for each block of text. */
export const written = ({ subject, body }: Pick<ReminderStep, "subject" | "body">, values: MergeValues) => ({
  subject: merged(subject, values),
  paragraphs: merged(body, values).split(/\n{2,}/),
})

/** For a preview: the newest unpaid invoice of the school with who would be reminded, or undefined without one. */
export function findSample(actor: Actor) {
  const day = todayOf(actor)
  const row = ownRows(actor, invoices, ["id"])
    .where(and(gte(invoices.dueOn, addDays(day, -longestDays)), isOpen))
    .orderBy(asc(invoices.dueOn))
    .limit(1)
    .get()
  const invoice = row && findInvoice(actor, row.id)
  if (!invoice) return undefined
  const [share] = invoice.shares
  return {
    number: invoice.number ?? "",
    values: valuesFor(actor, invoice, {
      name: share?.name ?? invoice.billTo,
      openMinor: invoice.openMinor,
      day,
    }),
  }
}
