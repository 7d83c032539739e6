import { transact } from "db/client.server"
import { paymentOrders, payments, refundOrders } from "db/schema/money-payments"
import { and, asc, desc, eq, inArray, isNull, lt, or } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { add, find, platformChange, select } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/new-row.server"
import { joined, ofSchool, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { ProviderError, type ProviderName, type ProviderRefund } from "~/providers/payment-provider"
import type { RefundRefusal } from "~/texts/money/refusals"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { leftOf, recordRefund } from "../payment/refund.server"
import { providerLabels } from "../payment-provider/payment-provider"
import { findProvider, type Payee, requireProvider } from "../payment-provider/payment-provider.server"
import { madeByForm, rememberForm } from "../sent-form/sent-form.server"
import { failureText, isRefundedThere, type RefundOutcome } from "./refund-order"

// A refund that the provider keeps pending, such as one to a bank account, takes days. Until it says how it ended, its amount is
// held back, whoever asked for it: the office here, or someone in the school's account there.

type Pending = { paymentId: string; providerReference: string; amountMinor: number } & Payee

/** Follows a refund that was made at the provider and is pending there, in the caller's transaction; one that is known stays as it is. */
export function keepPendingRefund(
  actor: Actor,
  { paymentId, providerReference, amountMinor, provider, payeeEmail }: Pending,
) {
  const known = select({ id: refundOrders.id })
    .from(refundOrders)
    .where(
      and(
        own(actor, refundOrders),
        eq(refundOrders.paymentId, paymentId),
        or(
          eq(refundOrders.providerReference, providerReference),
          // Ours, whose answer is still on its way.
          and(
            inArray(refundOrders.state, ["created", "pending"]),
            isNull(refundOrders.providerReference),
            eq(refundOrders.amountMinor, amountMinor),
          ),
        ),
      ),
    )
    .limit(1)
    .get()
  if (known) return
  const payment = select({ currency: payments.currency })
    .from(payments)
    .where(own(actor, payments, paymentId))
    .get()
  if (!payment) return
  const reason = `Refunded in ${providerLabels[provider]}`
  holdRefund(actor, { paymentId, amountMinor, ...payment, provider, payeeEmail, reason, providerReference })
}

/** The refunds of a payment that the provider keeps pending. */
export const listPendingRefunds = (actor: Actor, paymentId: string) =>
  select()
    .from(refundOrders)
    .where(
      and(own(actor, refundOrders), eq(refundOrders.paymentId, paymentId), eq(refundOrders.state, "pending")),
    )
    .all()

/** Tells the office that a refund isn't made after all, in the caller's transaction. */
function tellRefundFailed(
  actor: Actor,
  {
    paymentId,
    amountMinor,
    reason,
    provider,
  }: { paymentId: string; amountMinor: number; reason: string; provider: ProviderName },
) {
  const payment = find(actor, payments, paymentId)
  if (!payment) return
  for (const { name, email } of listOffice(actor))
    queueMail({
      template: "refund-failed",
      schoolId: actor.school.id,
      recipient: email,
      data: {
        schoolName: actor.school.name,
        name,
        amount: formatMoney(amountMinor, payment.currency, actor.school),
        payerName: payment.payerName,
        reason,
        paymentId,
        provider: providerLabels[provider],
      },
    })
}

type Held = {
  paymentId: string
  amountMinor: number
  /** The payment's. */
  currency: string
  provider: ProviderName
  payeeEmail: string
  reason: string
  /** The provider's ID of a refund that it keeps pending; without one it is yet to be asked. */
  providerReference?: string
}

/** Writes down a refund through the provider, in the caller's transaction: from now on its amount is held. Answers its id. */
function holdRefund(actor: Actor, { providerReference, ...facts }: Held): string {
  const row = newRow(actor)
  const state = providerReference === undefined ? "created" : "pending"
  add(actor, refundOrders, {
    ...row,
    ...facts,
    providerReference,
    state,
    memberId: actor.memberId,
    updatedAt: row.createdAt,
  })
  return row.id
}

// A refund through a provider, in steps that survive a lost answer and a crash: the order is a row before it is called,
// its id is the idempotency key, and what the provider gave back is recorded once under the provider's own id, whoever
// is first to say so.

export type RefundOrder = typeof refundOrders.$inferSelect

/** Records what will be refunded. Its amount is held from now on, so that two people can't refund it twice. */
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
    const left = leftOf(actor, payment)
    const isTaken = requireProvider(actor, payee).takes(amountMinor, payment.currency)
    if (!isTaken || amountMinor > left.totalMinor - left.heldMinor)
      return { ok: false, reason: "more-than-left" }
    const { currency } = payment
    const refundOrderId = holdRefund(actor, { paymentId, amountMinor, currency, ...payee, reason })
    rememberForm(actor, formKey, refundOrderId)
    recordEvent(actor, {
      verb: "order-refund",
      noun: "payment",
      nounId: paymentId,
      after: { amountMinor, payerName: payment.payerName, reason },
    })
    return { ok: true, refundOrderId }
  })
}

/** The account that got an online payment, and where; undefined for one recorded by hand, or where it can't be asked any more. */
export function payeeOf(actor: Actor, paymentId: string): Payee | undefined {
  const payee = select({ provider: paymentOrders.provider, payeeEmail: paymentOrders.payeeEmail })
    .from(paymentOrders)
    .where(and(own(actor, paymentOrders), eq(paymentOrders.paymentId, paymentId)))
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
      `${providerLabels[order.provider]} refunded this, but the payment was reversed in the meantime. Check your ${providerLabels[order.provider]} account.`,
    )
  }
  moveOn(order, { state: "completed", providerReference: refund.id })
  return { state: "refunded" }
}

/** What was held back is there again. One that the provider had kept pending fails later, so the office is told by email. */
function fail(actor: Actor, order: RefundOrder, failure: string): RefundOutcome {
  if (moveOn(order, { state: "failed", failure })) {
    if (order.state === "pending") tellRefundFailed(actor, { ...order, reason: failure })
    recordEvent(actor, {
      verb: "refuse-refund",
      noun: "payment",
      nounId: order.paymentId,
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
  select(columns(refundOrders, "id", "createdAt", "amountMinor", "state", "failure"))
    .from(refundOrders)
    .where(
      and(
        own(actor, refundOrders),
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
