import { platformRefunds } from "db/schema/accounts-subscription-money"
import { type platformPayments, providerEvents } from "db/schema/accounts-subscriptions"
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import {
  ownRows,
  platformAddRow,
  platformAddUnlessThere,
  select,
} from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import {
  dropRest,
  finishRefund,
  holdRefund,
  type PlatformRefund,
  restOf,
  setRefunded,
  sumRefunds,
} from "./refund-state.server"

// What of a school's payment went back, one row for each refund: asked for by our staff, paid from account credit, made at the provider, or taken by
// the payer's bank. A payment stays what it was; its refunded part is the sum of its refunds that are done.

const RefundMessage = z.object({
  resource: z.object({
    id: z.string(),
    sale_id: z.string(),
    amount: z.object({ total: z.string().regex(/^-?\d{1,9}(\.\d{1,2})?$/) }),
    create_time: z.iso.datetime({ offset: true }).optional(),
    state: z.string().optional(),
  }),
})

/** The provider's word for one it hasn't carried out, and those for one it never will. */
const heldState = "pending"
const lostStates = ["failed", "cancelled"]

/** The provider's messages about what was refunded of a payment. */
export const refundMessagesQuery = (paymentId: string) =>
  select({ raw: providerEvents.raw, kind: providerEvents.kind, receivedAt: providerEvents.receivedAt })
    .from(providerEvents)
    .where(
      and(
        inArray(providerEvents.kind, ["PAYMENT.SALE.REFUNDED", "PAYMENT.SALE.REVERSED"]),
        sql`json_extract(${providerEvents.raw}, '$.resource.sale_id') = ${paymentId}`,
      ),
    )

type Payment = Pick<
  typeof platformPayments.$inferSelect,
  "id" | "schoolId" | "amountMinor" | "currency" | "status"
>

/**
 * Brings the refunds of a payment up to date, in the caller's transaction: the provider's list says only that something was
 * refunded, its signed messages (told once or several times, in any order) say how much. One that the provider holds is known
 * but not counted, and what becomes of it is asked of the provider. Answers what is new, done, and wasn't asked for by us.
 */
export function syncRefunds(payment: Payment): PlatformRefund[] {
  const isRefunded = payment.status === "REFUNDED" || payment.status === "PARTIALLY_REFUNDED"
  if (!isRefunded) {
    if (dropRest(payment.id)) setRefunded(payment)
    return []
  }
  const fresh: PlatformRefund[] = []
  for (const { raw, kind, receivedAt } of refundMessagesQuery(payment.id).all()) {
    const message = RefundMessage.safeParse(JSON.parse(raw))
    if (!message.success) continue
    const { id, amount, create_time, state = "" } = message.data.resource
    if (lostStates.includes(state)) continue
    const added = addFromProvider(payment, {
      id,
      amountMinor: Math.abs(Math.round(Number(amount.total) * 100)),
      origin: /\.REVERSED$/.test(kind) ? "reversal" : "provider",
      refundedAt: create_time ? Date.parse(create_time) : receivedAt,
      state: state === heldState ? "held" : "done",
    })
    if (added?.state === "done") fresh.push(added)
  }
  const rest = fillRest(payment)
  setRefunded(payment)
  return rest ? [...fresh, rest] : fresh
}

type Told = Pick<PlatformRefund, "id" | "amountMinor" | "origin" | "refundedAt"> & { state: "held" | "done" }

/** Undefined when it is known, or is the one our staff asked for. */
function addFromProvider(
  { id: paymentId, schoolId, currency }: Payment,
  { id, ...refund }: Told,
): PlatformRefund | undefined {
  const known = select().from(platformRefunds).where(eq(platformRefunds.providerRefundId, id)).get()
  if (known) return undefined
  // The message may come before the answer to our own call.
  const asked = select()
    .from(platformRefunds)
    .where(
      and(
        eq(platformRefunds.paymentId, paymentId),
        eq(platformRefunds.state, "asked"),
        eq(platformRefunds.amountMinor, refund.amountMinor),
        isNull(platformRefunds.providerRefundId),
      ),
    )
    .orderBy(asc(platformRefunds.createdAt))
    .limit(1)
    .get()
  if (asked) {
    if (refund.state === "held") holdRefund(asked.id, id)
    else finishRefund(asked.id, { providerRefundId: id, refundedAt: refund.refundedAt ?? now() })
    return undefined
  }
  return platformAddUnlessThere(platformRefunds, {
    id,
    ...refund,
    refundedAt: refund.state === "held" ? null : refund.refundedAt,
    schoolId,
    paymentId,
    currency,
    providerRefundId: id,
    createdAt: now(),
  })
}

/**
 * A payment that the provider lists as refunded in full, while not all of its messages came: the rest is one row until then.
 * What the provider holds is no rest.
 */
function fillRest({ id: paymentId, schoolId, currency, amountMinor, status }: Payment) {
  const id = restOf(paymentId)
  const before = dropRest(paymentId)
  const { doneMinor, heldMinor } = sumRefunds(paymentId)
  const missing = amountMinor - doneMinor - heldMinor
  if (status !== "REFUNDED" || missing <= 0) return undefined
  const rest = platformAddRow(platformRefunds, {
    id,
    schoolId,
    paymentId,
    providerRefundId: null,
    origin: "provider",
    state: "done",
    amountMinor: missing,
    currency,
    refundedAt: before?.refundedAt ?? now(),
    createdAt: before?.createdAt ?? now(),
  })
  return before ? undefined : rest
}

/** What went back of one payment of the school, or is on its way, in order. */
export const listRefunds = (
  actor: Actor,
  paymentId: string,
  state: "done" | "held" = "done",
): PlatformRefund[] =>
  ownRows(actor, platformRefunds)
    .where(and(eq(platformRefunds.paymentId, paymentId), eq(platformRefunds.state, state)))
    .orderBy(asc(platformRefunds.refundedAt), desc(platformRefunds.id))
    .all()
