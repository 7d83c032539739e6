import { transact } from "db/client.server"
import { paymentOrders, payments, refundOrders } from "db/schema/money-payments"
import { and, asc, desc, eq, inArray, lt } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, ownRows, platformChange, select } from "~/models/foundation/access/door.server"
import { joined, ofSchool, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { ProviderError, type ProviderRefund } from "~/providers/payment-provider"
import type { RefundRefusal } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import type { Result } from "~/utils/result"
import { findDispute } from "../payment/open-dispute.server"
import { leftOf, recordRefund } from "../payment/refund.server"
import { providerLabels } from "../payment-provider/payment-provider"
import { findProvider, type Payee, requireProvider } from "../payment-provider/payment-provider.server"
import { madeByForm, rememberForm } from "../sent-form/sent-form.server"
import { holdRefund, tellRefundFailed } from "./pending-refund.server"
import { failureText, isRefundedThere, type RefundOutcome } from "./refund-order"

// A refund through a provider, in steps that survive a lost answer and a crash: the order is a row before it is called,
// its id is the idempotency key, and what the provider gave back is recorded once under the provider's own id, whoever
// is first to say so.

export type RefundOrder = typeof refundOrders.$inferSelect

/** Records what will be refunded. Its amount is held from now on, so that two people can't refund it twice. Refuses one of a disputed payment. */
export function orderRefund(
  actor: Actor,
  {
    paymentId,
    amountMinor,
    reason,
    formKey,
  }: {
    paymentId: string
    amountMinor: number
    reason: string
    formKey?: string | null
  },
): Result<{ refundOrderId: string }, RefundRefusal> {
  return transact(() => {
    const made = madeByForm(actor, formKey)
    if (made) {
      const earlier = findOrder(actor, made)?.order
      return earlier?.paymentId === paymentId && earlier.amountMinor === amountMinor
        ? { ok: true, refundOrderId: made }
        : { ok: false, reason: "sent-before" }
    }
    const payment = find(actor, payments, paymentId)
    if (!payment) return { ok: false, reason: "no-payment" }
    const payee = payeeOf(actor, paymentId)
    if (!payee || !payment.providerReference) return { ok: false, reason: "not-online" }
    if (findDispute(actor, paymentId)) return { ok: false, reason: "disputed" }
    const left = leftOf(actor, payment)
    const isTaken = requireProvider(actor, payee).takes(amountMinor, payment.currency)
    if (!isTaken || amountMinor > left.totalMinor - left.heldMinor)
      return { ok: false, reason: "more-than-left" }
    const { currency } = payment
    const refundOrderId = holdRefund(actor, { paymentId, amountMinor, currency, ...payee, reason })
    rememberForm(actor, formKey, refundOrderId)
    recordEvent(actor, "payment.order-refund", paymentId, {
      after: { amountMinor, payerName: payment.payerName, reason, provider: providerLabels[payee.provider] },
    })
    return { ok: true, refundOrderId }
  })
}

/** The account that got an online payment, and where; undefined for one recorded by hand, or where it can't be asked any more. */
export function payeeOf(actor: Actor, paymentId: string): Payee | undefined {
  const payee = ownRows(actor, paymentOrders, ["provider", "payeeEmail"])
    .where(eq(paymentOrders.paymentId, paymentId))
    .limit(1)
    .get()
  return payee && findProvider(actor, payee) ? payee : undefined
}

/** Asks the provider for the refund, or what became of it, and records it. Safe to repeat, also twice at once. */
export async function carryOutRefund(actor: Actor, refundOrderId: string): Promise<RefundOutcome> {
  const found = findOrder(actor, refundOrderId)
  if (!found) throw new Error(`No refund order ${refundOrderId}`)
  const { order, captureId } = found
  if (order.state === "completed") return { state: "refunded" }
  if (order.state === "failed") return { state: "failed", failure: order.failure ?? "" }
  try {
    const provider = requireProvider(actor, order)
    const refund = order.providerReference
      ? await provider.showRefund(order.providerReference, order.payeeEmail)
      : await provider.refund({
          requestId: order.id,
          captureId,
          amountMinor: order.amountMinor,
          currency: order.currency,
          payeeEmail: order.payeeEmail,
          note: order.reason,
        })
    return settleRefund(actor, order, refund)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.error({ err: error }, "a refund was not answered")
    // One that the provider has is its to decide: that we may not ask about it says nothing of it.
    if (isDoubtful(error) || order.providerReference) {
      moveOn(order, {})
      return order.providerReference
        ? { state: "pending", isSecret: !isDoubtful(error) }
        : { state: "waiting" }
    }
    const failure = failureText(order.provider, error.issue, error.code)
    if (isRefundedThere(error.issue)) {
      moveOn(order, {})
      return { state: "refunded-there", failure }
    }
    return transact(() => fail(actor, order, failure))
  }
}

/** No whole answer, or one that another try may better: the provider may have carried it out. */
const isDoubtful = ({ status }: ProviderError): boolean =>
  status === 0 || status >= 500 || status === 401 || status === 408 || status === 409 || status === 429

/** Ends a refund that the provider refused, in the caller's transaction. */
export function refuseRefund(actor: Actor, refundOrderId: string, failure: string) {
  const found = findOrder(actor, refundOrderId)
  if (found) fail(actor, found.order, failure)
}

/** Takes over what the provider says of a refund: it is recorded once, or what was held back for it is there again. */
export const settleRefund = (actor: Actor, order: RefundOrder, refund: ProviderRefund): RefundOutcome =>
  transact(() => settled(actor, order, refund))

function settled(actor: Actor, order: RefundOrder, refund: ProviderRefund): RefundOutcome {
  if (refund.status === "PENDING") {
    moveOn(order, { state: "pending", providerReference: refund.id })
    return { state: "pending" }
  }
  if (refund.status !== "COMPLETED")
    return fail(actor, order, failureText(order.provider, null, refund.status))
  const recorded = recordRefund(actor, {
    paymentId: order.paymentId,
    kind: "refund",
    amountMinor: refund.amountMinor ?? order.amountMinor,
    providerReference: refund.id,
    reason: order.reason,
  })
  if (!recorded.ok) {
    log.error({ order: order.id, reason: recorded.reason }, "a refund doesn't fit its payment")
    return fail(
      actor,
      order,
      `${providerLabels[order.provider]} refunded this, but the payment was already reversed. Check your ${providerLabels[order.provider]} account.`,
    )
  }
  moveOn(order, { state: "completed", providerReference: refund.id })
  return { state: "refunded" }
}

/** What was held back is there again. One that the provider had kept pending fails later, so the office is told by email. */
function fail(actor: Actor, order: RefundOrder, failure: string): RefundOutcome {
  if (moveOn(order, { state: "failed", failure })) {
    if (order.state === "pending") tellRefundFailed(actor, { ...order, reason: failure })
    recordEvent(actor, "payment.refuse-refund", order.paymentId, {
      by: providerLabels[order.provider],
      after: { amountMinor: order.amountMinor, reason: failure },
    })
  }
  return { state: "failed", failure }
}

/** Moves an order on; one that has come to its end stays so. Whether it moved. */
function moveOn(
  order: RefundOrder,
  facts: Partial<Pick<RefundOrder, "state" | "providerReference" | "failure">>,
): boolean {
  const changes = platformChange(
    refundOrders,
    and(
      ofSchool(order.schoolId, refundOrders, order.id),
      inArray(refundOrders.state, ["created", "pending"]),
    ),
    { ...facts, updatedAt: now() },
  )
  return changes === 1
}

function findOrder(actor: Actor, refundOrderId: string) {
  const found = select({ order: refundOrders, captureId: payments.providerReference })
    .from(refundOrders)
    .innerJoin(payments, joined(payments, refundOrders.paymentId))
    .where(own(actor, refundOrders, refundOrderId))
    .get()
  return found?.captureId ? { ...found, captureId: found.captureId } : undefined
}

/** The refunds of a payment that the provider hasn't completed: on their way or refused, newest first. */
export const listRefundOrders = (actor: Actor, paymentId: string) =>
  ownRows(actor, refundOrders, ["id", "createdAt", "amountMinor", "state", "failure"])
    .where(
      and(
        eq(refundOrders.paymentId, paymentId),
        inArray(refundOrders.state, ["created", "pending", "failed"]),
      ),
    )
    .orderBy(desc(refundOrders.createdAt))
    .limit(20)
    .all()

/** Orders whose outcome isn't known, of all schools, the longest unasked first; not those asked within a minute. */
export const listRefundsToAskAbout = (limit = 20): Pick<RefundOrder, "schoolId" | "id">[] =>
  select({ schoolId: refundOrders.schoolId, id: refundOrders.id })
    .from(refundOrders)
    .where(
      and(inArray(refundOrders.state, ["created", "pending"]), lt(refundOrders.updatedAt, now() - 60_000)),
    )
    .orderBy(asc(refundOrders.updatedAt))
    .limit(limit)
    .all()
