import { isPlanKey, planCatalogue } from "~/models/accounts/plan/plan-catalogue"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { platformProvider } from "~/utils/payment-providers"

// A case in plain words: what the school chose and paid, what the provider says, and what to do. Safe in the browser.

/** Why a case was filed, for a person to read. */
export const caseLabels = {
  "activation-asked": "Claims to have paid",
  mismatch: `${platformProvider} reports a different plan or price`,
  "not-at-provider": `${platformProvider} doesn’t know this subscription`,
  refund: `Refunded at ${platformProvider}`,
  "refund-failed": `Refund failed at ${platformProvider}`,
  dispute: "Payment disputed",
  "not-ended": `${platformProvider} keeps a subscription of a school that’s due to be deleted`,
} as const

type Facts = Record<string, unknown>

const text = (value: unknown) => (typeof value === "string" && value ? value : undefined)
const amount = (minor: unknown, currency: unknown) =>
  typeof minor === "number" ? formatMoney(minor, text(currency) ?? "USD") : undefined

const dayOf = (value: unknown) => {
  const day = text(value)
  return day && /^\d{4}-\d\d-\d\d$/.test(day) ? formatDate(day, "medium") : undefined
}

const planName = (plan: unknown, interval: unknown) => {
  const key = text(plan)
  return isPlanKey(key) ? `${planCatalogue[key].name}, ${text(interval) ?? "monthly"}` : undefined
}

/** What was found, as "label: text" pairs; what is unknown is left out. */
export function caseFacts(facts: Facts): [label: string, text: string][] {
  const rows: [string, string | undefined][] = [
    ["Chosen", planName(facts.plan, facts.interval)],
    ["Price", amount(facts.priceMinor, facts.currency)],
    ["Paid", amount(facts.paidMinor, facts.currency)],
    [`${platformProvider} says`, text(facts.reported) ?? text(facts.planId)],
    [
      "Found",
      facts.isSecond === true ? `A second subscription, which we canceled at ${platformProvider}` : undefined,
    ],
    ["Not refunded", amount(facts.failedMinor, facts.currency)],
    ["Refunded", amount(facts.refundedMinor, facts.currency)],
    ["Disputed", amount(facts.disputedMinor, facts.currency)],
    ["Answer by", dayOf(facts.answerBy)],
    ["Payment", amount(facts.amountMinor, facts.currency)],
    ["Payment ID", text(facts.paymentId)],
    ["Dispute ID", facts.disputeId === facts.paymentId ? undefined : text(facts.disputeId)],
    [`${platformProvider} ID`, text(facts.providerSubscriptionId)],
    ["Asked by", text(facts.askedBy)],
  ]
  return rows.flatMap(([label, found]): [string, string][] => (found ? [[label, found]] : []))
}

/** What staff do about it. */
export function caseAdvice(reason: string, facts: Facts): string {
  if (facts.isSecond === true) return "Refund what the second subscription charged."
  const advice: Record<string, string> = {
    "activation-asked": `Check with ${platformProvider}. If it’s paid, the school opens and this case closes.`,
    mismatch: `Check with ${platformProvider}. If ${platformProvider} still reports something else, refund the payment and ask the school to choose again.`,
    "not-at-provider": `Look the subscription up in ${platformProvider}. If it’s gone, ask the school to choose a plan.`,
    refund: "Decide whether the school keeps its access, then close the case.",
    "refund-failed":
      facts.origin === "credit"
        ? `${platformProvider} held this refund and couldn’t carry it out. The amount is account credit again and goes toward the next payment. Close the case.`
        : `${platformProvider} held this refund and couldn’t carry it out, so it no longer counts. Refund the payment again or pay the school another way, tell the school, then close the case.`,
    dispute: `Answer the dispute in ${platformProvider}. The case closes when ${platformProvider} settles it.`,
    "not-ended": `The school isn’t deleted until this subscription has ended. Cancel it in ${platformProvider}, or ask ${platformProvider} to end it; the school is deleted within a day of that.`,
  }
  return advice[reason] ?? `Check with ${platformProvider}.`
}
