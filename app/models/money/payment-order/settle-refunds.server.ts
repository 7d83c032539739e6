import { transact } from "db/client.server"
import { paymentOrders, payments, refundOrders, refunds } from "db/schema/money-payments"
import { and, eq, isNotNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { ProviderError, type ProviderOrder } from "~/providers/payment-provider"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { findChargeback, followChargeback, returnRefund } from "../payment/chargeback.server"
import { followDispute } from "../payment/dispute.server"
import { recordRefund } from "../payment/refund.server"
import { requireProvider } from "../payment-provider/payment-provider.server"
import { keepPendingRefund, listPendingRefunds } from "../refund-order/pending-refund.server"
import type { RefundOutcome } from "../refund-order/refund-order"
import { carryOutRefund, refuseRefund, settleRefund } from "../refund-order/refund-order.server"
import type { PaymentOrder } from "./payment-order.server"

/**
 * What the provider says was refunded of an order, and whether that is in the books now; `waiting` for a refund that it
 * counts and doesn't list yet.
 */
export type SettledRefunds = "refunded" | "same" | "unpaid" | "mismatch" | "unreachable" | "waiting"

/** What a message of the provider says by itself; times in UTC ms. */
type Told = {
  at: number
  receivedAt: number
  /** Whether it says that the payer's bank has the money. */
  isLoss: boolean
}

/** How long a capture that is called refunded waits for its refund to be listed before it counts as a chargeback. */
const listedLaterMs = 30 * 60_000

/** Asks the provider what of a paid order was refunded and takes that over, each refund once. Safe to repeat, also at once. */
export async function settleRefunds(actor: Actor, order: PaymentOrder, told?: Told): Promise<SettledRefunds> {
  if (!order.providerOrderId || !order.paymentId) return "unpaid"
  try {
    for (const { id } of listPendingRefunds(actor, order.paymentId)) await carryOutRefund(actor, id)
    return await readRefunds(actor, order, told)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.error({ err: error }, "a refund could not be asked about")
    return "unreachable"
  }
}

/** Reads from the paid order how a refund ended that the provider doesn't answer us about. Safe to repeat. */
export async function settleFromOrder(
  actor: Actor,
  refundOrderId: string,
  before?: () => void,
): Promise<SettledRefunds> {
  const order = select({ order: paymentOrders })
    .from(refundOrders)
    .innerJoin(payments, joined(payments, refundOrders.paymentId))
    .innerJoin(paymentOrders, joined(payments, paymentOrders.paymentId))
    .where(own(actor, refundOrders, refundOrderId))
    .limit(1)
    .get()?.order
  try {
    return order ? await readRefunds(actor, order, undefined, before) : "unpaid"
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.error({ err: error }, "a refund's order could not be asked about")
    return "unreachable"
  }
}

/**
 * Asks the provider for a refund, or what became of it. What it refuses because that was refunded there already is recorded as the
 * paid order shows it. Safe to repeat, also at once: until the order was read, the refund goes on waiting.
 */
export async function makeRefund(actor: Actor, refundOrderId: string): Promise<RefundOutcome> {
  const outcome = await carryOutRefund(actor, refundOrderId)
  if (outcome.state !== "refunded-there") return outcome
  const { failure } = outcome
  const read = await settleFromOrder(actor, refundOrderId, () => refuseRefund(actor, refundOrderId, failure))
  if (read === "unreachable") return { state: "waiting" }
  return read === "refunded" ? { state: "found" } : { state: "failed", failure }
}

async function readRefunds(
  actor: Actor,
  order: PaymentOrder,
  told?: Told,
  before?: () => void,
): Promise<SettledRefunds> {
  const { providerOrderId, paymentId } = order
  if (!providerOrderId || !paymentId) return "unpaid"
  const providerOrder = await requireProvider(actor, order).show(providerOrderId)
  return transact(() => {
    before?.()
    return takeOverRefunds(actor, { order, paymentId, told }, providerOrder)
  })
}

/** Takes over what the provider's order shows of a payment's refunds, in the caller's transaction, each once. */
export function takeOverRefunds(
  actor: Actor,
  facts: { order: PaymentOrder; paymentId: string; told?: Told },
  providerOrder: ProviderOrder,
): SettledRefunds {
  const { order } = facts
  const { isWaiting, outcomes } = takeOver(actor, facts, providerOrder)
  const refused = outcomes.find((outcome) => !outcome.ok)
  if (refused) {
    log.error({ order: order.id, refused }, "the provider reports refunds that do not fit the payment")
    return "mismatch"
  }
  if (isWaiting) return "waiting"
  return outcomes.some((outcome) => outcome.ok && outcome.isNew) ? "refunded" : "same"
}

/**
 * The provider's refunds, those that it keeps pending, and what a capture lost without any: that the payer's bank took
 * back. A capture that has it all again was won. The bank's share comes first, so that what it no longer has can be refunded.
 */
function takeOver(
  actor: Actor,
  { order, paymentId, told }: { order: PaymentOrder; paymentId: string; told?: Told },
  { captures, refunds: listed }: ProviderOrder,
) {
  const [capture] = captures
  const byStatus = (status: string) => listed.filter((refund) => refund.status === status)
  const [completed, pending] = [byStatus("COMPLETED"), byStatus("PENDING")]
  for (const { id, amountMinor } of pending)
    keepPendingRefund(actor, { ...order, paymentId, providerReference: id, amountMinor })
  const held = new Map(listPendingRefunds(actor, paymentId).map((each) => [each.providerReference, each]))
  let hasReturned = false
  for (const status of ["FAILED", "CANCELLED"] as const)
    for (const { id, amountMinor } of byStatus(status)) {
      const refundOrder = held.get(id)
      if (refundOrder) settleRefund(actor, refundOrder, { id, amountMinor, status })
      // One that was recorded as made: its payer's bank returned it later.
      else if (returnRefund(actor, paymentId, id)) hasReturned = true
    }
  const isGone = capture?.status === "REFUNDED" || capture?.status === "REVERSED"
  const accounted = new Map([
    ...listAccounted(actor, paymentId),
    ...[...completed, ...pending].map(({ id, amountMinor }) => [id, amountMinor] as const),
  ])
  const goneMinor = isGone ? Math.max(0, capture.amountMinor - sumOf(accounted.values())) : 0
  const takenMinor = capture?.lostMinor ?? goneMinor
  const { standingMinor, wonByHandMinor } = findChargeback(actor, paymentId)
  const isUnexplained = takenMinor > standingMinor + Math.max(0, wonByHandMinor)
  const isWaiting = isUnexplained && capture?.status === "REFUNDED" && mayBeListedLater(told)
  const facts = {
    paymentId,
    captureId: capture?.id ?? "",
    takenMinor,
    lostAt: told?.isLoss ? told.at : undefined,
  }
  if (capture?.dispute !== undefined) followDispute(actor, paymentId, capture.dispute)
  const outcomes = [
    ...(capture && !isWaiting ? [followChargeback(actor, facts)] : []),
    ...completed.map(({ id, amountMinor }) => {
      const refund = { paymentId, kind: "refund" as const, amountMinor, providerReference: id }
      const refundOrder = held.get(id)
      const recorded = recordRefund(actor, { ...refund, reason: refundOrder?.reason })
      if (refundOrder) settleRefund(actor, refundOrder, { id, amountMinor, status: "COMPLETED" })
      return recorded
    }),
  ]
  if (hasReturned) outcomes.push({ ok: true, isNew: true })
  return { isWaiting, outcomes }
}

/** A message says that something was refunded; what was asked without one is never decided here. */
const mayBeListedLater = (told: Told | undefined): boolean =>
  told === undefined || (!told.isLoss && now() - told.receivedAt < listedLaterMs)

const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((sum, each) => sum + each, 0)

/** The provider's refunds that we know, made or pending, by its ids: its list of them may come later. */
function listAccounted(actor: Actor, paymentId: string): [string, number][] {
  const made = select({ id: refunds.providerReference, amountMinor: refunds.amountMinor })
    .from(refunds)
    .where(
      and(
        own(actor, refunds),
        eq(refunds.paymentId, paymentId),
        // With what was returned of them, below zero.
        sql`(refunds.kind = 'refund' or exists (select 1 from refunds o
          where o.school_id = refunds.school_id and o.id = refunds.won_of and o.kind = 'refund'))`,
        isNotNull(refunds.providerReference),
      ),
    )
    .all()
  const waiting = ownRows(actor, refundOrders, {
    id: refundOrders.providerReference,
    amountMinor: refundOrders.amountMinor,
  })
    .where(
      and(
        eq(refundOrders.paymentId, paymentId),
        eq(refundOrders.state, "pending"),
        isNotNull(refundOrders.providerReference),
      ),
    )
    .all()
  return [...made, ...waiting].map(({ id, amountMinor }) => [id ?? "", amountMinor])
}

/** The try whose money the provider knows by this capture, of all schools. For jobs. */
export function findOrderOfCapture(captureId: string): PaymentOrder | undefined {
  return select({ order: paymentOrders })
    .from(payments)
    .innerJoin(paymentOrders, joined(payments, paymentOrders.paymentId))
    .where(eq(payments.providerReference, captureId))
    .get()?.order
}
