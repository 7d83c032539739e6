import { transact } from "db/client.server"
import { platformRefunds } from "db/schema/accounts-subscription-money"
import { platformPayments } from "db/schema/accounts-subscriptions"
import { desc, eq, inArray, sql } from "drizzle-orm"
import {
  type AskedRefund,
  askRefund,
  claimRecording,
  countRefunds,
  keyOfRepeat,
} from "~/models/accounts/platform-payment/ask-refund.server"
import {
  findRefund,
  finishRefund,
  holdRefund,
  refuseRefund,
  sumRefunds,
} from "~/models/accounts/platform-payment/refund-state.server"
import { tellRefund } from "~/models/accounts/subscription/told-refund.server"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { find, ownRows } from "~/models/foundation/access/door.server"
import { ProviderError, type ProviderRefund } from "~/providers/payment-provider"
import { planSales } from "~/providers/platform-provider.server"
import type { RefundSchoolRefusal } from "~/texts/platform/refusals"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { formatMoney } from "~/utils/money"
import { platformProvider } from "~/utils/payment-providers"
import type { Result } from "~/utils/result"
import { recordStaffAct } from "../staff-act/staff-act.server"

type Refunded = {
  amountMinor: number
  currency: string
  /** whether the provider holds it for now */
  isHeld: boolean
}

/**
 * Refunds a payment of the school through the provider, in full or in part, once for a `key`. The reason is for staff;
 * the message is what the school reads in its activity, at the provider and in a mail. What happens to access is
 * another act. A key that was sent with another payment or amount is refused: that one may have gone through. So is a
 * new one, when the school has other refunds than the person saw (`seen`): a colleague may just have made it. However
 * often and at once it is pressed, the provider refunds once, and the school is told once. One that the provider didn't answer
 * for is asked for again when its amount is refunded again, and isn't left until then. One that the provider holds
 * isn't counted, nor told by mail, until the provider has carried it out.
 */
export async function refundSchool(
  staff: SuperActor,
  school: Actor,
  {
    key,
    paymentId,
    amountMinor,
    seen,
    reason,
    message,
  }: {
    key: string
    paymentId: string
    amountMinor: number
    seen?: number
    reason: string
    message?: string
  },
): Promise<Result<Refunded, RefundSchoolRefusal>> {
  const asked = transact((): Result<{ payment: Payment; refund: AskedRefund }, RefundSchoolRefusal> => {
    const payment = findRefundable(school, paymentId)
    if (!payment) return { ok: false, reason: "no-payment" }
    const before = countRefunds(school)
    const { heldMinor, askedMinor } = sumRefunds(paymentId)
    const left = payment.amountMinor - payment.refundedMinor - heldMinor - askedMinor
    const isSeen = seen === undefined || seen === before
    const refund = askRefund(payment, {
      key: isSeen ? keyOfRepeat(payment, key, amountMinor) : key,
      amountMinor,
      message: message ?? null,
    })
    if (refund.state === "other") return { ok: false, reason: "sent-before" }
    if (refund.state === "new" && !isSeen) {
      refuseRefund(refund.id)
      return { ok: false, reason: "changed" }
    }
    if (refund.state === "new" && amountMinor > left) {
      refuseRefund(refund.id)
      return { ok: false, reason: "too-much" }
    }
    return { ok: true, payment, refund }
  })
  if (!asked.ok) return asked
  const { currency } = asked.payment
  const { id, state } = asked.refund
  const amount = formatMoney(amountMinor, currency)
  // What is done or held is known to the provider: it isn't asked for again. The provider's own message may have come
  // before its answer.
  if (state !== "done" && state !== "held") {
    const note = message || `We refunded ${amount}.`
    const answer = await ask(paymentId, { requestId: id, amountMinor, currency, note })
    if (!answer.ok) {
      if (answer.reason === "refused") transact(() => refuseRefund(id))
      return answer
    }
    transact(() =>
      answer.status === "PENDING"
        ? holdRefund(id, answer.id)
        : finishRefund(id, { providerRefundId: answer.id, refundedAt: now() }),
    )
  }
  return transact(() => {
    const isHeld = findRefund(id)?.state === "held"
    const usual = isHeld
      ? `We’re refunding ${amount}: ${platformProvider} is still processing it.`
      : `We refunded ${amount}.`
    if (claimRecording(id))
      recordStaffAct(staff, school, {
        verb: "refund",
        reason: `${reason} (${amount}${isHeld ? `, pending at ${platformProvider}` : ""})`,
        told: message ? `${message} ${usual}` : usual,
      })
    tellRefund(school, id)
    return { ok: true, amountMinor, currency, isHeld }
  })
}

