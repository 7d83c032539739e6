// Who pays what of a family's invoices by its rules: its guardians, and payers who aren't. Pure, so that the browser shows
// what the server will do.
import { formatFigure } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import {
  categoryLabels,
  type Payer,
  type PayerCategory,
  type PayerRule,
  payerCategories,
  type ShareRule,
} from "./payer"
import { divide } from "./split"

/** Who has a category, or the rest of what others pay by amounts: payers' ids. */
export type PartPayers = Partial<Record<PayerCategory | "rest", string>>

type Share = {
  id: string
  /** Basis points. */
  share: number
  /** Of each invoice; null for none. */
  amountMinor: number | null
}

type PayingGuardian = Share & {
  billingEmail: string | null
  billingAddress: string | null
}

/** A family's rules as someone chose them; the percentages of all payers are of the whole invoice. */
export type PayerChoice = {
  shareBy: ShareRule
  hasOwnInvoices: boolean
  guardians: readonly PayingGuardian[]
  others?: readonly Share[]
  parts: PartPayers
}

/** Someone who pays without being a guardian: an employer, an office, a grandparent. */
export type OutsidePayer = Share & {
  name: string
  email: string
  address: string | null
  taxNumber: string | null
  reference: string | null
  /** The last day on which invoices are shared with them, `YYYY-MM-DD`. */
  endsOn: string | null
  /** That day has passed: they keep the invoices they have. */
  hasEnded: boolean
}

/** The payer of a family without guardians: its only student, or the family as such. */
export type FamilyItself = { name: string; email: string | null; hasPortal: boolean }

/** The guardians' percentages are of what the other payers leave; they keep them when one of those ends. */
export type PayerRules = Omit<PayerChoice, "guardians" | "others"> & {
  guardians: (PayingGuardian & { name: string; email: string | null })[]
  others: OutsidePayer[]
  itself: FamilyItself
}

/** What each guardian pays of the whole, in basis points: together what the other payers leave. */
export const guardianShares = ({ guardians, others }: Pick<PayerRules, "guardians" | "others">): number[] =>
  divide(
    Math.max(0, 10_000 - sumOfShares(others.filter(({ hasEnded }) => !hasEnded))),
    guardians.map(({ share }) => share),
  )

export const sumOfShares = (shares: readonly { share: number }[]): number =>
  shares.reduce((sum, { share }) => sum + share, 0)

/** The rules as someone chose them in a form, for a preview. */
export function chosenRules(rules: PayerRules, choice: PayerChoice): PayerRules {
  const merged = <Known extends { id: string }, Chosen extends { id: string }>(
    known: readonly Known[],
    chosen: readonly Chosen[],
  ) =>
    known.flatMap((each) => {
      const found = chosen.find(({ id }) => id === each.id)
      return found ? [{ ...each, ...found }] : []
    })
  return {
    ...rules,
    ...choice,
    guardians: merged(rules.guardians, choice.guardians),
    others: merged(rules.others, choice.others ?? []),
  }
}

type Candidate = Omit<Share, "id"> & { payer: Omit<Payer, "rule"> }

/** The payers by these rules, in their order: guardians or the family itself, then the others; those who pay something. */
export function payersBy(rules: PayerRules): Payer[] {
  const { shareBy, parts } = rules
  const inside = insidersOf(rules)
  const outside = rules.others.filter(({ hasEnded }) => !hasEnded).map((other) => outsiderOf(rules, other))
  const found = [...inside, ...outside].flatMap((each): Payer[] => {
    const rule = ruleOf(each, shareBy, parts)
    if (!rule) return []
    return [{ ...each.payer, basisPoints: rule.by === "percent" ? each.share : null, rule }]
  })
  const [first] = inside
  const pays = ({ payerId }: Payer) => inside.some(({ payer }) => payer.payerId === payerId)
  if (!first || found.some(pays) || outside.length === 0) return found
  const left = leftRule(rules, found)
  if (left === "no-one") return []
  return left ? [{ ...first.payer, rule: left }, ...found] : found
}

