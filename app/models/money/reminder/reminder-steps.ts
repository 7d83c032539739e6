// The steps by which a school reminds of unpaid invoices: before the due date, on it, and up to three times after it. Pure,
// so that the browser can preview what the server sends.
import { reminderStepKeys } from "db/schema/choices"
import { unknownIn } from "~/models/foundation/outbox/wording"
import { addDays } from "~/utils/dates"

export { reminderStepKeys }
export type ReminderStepKey = (typeof reminderStepKeys)[number]

export type ReminderStep = {
  step: ReminderStepKey
  isOn: boolean
  /** Days from the due date: before it less than 0, after it more. */
  offsetDays: number
  subject: string
  body: string
  /** The school's late fee is charged when this reminder is sent. */
  chargesLateFee: boolean
}

export const stepLabels: Record<ReminderStepKey, string> = {
  before: "Before due",
  due: "On the due date",
  overdue1: "Overdue, first reminder",
  overdue2: "Overdue, second reminder",
  overdue3: "Overdue, last reminder",
}

/** How a step is told in an activity entry. */
export const stepTexts: Record<ReminderStepKey, string> = {
  before: "the reminder before the due date",
  due: "the reminder on the due date",
  overdue1: "the first overdue reminder",
  overdue2: "the second overdue reminder",
  overdue3: "the last overdue reminder",
}

/** The days a step may be away from the due date, as the office types them. */
export const offsetRange = (step: ReminderStepKey): { least: number; most: number } => {
  if (step === "due") return { least: 0, most: 0 }
  return step === "before" ? { least: 1, most: 60 } : { least: 1, most: 365 }
}

/** What a text may hold in braces, and what each stands for. */
export const mergeFields = {
  payer: "Name of the payer",
  family: "Name of the family",
  number: "Invoice number",
  amount: "Balance due",
  dueDate: "Due date",
  daysOverdue: "Days overdue, such as “7 days”",
  school: "Name of your school",
} as const
export type MergeField = keyof typeof mergeFields
export type MergeValues = Record<MergeField, string>

/** What is in braces and is no merge field. */
export const unknownFields = (text: string): string[] => unknownIn(text, Object.keys(mergeFields))

/** The steps as shipped. */
export const shippedSteps: readonly ReminderStep[] = [
  {
    step: "before",
    isOn: true,
    chargesLateFee: false,
    offsetDays: -3,
    subject: "Invoice {number} is due {dueDate}",
    body: "Invoice {number} from {school} has a balance of {amount}, due {dueDate}. A copy is attached.",
  },
  {
    step: "due",
    isOn: false,
    chargesLateFee: false,
    offsetDays: 0,
    subject: "Invoice {number} is due today",
    body: "Invoice {number} from {school} is due today. The balance is {amount}. A copy is attached.",
  },
  {
    step: "overdue1",
    isOn: true,
    chargesLateFee: false,
    offsetDays: 7,
    subject: "Overdue invoice {number} from {school}",
    body: "Invoice {number} was due on {dueDate}. The balance is {amount}. A copy is attached.",
  },
  {
    step: "overdue2",
    isOn: true,
    chargesLateFee: false,
    offsetDays: 14,
    subject: "Second reminder: invoice {number} from {school}",
    body: "Invoice {number} is {daysOverdue} overdue, and {amount} is due. Pay it now, or reply if something is wrong with it.",
  },
  {
    step: "overdue3",
    isOn: false,
    chargesLateFee: false,
    offsetDays: 30,
    subject: "Last reminder: invoice {number} from {school}",
    body: "Invoice {number} is {daysOverdue} overdue, and {amount} is due. This is our last reminder. Contact us today if you can’t pay it now.",
  },
]

/** What is added to a reminder that charges a late fee; the fee is on the next invoice. */
export const lateFeeText = (amount: string): string =>
  `A late fee of ${amount} was charged. You’ll find it on your next invoice.`

const overdueSteps: readonly ReminderStepKey[] = ["overdue1", "overdue2", "overdue3"]
/** Whether a reminder goes out after the due date: only those may charge a late fee. */
export const isOverdueStep = (step: ReminderStepKey): boolean => overdueSteps.includes(step)
const rankOf = (step: ReminderStepKey) => reminderStepKeys.indexOf(step)

/** What was sent about one due date; days `YYYY-MM-DD`. */
export type SentStep = { step: ReminderStepKey; sentOn: string }

/**
 * The step to send today about something due on a day, or undefined. Steps go up and never back; those whose day was
 * missed are left out, except that the first of the overdue steps comes before any later one. Between two overdue steps
 * lie at least as many days as the school has between them.
 */
export function stepToSend(
  steps: readonly ReminderStep[],
  { dueOn, today, sent }: { dueOn: string; today: string; sent: readonly SentStep[] },
): ReminderStep | undefined {
  const last = [...sent].sort((a, b) => rankOf(b.step) - rankOf(a.step))[0]
  if (last && last.sentOn >= today) return undefined
  const ahead = steps
    .filter(({ step, isOn }) => isOn && (!last || rankOf(step) > rankOf(last.step)))
    .sort((a, b) => rankOf(a.step) - rankOf(b.step))
  const firstOverdue = ahead.findIndex(({ step }) => isOverdueStep(step))
  const allowed = firstOverdue < 0 ? ahead : ahead.slice(0, firstOverdue + 1)
  const step = allowed.filter(({ offsetDays }) => addDays(dueOn, offsetDays) <= today).at(-1)
  if (!step) return undefined
  // A reminder before or on the due date says nothing true after it.
  if (!isOverdueStep(step.step) && dueOn < today) return undefined
  const before = last && steps.find((each) => each.step === last.step)
  if (!last || !before || !isOverdueStep(last.step)) return step
  return addDays(last.sentOn, Math.max(1, step.offsetDays - before.offsetDays)) <= today ? step : undefined
}
