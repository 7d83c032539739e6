import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { type NoAnswer, noAnswerOf, ProviderError } from "~/providers/payment-provider"
import { planSales } from "~/providers/platform-provider.server"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { formatMoney } from "~/utils/money"
import { platformProvider } from "~/utils/payment-providers"
import { claimTelling } from "../platform-payment/ask-refund.server"
import { findPlatformPayment } from "../platform-payment/platform-payment.server"
import {
  failRefund,
  findRefund,
  finishRefund,
  type PlatformRefund,
} from "../platform-payment/refund-state.server"
import { creditLeft } from "../school-credit/school-credit.server"
import { fileCase } from "../subscription-case/subscription-case.server"
import { mailPlatformRefund } from "./subscription-mail.server"

/**
 * Tells the school of a refund of ours that is done, once, whoever notices it first. One that the provider holds is told when it
 * has carried it out. In the caller's transaction.
 */
export function tellRefund(actor: Actor, id: string) {
  if (!claimTelling(id)) return
  const refund = findRefund(id)
  if (!refund) return
  const { origin, paymentId, amountMinor, currency } = refund
  const money = (minor: number) => formatMoney(minor, currency)
  if (origin !== "credit")
    return mailPlatformRefund(actor, { amountMinor, currency, paymentId, message: refund.message })
  const after = { amount: money(amountMinor) }
  recordEvent(actor, "subscription.use-credit", paymentId, { after, by: "Tutti" })
  mailPlatformRefund(actor, {
    amountMinor,
    currency,
    paymentId,
    message: `It comes from your account credit, of which ${money(creditLeft(actor))} is left.`,
  })
}

/**
 * Asks the provider what became of a refund that it held: one that it carried out counts from now on, and the school is
 * told; one that it didn't is put back, and staff who look after money get a case. Safe to repeat, also at once. The
 * actor is the school's, when it still exists.
 */
export async function followRefund(
  refund: PlatformRefund,
  actor: Actor | undefined,
): Promise<"held" | "done" | "failed" | "unknown" | NoAnswer> {
  const { id, providerRefundId } = refund
  if (!providerRefundId) return "held"
  try {
    const { status } = await planSales.showRefund(providerRefundId)
    if (status === "PENDING") return "held"
    const isDone = status === "COMPLETED"
    transact(() => (isDone ? settle(refund, actor) : putBack(refund, actor)))
    return isDone ? "done" : "failed"
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, refund: id }, `${platformProvider} did not say what became of a refund`)
    return error.status === 404 ? "unknown" : noAnswerOf(error)
  }
}

function settle(refund: PlatformRefund, actor: Actor | undefined) {
  const { id, providerRefundId, origin, paymentId, currency } = refund
  const isNew = finishRefund(id, { providerRefundId: providerRefundId ?? id, refundedAt: now() })
  if (!actor) return
  if (origin === "staff" || origin === "credit") return tellRefund(actor, id)
  const payment = findPlatformPayment(paymentId)
  if (!isNew || !payment) return
  const { refundedMinor, amountMinor } = payment
  fileCase(actor, "refund", { paymentId, refundedMinor, amountMinor, currency, origin }, paymentId)
}

function putBack(
  { id, paymentId, amountMinor: failedMinor, currency, origin }: PlatformRefund,
  actor: Actor | undefined,
) {
  if (!failRefund(id) || !actor) return
  const amountMinor = findPlatformPayment(paymentId)?.amountMinor
  fileCase(actor, "refund-failed", { paymentId, amountMinor, failedMinor, currency, origin }, id)
}
