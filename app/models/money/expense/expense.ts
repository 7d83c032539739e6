import { fileRefusalStatus } from "~/models/accounts/school-file/school-file"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import type { PaymentMethod } from "../payment/payment"

// What a school spends on anything but pay: rent, strings, a train ticket; and what it gets beside what families pay. Safe in the browser.

/** Other income is kept as expenses are, and counts the other way. */
export const expenseKinds = ["expense", "income"] as const
export type ExpenseKind = (typeof expenseKinds)[number]
/** As an address says it, in which expenses have no kind. */
export const kindIn = (search: URLSearchParams): ExpenseKind =>
  expenseKinds.find((kind) => kind === search.get("kind")) ?? "expense"
export const named = (kind: ExpenseKind): { kind?: "income" } => (kind === "income" ? { kind } : {})
export const kindOf = ({ isIncome }: { isIncome: boolean }): ExpenseKind => (isIncome ? "income" : "expense")

export type Expense = {
  id: string
  isIncome: boolean
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
  /** The line of the bank statement that it was recorded from. */
  bankEntryId: string | null
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

const usualIncome: readonly ExpenseCategory[] = [
  { id: "grants", name: "Grants" },
  { id: "donations", name: "Donations" },
  { id: "room-rental", name: "Room rental" },
  { id: "sales", name: "Sales" },
  { id: "other-income", name: "Other" },
].map((category) => ({ ...category, account: null, isArchived: false }))

export const usualOf: Record<ExpenseKind, readonly ExpenseCategory[]> = {
  expense: usualCategories,
  income: usualIncome,
}

export const mostCategories = 40

/** Without the tax: what an expense costs a school that gets its tax back. */
export const netOf = ({ amountMinor, taxMinor }: Pick<Expense, "amountMinor" | "taxMinor">): number =>
  amountMinor - taxMinor
export { fileRefusalStatus as receiptRefusalStatus }
