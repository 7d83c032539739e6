import { platformRefunds } from "db/schema/accounts-subscription-money"
import { platformPayments } from "db/schema/accounts-subscriptions"
import { and, asc, eq, gt, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  platformAdd,
  platformChange,
  platformChangeRows,
  platformRemoveRow,
  select,
} from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"

// How the refund of a school's payment goes on: asked for, held by the provider, done, refused, or failed after it was held.
// Only what is done counts as refunded. What is held can't be refunded a second time, and is left again once it failed.

export type PlatformRefund = typeof platformRefunds.$inferSelect

export const findRefund = (id: string): PlatformRefund | undefined =>
  select().from(platformRefunds).where(eq(platformRefunds.id, id)).get()

const sumOf = (state: PlatformRefund["state"]) =>
  sql<number>`coalesce(sum(case when ${platformRefunds.state} = ${state} then ${platformRefunds.amountMinor} end), 0)`

/** Of one payment: what went back, what the provider holds, and what it hasn't answered for. Minor units. */
export const sumRefunds = (paymentId: string) =>
  select({ doneMinor: sumOf("done"), heldMinor: sumOf("held"), askedMinor: sumOf("asked") })
    .from(platformRefunds)
    .where(eq(platformRefunds.paymentId, paymentId))
    .get() ?? { doneMinor: 0, heldMinor: 0, askedMinor: 0 }

type Payment = Pick<typeof platformPayments.$inferSelect, "id" | "amountMinor">

/**
 * Writes what was refunded and the status that follows from it on the payment. While the provider holds a refund, its own
 * status may count that one already; ours doesn't.
 */
export function setRefunded({ id, amountMinor }: Payment) {
  const { doneMinor, heldMinor } = sumRefunds(id)
  const refundedMinor = Math.min(doneMinor, amountMinor)
  const soFar = refundedMinor > 0 ? "PARTIALLY_REFUNDED" : "COMPLETED"
  const status = refundedMinor === amountMinor ? "REFUNDED" : heldMinor > 0 ? soFar : undefined
  platformChange(platformPayments, id, { refundedMinor, ...(status && { status }), updatedAt: now() })
}

/** The one row of what the provider lists as refunded and hasn't told of: what we know since is no part of it. */
export const restOf = (paymentId: string) => `${paymentId}-rest`

/** Drops the row of the rest of a payment. Answers it as it was, if there was one. In the caller's transaction. */
export const dropRest = (paymentId: string): PlatformRefund | undefined =>
  platformRemoveRow(platformRefunds, restOf(paymentId))

/** Takes what became known off the rest of a payment, and writes what was refunded of it. In the caller's transaction. */
function countKnown(payment: typeof platformPayments.$inferSelect) {
  const rest = dropRest(payment.id)
  const { doneMinor, heldMinor } = sumRefunds(payment.id)
  const amountMinor = Math.min(rest?.amountMinor ?? 0, payment.amountMinor - doneMinor - heldMinor)
  if (rest && amountMinor > 0) platformAdd(platformRefunds, { ...rest, amountMinor })
  setRefunded(payment)
}

/** The provider took it on and hasn't carried it out. In the caller's transaction. */
export function holdRefund(id: string, providerRefundId: string) {
  const [held] = platformChangeRows(
    platformRefunds,
    and(eq(platformRefunds.id, id), eq(platformRefunds.state, "asked")),
    { state: "held", providerRefundId },
  )
  const payment = held && paymentOf(held)
  if (payment) countKnown(payment)
}

/** The provider carried it out. False when that was known, or it had failed. In the caller's transaction. */
export function finishRefund(
  id: string,
  { providerRefundId, refundedAt }: { providerRefundId: string; refundedAt: number },
): boolean {
  const [refund] = platformChangeRows(
    platformRefunds,
    and(eq(platformRefunds.id, id), inArray(platformRefunds.state, ["asked", "held"])),
    { state: "done", providerRefundId, refundedAt },
  )
  const payment = refund && paymentOf(refund)
  if (!payment) return false
  platformChange(
    platformPayments,
    and(eq(platformPayments.id, payment.id), eq(platformPayments.status, "COMPLETED")),
    { status: "PARTIALLY_REFUNDED" },
  )
  countKnown(payment)
  return true
}

/** One that was held didn't come about: its amount is left of the payment again. In the caller's transaction. */
export function failRefund(id: string): boolean {
  const [refund] = platformChangeRows(
    platformRefunds,
    and(eq(platformRefunds.id, id), eq(platformRefunds.state, "held")),
    { state: "failed" },
  )
  const payment = refund && paymentOf(refund)
  if (payment) setRefunded(payment)
  return refund !== undefined
}

const paymentOf = ({ paymentId }: PlatformRefund) =>
  select().from(platformPayments).where(eq(platformPayments.id, paymentId)).get()

/** The provider refused it: as if it had never been asked for, except that its id is used up. */
export function refuseRefund(id: string) {
  platformChange(platformRefunds, and(eq(platformRefunds.id, id), eq(platformRefunds.state, "asked")), {
    state: "refused",
  })
}

/** What the provider holds, of all schools or of one, in the order of its ids, a portion after one. */
export const listHeldRefunds = ({ school, after = "" }: { school?: Actor; after?: string } = {}) =>
  select()
    .from(platformRefunds)
    .where(
      and(
        eq(platformRefunds.state, "held"),
        gt(platformRefunds.id, after),
        school && own(school, platformRefunds),
      ),
    )
    .orderBy(asc(platformRefunds.id))
    .limit(50)
    .all()
