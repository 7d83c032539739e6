import type Stripe from "stripe"
import type { BookedEntry, Payout } from "../payment-provider"
import { callStripe } from "./client.server"
import { fromStripe } from "./stripe-money"

// What Stripe booked in a school's account: each payment with its fee, what went back, and what it paid out to the bank.

/** A payout is told of again this long, until it has arrived or failed. */
const payoutDays = 21
const dayMs = 86_400_000

export const readStripeBooks =
  (secretKey: string) =>
  ({ since, isKnown }: { since: number; isKnown: (payoutReference: string) => boolean }) =>
    callStripe(secretKey, async (stripe): Promise<{ entries: BookedEntry[]; payouts: Payout[] }> => {
      const entries: BookedEntry[] = []
      const asked = { created: { gte: Math.floor(since / 1000) }, limit: 100, expand: ["data.source"] }
      for await (const transaction of stripe.balanceTransactions.list(asked)) {
        const entry = entryOf(transaction)
        if (entry) entries.push(entry)
      }
      const payouts: Payout[] = []
      const of = { created: { gte: Math.floor((since - payoutDays * dayMs) / 1000) }, limit: 100 }
      for await (const payout of stripe.payouts.list(of))
        payouts.push({ ...payoutOf(payout), entries: isKnown(payout.id) ? [] : await listOf(stripe, payout) })
      return { entries, payouts }
    })

const kinds: Partial<Record<string, BookedEntry["kind"]>> = {
  charge: "payment",
  payment: "payment",
  refund: "refund",
  payment_refund: "refund",
  payment_failure_refund: "refund",
  refund_failure: "refund",
  adjustment: "dispute",
}

/** Of a currency in thousandths what Stripe keeps is no whole number of ours. */
const wholeMinor = (amount: number, currency: string): number => Math.round(fromStripe(amount, currency))

/** Undefined of a payout, which is no entry of its own here. */
function entryOf(transaction: Stripe.BalanceTransaction): BookedEntry | undefined {
  const { id, type, amount, fee, created, source } = transaction
  if (type.startsWith("payout")) return undefined
  const currency = transaction.currency.toUpperCase()
  const about =
    typeof source === "object" && source && "payment_intent" in source ? source.payment_intent : null
  return {
    reference: id,
    kind: kinds[type] ?? "other",
    captureId: typeof about === "string" ? about : (about?.id ?? null),
    amountMinor: wholeMinor(amount, currency),
    feeMinor: wholeMinor(fee, currency),
    currency,
    bookedAt: created * 1000,
  }
}

function payoutOf({ id, amount, currency, arrival_date, status }: Stripe.Payout) {
  const state =
    status === "paid" ? "paid" : status === "failed" || status === "canceled" ? "failed" : "on-its-way"
  return {
    reference: id,
    amountMinor: wholeMinor(amount, currency.toUpperCase()),
    currency: currency.toUpperCase(),
    arrivesOn: new Date(arrival_date * 1000).toISOString().slice(0, 10),
    state,
  } as const
}

/** What is in a payout; Stripe says it only of those that it makes by itself. */
async function listOf(stripe: Stripe, { id, automatic, status }: Stripe.Payout): Promise<string[]> {
  if (!automatic || status === "failed" || status === "canceled") return []
  const references: string[] = []
  for await (const each of stripe.balanceTransactions.list({ payout: id, limit: 100 }))
    if (!each.type.startsWith("payout")) references.push(each.id)
  return references
}
