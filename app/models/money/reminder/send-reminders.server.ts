import { transact } from "db/client.server"
import { invoices } from "db/schema/money"
import { reminderNotices } from "db/schema/money-reminders"
import { and, asc, eq, gte } from "drizzle-orm"
import { findSubscriptionStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { addUnlessThere, change, changeSchool, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now, todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { addDays, daysBetween } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import { localTime, today } from "~/utils/zones"
import { guardiansOnAutoPay } from "../auto-pay/charged-payers.server"
import { findInvoice, type Invoice } from "../invoice/invoice.server"
import { mailReminder, type Reminded } from "../invoice/remind-invoice.server"
import { chargeNextLateFee } from "../late-fee/late-fee.server"
import { isOpen } from "../payment/open-amount.server"
import {
  type Behind,
  listInstallmentsToRemind,
  listToRemind,
  longestDays,
  portion,
} from "./list-to-remind.server"
import {
  isOverdueStep,
  lateFeeText,
  type MergeValues,
  merged,
  type ReminderStep,
  type SentStep,
  stepTexts,
  stepToSend,
} from "./reminder-steps"
import { findReminderState, listReminderSteps } from "./reminder-steps.server"

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
  select({ id: reminderNotices.id })
    .from(reminderNotices)
    .where(
      and(
        own(actor, reminderNotices),
        eq(reminderNotices.invoiceId, invoiceId),
        eq(reminderNotices.sentOn, day),
      ),
    )
    .get() !== undefined

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
      return { subject, paragraphs: [...paragraphs, ...planNote(invoice, dueOn), ...fee] }
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
    recordEvent(actor, { by, verb: "remind-by-step", noun: "invoice", nounId: invoiceId, after: facts })
    recordEvent(actor, {
      by,
      verb: "remind-by-step",
      noun: "family",
      nounId: invoice.familyId,
      after: facts,
    })
  })
}

/** Charges the next late fee of an invoice, in the caller's transaction, and answers how its reminder says so. */
function chargeFee(actor: Actor, { id, currency }: Invoice): string[] {
  const feeMinor = chargeNextLateFee(actor, id)
  return feeMinor > 0 ? [lateFeeText(formatMoney(feeMinor, currency, actor.school))] : []
}

/** Names the installment, where the invoice has a plan. */
function planNote({ installments: agreed }: Invoice, dueOn: string): string[] {
  const due = agreed.find((each) => each.dueOn === dueOn)
  return due
    ? [`This is installment ${due.position} of ${agreed.at(-1)?.position} of your payment plan.`]
    : []
}

/** Who did it, in the activity. */
const by = "Automatic reminders"

const listSent = (actor: Actor, invoiceId: string, dueOn: string): SentStep[] =>
  select({ step: reminderNotices.step, sentOn: reminderNotices.sentOn })
    .from(reminderNotices)
    .where(
      and(
        own(actor, reminderNotices),
        eq(reminderNotices.invoiceId, invoiceId),
        eq(reminderNotices.dueOn, dueOn),
      ),
    )
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
  const row = select({ id: invoices.id })
    .from(invoices)
    .where(and(own(actor, invoices), gte(invoices.dueOn, addDays(day, -longestDays)), isOpen))
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
