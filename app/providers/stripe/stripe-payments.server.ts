import type Stripe from "stripe"
import {
  type BookedEntry,
  type NewProviderOrder,
  type OpenDispute,
  type PaymentProvider,
  type Payout,
  type ProviderCapture,
  ProviderError,
  type ProviderOrder,
  type ProviderRefund,
} from "../payment-provider"
import { callStripe, checkoutOrigin } from "./client.server"
import { fromStripe, paidWithOf, stripeTakesAmount, toStripe } from "./stripe-money"
import { chargeable, declineReasonOf, stripeSaved } from "./stripe-saved.server"

// What Stripe booked in a school's account: each payment with its fee, what went back, and what it paid out to the bank.

/** A payout is told of again this long, until it has arrived or failed. */
const payoutDays = 21
const dayMs = 86_400_000

const readStripeBooks =
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

// A family's payment on Stripe's own page (Checkout). Of a card the page only reserves the amount (manual capture): we take it
// once our books say that it is still owed, so that two tabs pay once. What isn't taken is let go, or lapses after days. A bank
// can't reserve: its debit is on its way from the page on, and arrives or fails days later.

/** Payments to one school's account. */
export function stripePayments(account: { secretKey: string; accountId: string }): PaymentProvider {
  const { secretKey, accountId } = account
  const show = (orderId: string) =>
    callStripe(secretKey, async (stripe) => {
      // A charge to a saved card or bank account has no page, and no session.
      if (orderId.startsWith("pi_")) {
        const intent = await stripe.paymentIntents.retrieve(orderId, { expand: ["latest_charge"] })
        return chargeOf(intent, accountId, await readMoney(stripe, intent))
      }
      const session = await stripe.checkout.sessions.retrieve(orderId, {
        expand: ["payment_intent.latest_charge"],
      })
      return orderOf(session, accountId, await readMoney(stripe, session.payment_intent))
    })
  return {
    saved: stripeSaved(secretKey),
    takes: stripeTakesAmount,
    begin: (order) => begin(secretKey, order),
    // Stripe takes 30 minutes at least, and a page is begun within the first half of this.
    pageMs: 62 * 60_000,
    closePage: (orderId) =>
      callStripe(secretKey, async (stripe) => void (await stripe.checkout.sessions.expire(orderId))),
    remembersFailures: true,
    isAboutAmount: ({ issue }) => issue === "amount_too_small" || issue === "amount_too_large",
    show,
    // Without a key: a capture can't be made twice, and Stripe would repeat even a failure of its own for a day.
    capture: async (orderId) => {
      await callStripe(secretKey, async (stripe) => {
        const { payment_intent } = await stripe.checkout.sessions.retrieve(orderId)
        if (payment_intent) await stripe.paymentIntents.capture(idOf(payment_intent))
      })
      return show(orderId)
    },
    isDecline: ({ code }) => code === "StripeCardError",
    letGo: (orderId) =>
      callStripe(secretKey, async (stripe) => {
        const { payment_intent } = await stripe.checkout.sessions.retrieve(orderId)
        if (payment_intent) await stripe.paymentIntents.cancel(idOf(payment_intent))
      }),
    refund: (refund) => callStripe(secretKey, (stripe) => refundOnce(stripe, refund)),
    showRefund: (refundId) =>
      callStripe(secretKey, async (stripe) => refundOf(await stripe.refunds.retrieve(refundId))),
    readBooks: readStripeBooks(secretKey),
  }
}

/** What a payer's bank or wallet pays at once, and only with its payer there. */
const atOnce = [
  "ideal",
  "bancontact",
  "twint",
  "blik",
  "p24",
] as const satisfies Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType[]

async function begin(secretKey: string, order: NewProviderOrder) {
  const currency = order.currency.toLowerCase()
  const metadata = { order: order.invoiceId, subject: order.customId }
  const { id, url } = await callStripe(secretKey, (stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: "payment",
        allowed_payment_method_types: [...chargeable, ...atOnce],
        payment_method_options: {
          card: { capture_method: "manual" },
          us_bank_account: { verification_method: "instant" },
        },
        client_reference_id: order.invoiceId,
        metadata,
        expires_at: Math.floor(order.openUntil / 1000),
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency,
              unit_amount: toStripe(order.amountMinor, order.currency),
              product_data: { name: order.description.slice(0, 250) },
            },
          },
        ],
        payment_intent_data: {
          description: order.description.slice(0, 1000),
          metadata,
        },
        success_url: withToken(order.returnUrl, order.invoiceId),
        cancel_url: withToken(order.cancelUrl, order.invoiceId),
      },
      { idempotencyKey: order.requestId },
    ),
  )
  if (!url || new URL(url).origin !== checkoutOrigin())
    throw new ProviderError({ status: 0, code: "UNREADABLE", message: "Stripe: a session without its page" })
  return { orderId: id, approveUrl: url }
}

/** Names the order where the payer is sent back. */
function withToken(address: string, token: string): string {
  const url = new URL(address)
  url.searchParams.set("token", token)
  return url.href
}

const idOf = (of: string | { id: string }): string => (typeof of === "string" ? of : of.id)

type Money = { refunds: Stripe.Refund[]; lost: number; dispute: OpenDispute | "won" | null }

const won = ["won", "warning_closed"]
const isOpen = ({ status }: Stripe.Dispute) => !["lost", "prevented", ...won].includes(status)