type Payment = typeof platformPayments.$inferSelect

/** A payment of this school that came, and of which something is left. */
function findRefundable(school: Actor, paymentId: string): Payment | undefined {
  const payment = find(school, platformPayments, paymentId)
  return payment && ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"].includes(payment.status)
    ? payment
    : undefined
}

/** What the provider answers when repeating the same refund can't succeed. */
const finalAnswers = [400, 403, 404, 422]

async function ask(
  paymentId: string,
  requested: { requestId: string; amountMinor: number; currency: string; note: string },
): Promise<Result<ProviderRefund, "refused" | "provider-unavailable">> {
  try {
    const refund = await planSales.refund({ captureId: paymentId, ...requested })
    const isDone = refund.status === "COMPLETED" || refund.status === "PENDING"
    return isDone ? { ok: true, ...refund } : { ok: false, reason: "refused" }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error, paymentId }, `${platformProvider} did not refund a payment`)
    return {
      ok: false,
      reason: finalAnswers.includes(error.status) ? "refused" : "provider-unavailable",
    }
  }
}

const mostPayments = 50

/** A school's latest payments to us, newest first, failed ones too. Amounts in minor units, instants in UTC ms. */
export const listSchoolPayments = (_staff: SuperActor, school: Actor) =>
  ownRows(school, platformPayments)
    .orderBy(desc(platformPayments.paidAt), desc(platformPayments.id))
    .limit(mostPayments)
    .all()

/** What went back to it, is on its way, wasn't answered, or failed, newest first. */
export const listSchoolRefunds = (_staff: SuperActor, school: Actor) =>
  ownRows(school, platformRefunds)
    .where(inArray(platformRefunds.state, ["asked", "held", "done", "failed"]))
    .orderBy(desc(sql`coalesce(${platformRefunds.refundedAt}, ${platformRefunds.createdAt})`))
    .limit(mostPayments)
    .all()

/** What the provider holds of its refunds, or hasn't answered for, minor units by payment. */
export function sumByPayment(
  _staff: SuperActor,
  school: Actor,
  state: "held" | "asked",
): Map<string, number> {
  const rows = ownRows(school, platformRefunds, {
    id: platformRefunds.paymentId,
    sumMinor: sql<number>`sum(${platformRefunds.amountMinor})`,
  })
    .where(eq(platformRefunds.state, state))
    .groupBy(platformRefunds.paymentId)
    .all()
  return new Map(rows.map(({ id, sumMinor }) => [id, sumMinor]))
}

/** All that a school paid us and got back, minor units of USD. */
export function sumSchoolPayments(_staff: SuperActor, school: Actor) {
  const row = ownRows(school, platformPayments, {
    grossMinor: sql<number>`coalesce(sum(${platformPayments.amountMinor}), 0)`,
    refundedMinor: sql<number>`coalesce(sum(${platformPayments.refundedMinor}), 0)`,
  })
    .where(sql`${platformPayments.status} in ('COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED')`)
    .get()
  return { grossMinor: row?.grossMinor ?? 0, refundedMinor: row?.refundedMinor ?? 0 }
}