const empty = { basisPoints: null, hasPortal: false }

function insidersOf(rules: PayerRules): Candidate[] {
  const shares = guardianShares(rules)
  const hasOwnInvoice = rules.hasOwnInvoices
  if (rules.guardians.length > 0)
    return rules.guardians.map(({ id, name, email, billingEmail, billingAddress, amountMinor }, index) => ({
      share: shares[index] ?? 0,
      amountMinor,
      payer: {
        ...empty,
        payerId: id,
        name,
        email: billingEmail ?? email,
        address: billingAddress,
        hasOwnInvoice,
      },
    }))
  const share = 10_000 - Math.min(10_000, sumOfShares(rules.others.filter(({ hasEnded }) => !hasEnded)))
  const payer = { ...empty, ...rules.itself, payerId: null, address: null, hasOwnInvoice }
  return [{ share, amountMinor: null, payer }]
}

const outsiderOf = ({ hasOwnInvoices }: PayerRules, other: OutsidePayer): Candidate => {
  const { id, name, email, address, taxNumber, reference, share, amountMinor } = other
  const payer = { ...empty, payerId: id, name, email, address, taxNumber, reference }
  return { share, amountMinor, payer: { ...payer, hasOwnInvoice: hasOwnInvoices, isOutside: true } }
}

function ruleOf(
  { share, amountMinor, payer: { payerId } }: Candidate,
  shareBy: ShareRule,
  parts: PartPayers,
): PayerRule | undefined {
  if (shareBy === "percent") return share > 0 ? { by: "percent" } : undefined
  if (shareBy === "amount") {
    if (payerId !== null && parts.rest === payerId) return { by: "amount", amountMinor: null }
    return amountMinor === null ? undefined : { by: "amount", amountMinor }
  }
  const categories = payerCategories.filter((category) => payerId !== null && parts[category] === payerId)
  return categories.length > 0 ? { by: "category", categories } : undefined
}

/** What the family itself pays where only others have a part: the rest, or the categories that are no one's. */
function leftRule({ shareBy }: PayerRules, found: readonly Payer[]): PayerRule | "no-one" | undefined {
  if (shareBy === "percent") {
    const taken = found.reduce((sum, { basisPoints }) => sum + (basisPoints ?? 0), 0)
    return taken < 10_000 ? "no-one" : undefined
  }
  if (shareBy === "amount") {
    const hasRest = found.some(({ rule }) => rule.by === "amount" && rule.amountMinor === null)
    return hasRest ? undefined : { by: "amount", amountMinor: null }
  }
  const taken = found.flatMap(({ rule }) => (rule.by === "category" ? rule.categories : []))
  const categories = payerCategories.filter((category) => !taken.includes(category))
  return categories.length > 0 ? { by: "category", categories } : undefined
}

/** What each payer pays, as text: "50%", "$80.00 of each invoice", "Lessons and tuition". */
export const describePayers = (rules: PayerRules, currency: string) =>
  payersBy(rules).map(({ payerId, name, email, address, basisPoints, rule }) => ({
    payerId,
    name,
    email,
    address,
    text: ruleText(rule, basisPoints, currency),
  }))

function ruleText(rule: PayerRule, basisPoints: number | null, currency: string): string {
  if (rule.by === "percent") return `${formatFigure((basisPoints ?? 0) / 100)}%`
  if (rule.by === "category") return joinNames(rule.categories.map((category) => categoryLabels[category]))
  return rule.amountMinor === null
    ? "The rest of each invoice"
    : `${formatMoney(rule.amountMinor, currency)} of each invoice`
}

/** Whether the shares of a family's guardians alone say who pays what. */
export const sharesDecide = ({
  shareBy,
  guardians,
  others,
}: Pick<PayerRules, "shareBy" | "others"> & { guardians: readonly unknown[] }): boolean =>
  shareBy === "percent" && guardians.length > 0 && others.length === 0