/** What went back of a payment, by refunds and by disputes that were lost, and the dispute that isn't decided. */
async function readMoney(stripe: Stripe, intent: Stripe.PaymentIntent | string | null): Promise<Money> {
  const charge = typeof intent === "string" ? null : intent?.latest_charge
  if (!intent || !charge || typeof charge === "string" || !charge.captured)
    return { refunds: [], lost: 0, dispute: null }
  const of = { payment_intent: idOf(intent), limit: 100 }
  const refunds = await stripe.refunds.list(of)
  // The newest comes first.
  const disputes = charge.disputed ? (await stripe.disputes.list(of)).data : []
  const open = disputes.find(isOpen)
  const isWon = won.includes(disputes[0]?.status ?? "")
  const lost = disputes.filter(({ status }) => status === "lost")
  // A dispute may name more than refunds have left of the payment.
  const left = charge.amount_captured - charge.amount_refunded
  return {
    refunds: refunds.data,
    dispute: open ? disputeOf(open) : isWon ? "won" : null,
    lost: Math.min(
      left,
      lost.reduce((sum, { amount }) => sum + amount, 0),
    ),
  }
}

function orderOf(session: Stripe.Checkout.Session, accountId: string, money: Money): ProviderOrder {
  const intent = typeof session.payment_intent === "string" ? null : session.payment_intent
  const currency = session.currency?.toUpperCase() ?? ""
  const minor = (amount: number) => fromStripe(amount, currency)
  return {
    orderId: session.id,
    status: statusOf(session, intent),
    customId: session.metadata?.subject ?? null,
    invoiceId: session.client_reference_id,
    amountMinor: minor(session.amount_total ?? 0),
    currency,
    payeeEmail: accountId,
    captures: intent && isOver(session, intent) ? [captureOf(intent, money)] : [],
    refunds: refundsOf(money),
    approveUrl: session.status === "open" ? session.url : null,
  }
}

/** A charge with no one at a page. Its metadata are ours: no browser sees or changes them. */
function chargeOf(intent: Stripe.PaymentIntent, accountId: string, money: Money): ProviderOrder {
  const currency = intent.currency.toUpperCase()
  return {
    orderId: intent.id,
    status: intent.status === "canceled" ? "VOIDED" : "COMPLETED",
    customId: intent.metadata.subject ?? null,
    invoiceId: intent.metadata.order ?? null,
    amountMinor: fromStripe(intent.amount, currency),
    currency,
    payeeEmail: accountId,
    captures: [captureOf(intent, money)],
    refunds: refundsOf(money),
    approveUrl: null,
  }
}

function captureOf(intent: Stripe.PaymentIntent, { lost, dispute }: Money): ProviderCapture {
  const currency = intent.currency.toUpperCase()
  const isTaken = intent.status === "succeeded"
  const declineReason = declineReasonOf(intent)
  const charge = typeof intent.latest_charge === "string" ? null : intent.latest_charge
  return {
    id: intent.id,
    status: isTaken ? "COMPLETED" : declineReason ? "DECLINED" : "PENDING",
    amountMinor: fromStripe(isTaken ? intent.amount_received : intent.amount, currency),
    currency,
    lostMinor: fromStripe(lost, currency),
    dispute,
    ...(declineReason ? { declineReason } : {}),
    ...(charge?.payment_method_details ? { paidWith: paidWithOf(charge.payment_method_details) } : {}),
  }
}

function disputeOf({ amount, currency, status, evidence_details }: Stripe.Dispute): OpenDispute {
  const dueBy = status.endsWith("needs_response") ? evidence_details.due_by : null
  return {
    amountMinor: fromStripe(amount, currency.toUpperCase()),
    answerBy: dueBy ? new Date(dueBy * 1000).toISOString().slice(0, 10) : null,
  }
}

const refundsOf = ({ refunds }: Money) =>
  refunds.map(({ id, status, amount, currency }) => ({
    id,
    status: refundStatus(status),
    amountMinor: fromStripe(amount, currency.toUpperCase()),
  }))

/** Money that was taken or is on its way, or that a bank refused after its payer had left the page. */
const isOver = ({ status }: Stripe.Checkout.Session, intent: Stripe.PaymentIntent): boolean =>
  intent.status === "succeeded" ||
  intent.status === "processing" ||
  (intent.status === "requires_payment_method" && status === "complete")

function statusOf(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): string {
  const { status } = session
  if (intent?.status === "requires_capture") return "APPROVED"
  if (intent && isOver(session, intent)) return "COMPLETED"
  return status === "expired" || intent?.status === "canceled" ? "VOIDED" : "CREATED"
}

function refundStatus(status: string | null): ProviderRefund["status"] {
  if (status === "succeeded") return "COMPLETED"
  if (status === "failed") return "FAILED"
  return status === "canceled" ? "CANCELLED" : "PENDING"
}

const refundOf = ({ id, status, amount, currency }: Stripe.Refund): ProviderRefund => ({
  id,
  status: refundStatus(status),
  amountMinor: fromStripe(amount, currency.toUpperCase()),
})

/** Stripe forgets a key after a day: the refund that was made for it is looked for first. */
async function refundOnce(stripe: Stripe, refund: Parameters<PaymentProvider["refund"]>[0]) {
  const { requestId, captureId, amountMinor, currency, note } = refund
  const { data } = await stripe.refunds.list({ payment_intent: captureId, limit: 100 })
  const made = data.find(({ metadata }) => metadata?.refund === requestId)
  if (made) return refundOf(made)
  const asked = {
    payment_intent: captureId,
    amount: toStripe(amountMinor, currency),
    metadata: { refund: requestId, note: note.slice(0, 500) },
  }
  return refundOf(await stripe.refunds.create(asked, { idempotencyKey: requestId }))
}
