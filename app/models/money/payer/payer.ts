// Who pays a family's invoices, and what of them. Pure, so that the browser shows what the server will do.
import type { ChargeSource } from "../charge/charge"

/** What a payer can have of an invoice where the family shares it by categories. */
export const payerCategories = ["lessons", "hire", "materials", "other"] as const
export type PayerCategory = (typeof payerCategories)[number]

export const categoryLabels: Record<PayerCategory, string> = {
  lessons: "Lessons and tuition",
  hire: "Instrument rental",
  materials: "Materials",
  other: "Everything else",
}

const categories: Record<ChargeSource | "telling", PayerCategory> = {
  seat: "lessons",
  flat: "lessons",
  package: "lessons",
  package_rest: "lessons",
  correction: "lessons",
  telling: "lessons",
  hire: "hire",
  material: "materials",
  late_fee: "other",
  item: "other",
}

/** A correction goes with what it corrects, and so does an item that corrects a monthly fee further. */
export const categoryOf = (
  source: ChargeSource | "telling",
  corrected?: ChargeSource | null,
): PayerCategory => categories[corrected ?? source]

/** What a payer has of each invoice: a percentage, an amount (null: what the others leave), or categories. */
export type PayerRule =
  | { by: "percent" }
  | { by: "amount"; amountMinor: number | null }
  | { by: "category"; categories: readonly PayerCategory[] }

/** Who pays which part of a family's invoices. */
export type Payer = {
  /** A guardian's id, or that of someone who pays without being one; null for the family itself. */
  payerId: string | null
  name: string
  email: string | null
  /** Emails to this address come back, so none is sent. */
  emailReturns?: boolean
  /** The payer's own billing address. */
  address: string | null
  /** What the invoices of someone who isn't a guardian quote. */
  taxNumber?: string | null
  reference?: string | null
  /** Whether the family's address isn't theirs. */
  isOutside?: boolean
  /** 1 to 10 000 where the family shares by percentages, all payers together 10 000; else null. */
  basisPoints: number | null
  rule: PayerRule
  /** Gets an invoice of their own instead of a share of one. */
  hasOwnInvoice: boolean
  /** Whether the payer can open the invoice on the family pages. */
  hasPortal: boolean
}

/** Whether an email to a payer leaves. */
export const isEmailed = ({ email, emailReturns }: Pick<Payer, "email" | "emailReturns">): boolean =>
  email !== null && !emailReturns

export type ShareRule = "percent" | "amount" | "category"

export const ruleLabels: Record<ShareRule, string> = {
  percent: "By percentage",
  amount: "By amount",
  category: "By category",
}
