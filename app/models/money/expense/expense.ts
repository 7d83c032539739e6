import { uploadRefusals } from "~/models/accounts/quota/quota"
import { type FileRefusal, fileRefusalStatus } from "~/models/accounts/school-file/school-file"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { closedDay } from "../closing/closing"
import type { PaymentMethod } from "../payment/payment"

// What a school spends on anything but pay: rent, strings, a train ticket. Safe in the browser.

export type Expense = {
  id: string
  /** `YYYY-MM-DD` */
  spentOn: string
  categoryId: string
  categoryName: string
  /** What the accountant's program calls the category; both as they were when its month was closed. */
  account: string | null
  payee: string
  /** Minor units, tax included. */
  amountMinor: number
  /** The tax within the amount. */
  taxMinor: number
  method: PaymentMethod
  note: string | null
  fileId: string | null
  fileName: string | null
  /** It's one of those that come again, or was. */
  repeatId: string | null
  /** How often it comes again, or came. */
  rhythm: RepeatRhythm | null
  /** A teacher paid it, and it is in their pay. */
  isPaidBack: boolean
}

export const repeatRhythms = ["monthly", "quarterly", "yearly"] as const
export type RepeatRhythm = (typeof repeatRhythms)[number]

/** The number of months that a rhythm is kept as. */
export const monthsOfRhythm: Record<RepeatRhythm, number> = { monthly: 1, quarterly: 3, yearly: 12 }
export const rhythmOf = (everyMonths: number): RepeatRhythm =>
  repeatRhythms.find((rhythm) => monthsOfRhythm[rhythm] === everyMonths) ?? "monthly"

export const rhythmLabels: Record<RepeatRhythm, string> = {
  monthly: "Monthly",
  quarterly: "Quarterly",
  yearly: "Yearly",
}
export const rhythmUnits: Record<RepeatRhythm, string> = {
  monthly: "month",
  quarterly: "quarter",
  yearly: "year",
}

/** An expense that comes again, by its newest entry. */
export type ExpenseRepeat = {
  rhythm: RepeatRhythm
  expenseId: string
  payee: string
  amountMinor: number
  /** `YYYY-MM-DD` */
  nextOn: string
}

export const dayOfMonth = (date: string): number => Number(date.slice(8))

const dayWithin = (day: number, month: string): string => {
  const { last } = monthBounds(month)
  return day >= dayOfMonth(last) ? last : `${month}-${String(day).padStart(2, "0")}`
}

/**
 * The first date after another one that is this day of its month, or the last day of a shorter month: of every so many
 * months, counted from the month of `from`.
 */
export function nextRepeat(
  { day, everyMonths, from }: { day: number; everyMonths: number; from: string },
  after: string,
): string {
  const begin = `${monthOf(from)}-01`
  let steps = 0
  while (dayWithin(day, monthOf(addMonths(begin, steps))) <= after) steps += everyMonths
  return dayWithin(day, monthOf(addMonths(begin, steps)))
}

export type ExpenseCategory = { id: string; name: string; account: string | null; isArchived: boolean }

/** What a school has until it changes the list. An id is the school's own, so each school has these. */
export const usualCategories: readonly ExpenseCategory[] = [
  { id: "rent", name: "Rent" },
  { id: "instruments", name: "Instruments and repairs" },
  { id: "materials", name: "Materials" },
  { id: "travel", name: "Travel" },
  { id: "software", name: "Software" },
  { id: "marketing", name: "Marketing" },
  { id: "fees", name: "Fees" },
  { id: "other", name: "Other" },
].map((category) => ({ ...category, account: null, isArchived: false }))

export const mostCategories = 40

/** Without the tax: what an expense costs a school that gets its tax back. */
export const netOf = ({ amountMinor, taxMinor }: Pick<Expense, "amountMinor" | "taxMinor">): number =>
  amountMinor - taxMinor

export type ExpenseRefusal =
  | "not-found"
  | "category-unknown"
  | "in-the-future"
  | "closed"
  | "tax-too-high"
  | "sent-before"
  | "in-pay"
  | "day-in-pay"
  | "payee-in-pay"
  | "repeats-full"

export const expenseRefusals: Record<ExpenseRefusal, string> = {
  "not-found": "This expense isn’t in your school.",
  "category-unknown": "This category is no longer offered. Choose another.",
  "in-the-future": "Enter a date that’s today or earlier.",
  closed: closedDay,
  "tax-too-high": "Enter less tax than the amount.",
  "sent-before":
    "This form already recorded an expense with other details. Open a new form to record this one as well.",
  "in-pay": "This amount is in a teacher’s pay. Remove it from their pay first.",
  "day-in-pay": "This date is in a teacher’s pay. Remove the expense from their pay first.",
  "payee-in-pay": "This name is in a teacher’s pay. Remove the expense from their pay first.",
  "repeats-full": "You can have up to 100 expenses that repeat. End one first.",
}

/** Said of an expense that is dated in a closed month already. */
export const inClosedMonth =
  "This expense is from a closed month, so it can’t be changed. To change it, reopen the month under Invoices, Month end."

/** The field that a refusal is next to; the others concern the whole form. */
export const expenseRefusalFields: Partial<Record<ExpenseRefusal, string>> = {
  "category-unknown": "category",
  "in-the-future": "spentOn",
  closed: "spentOn",
  "tax-too-high": "taxAmount",
  "in-pay": "amount",
  "day-in-pay": "spentOn",
  "payee-in-pay": "payee",
  "repeats-full": "repeats",
}

export const receiptRefusals: Record<FileRefusal, string> = {
  missing: "This file is empty.",
  "too-large": "Choose a file under 10 MB.",
  "wrong-type": "Choose a photo or PDF.",
  ...uploadRefusals,
  "storage-full": "Your school has used all the storage of its plan. Save the expense without the receipt.",
}
export { fileRefusalStatus as receiptRefusalStatus }

export type CategoryRefusal = "name-taken" | "not-found" | "full"

export const categoryRefusals: Record<CategoryRefusal, string> = {
  "name-taken": "You already have a category with this name. Choose another.",
  "not-found": "This category isn’t in your school.",
  full: `Archive a category first. You can have up to ${mostCategories}.`,
}
