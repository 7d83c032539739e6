// Who pays a family's invoices, and what of them. Pure, so that the browser shows what the server will do.
import { formatFigure } from "~/utils/formats"
import { joinNames } from "~/utils/join-names"
import { formatMoney } from "~/utils/money"
import type { ChargeSource } from "../charge/charge"

/** What a payer can have of an invoice where the family shares it by categories. */
export const payerCategories = ["lessons", "hire", "materials", "other"] as const
export type PayerCategory = (typeof payerCategories)[number]

export const categoryLabels: Record<PayerCategory, string> = {
  lessons: "Lessons and tuition",
  hire: "Instrument hire",
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

/** A correction goes with what it corrects. */
export const categoryOf = (
  source: ChargeSource | "telling",
  corrected?: ChargeSource | null,
): PayerCategory => categories[source === "correction" && corrected ? corrected : source]

/** What a payer has of each invoice: a percentage, an amount (null: what the others leave), or categories. */
export type PayerRule =
  | { by: "percent" }
  | { by: "amount"; amountMinor: number | null }
  | { by: "category"; categories: readonly PayerCategory[] }

/** Who pays which part of a family's invoices. */
export type Payer = {
  guardianId: string | null
  name: string
  email: string | null
  /** The payer's own billing address. */
  address: string | null
  /** 1 to 10 000 where the family shares by percentages, all payers together 10 000; else null. */
  basisPoints: number | null
  rule: PayerRule
  /** Gets an invoice of their own instead of a share of one. */
  hasOwnInvoice: boolean
  /** Whether the payer can open the invoice on the family pages. */
  hasPortal: boolean
}

export type ShareRule = "percent" | "amount" | "category"

export const ruleLabels: Record<ShareRule, string> = {
  percent: "By percentage",
  amount: "By amount",
  category: "By category",
}

/** Who has a category, or the rest of what others pay by amounts: guardians' ids. */
export type PartPayers = Partial<Record<PayerCategory | "rest", string>>

type PayingGuardian = {
  id: string
  /** Basis points. */
  share: number
  /** Of each invoice; null for none. */
  amountMinor: number | null
  billingEmail: string | null
  billingAddress: string | null
}

/** A family's rules as someone chose them. */
export type PayerChoice = {
  shareBy: ShareRule
  hasOwnInvoices: boolean
  guardians: readonly PayingGuardian[]
  parts: PartPayers
}

export type PayerRules = Omit<PayerChoice, "guardians"> & {
  guardians: (PayingGuardian & { name: string; email: string | null })[]
}

/** The payers by these rules, in their order: guardians with a percentage, an amount, the rest or a category. */
export function payersBy({ shareBy, hasOwnInvoices, guardians, parts }: PayerRules): Payer[] {
  return guardians.flatMap((guardian): Payer[] => {
    const payer = {
      guardianId: guardian.id,
      name: guardian.name,
      email: guardian.billingEmail ?? guardian.email,
      address: guardian.billingAddress,
      basisPoints: null,
      hasOwnInvoice: hasOwnInvoices,
      hasPortal: false,
    }
    const { share, amountMinor } = guardian
    if (shareBy === "percent")
      return share > 0 ? [{ ...payer, basisPoints: share, rule: { by: "percent" } }] : []
    if (shareBy === "amount") {
      if (parts.rest === guardian.id) return [{ ...payer, rule: { by: "amount", amountMinor: null } }]
      return amountMinor === null ? [] : [{ ...payer, rule: { by: "amount", amountMinor } }]
    }
    const categories = payerCategories.filter((category) => parts[category] === guardian.id)
    return categories.length > 0 ? [{ ...payer, rule: { by: "category", categories } }] : []
  })
}

/** What each payer pays, as text: "50%", "$80.00 of each invoice", "Lessons and tuition". */
export const describePayers = (rules: PayerRules, currency: string) =>
  payersBy(rules).map(({ name, email, address, basisPoints, rule }) => ({
    ...{ name, email, address },
    text: ruleText(rule, basisPoints, currency),
  }))

function ruleText(rule: PayerRule, basisPoints: number | null, currency: string): string {
  if (rule.by === "percent") return `${formatFigure((basisPoints ?? 0) / 100)}%`
  if (rule.by === "category") return joinNames(rule.categories.map((category) => categoryLabels[category]))
  return rule.amountMinor === null
    ? "The rest of each invoice"
    : `${formatMoney(rule.amountMinor, currency)} of each invoice`
}
