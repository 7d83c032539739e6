import { db } from "db/client.server"
import { platformRefunds } from "db/schema/accounts-subscription-money"
import { platformPayments, providerEvents } from "db/schema/accounts-subscriptions"
import { and, asc, count, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"

// What of a school's payment went back, one row for each refund: asked for by our staff, paid from account credit, made at the provider, or taken by
// the payer's bank. A payment stays what it was; its refunded part is the sum of its refunds.

export type PlatformRefund = typeof platformRefunds.$inferSelect

const RefundMessage = z.object({
  resource: z.object({
    id: z.string(),
    sale_id: z.string(),
    amount: z.object({ total: z.string().regex(/^-?\d{1,9}(\.\d{1,2})?$/) }),
    create_time: z.iso.datetime({ offset: true }).optional(),
  }),
})

/** The provider's messages about what was refunded of a payment. */
export const refundMessagesQuery = (paymentId: string) =>
  db()
    .select({ raw: providerEvents.raw, kind: providerEvents.kind, receivedAt: providerEvents.receivedAt })
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
 * refunded, its signed messages (told once or several times) say how much. Answers what is new and wasn't asked for by us.
 */
export function syncRefunds(payment: Payment): PlatformRefund[] {
  const isRefunded = payment.status === "REFUNDED" || payment.status === "PARTIALLY_REFUNDED"
  if (!isRefunded) return []
  const fresh: PlatformRefund[] = []
  for (const { raw, kind, receivedAt } of refundMessagesQuery(payment.id).all()) {
    const message = RefundMessage.safeParse(JSON.parse(raw))
    if (!message.success) continue
    const { id, amount, create_time } = message.data.resource
    const added = addFromProvider(payment, {
      id,
      amountMinor: Math.abs(Math.round(Number(amount.total) * 100)),
      origin: /\.REVERSED$/.test(kind) ? "reversal" : "provider",
      refundedAt: create_time ? Date.parse(create_time) : receivedAt,
    })
    if (added) fresh.push(added)
  }
  const rest = fillRest(payment)
  setRefunded(payment)
  return rest ? [...fresh, rest] : fresh
}

/** Undefined when it is known, or is the one our staff asked for. */
function addFromProvider(
  { id: paymentId, schoolId, currency }: Payment,
  { id, ...refund }: Pick<PlatformRefund, "id" | "amountMinor" | "origin" | "refundedAt">,
): PlatformRefund | undefined {
  const known = db().select().from(platformRefunds).where(eq(platformRefunds.providerRefundId, id)).get()
  if (known) return undefined
  // The message may come before the answer to our own call.
  const asked = db()
    .select()
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
    finishRefund(asked.id, { providerRefundId: id, refundedAt: refund.refundedAt ?? now() })
    return undefined
  }
  return db()
    .insert(platformRefunds)
    .values({
      id,
      ...refund,
      schoolId,
      paymentId,
      currency,
      providerRefundId: id,
      state: "done",
      createdAt: now(),
    })
    .onConflictDoNothing()
    .returning()
    .get()
}

const restOf = (paymentId: string) => `${paymentId}-rest`

/** A payment that the provider lists as refunded in full, while not all of its messages came: the rest is one row until then. */
function fillRest({ id: paymentId, schoolId, currency, amountMinor, status }: Payment) {
  const id = restOf(paymentId)
  const before = db().delete(platformRefunds).where(eq(platformRefunds.id, id)).returning().get()
  const missing = amountMinor - refundedMinorOf(paymentId)
  if (status !== "REFUNDED" || missing <= 0) return undefined
  const rest = db()
    .insert(platformRefunds)
    .values({
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
    .returning()
    .get()
  return before ? undefined : rest
}

const refundedMinorOf = (paymentId: string): number =>
  db()
    .select({ sumMinor: sql<number>`coalesce(sum(${platformRefunds.amountMinor}), 0)` })
    .from(platformRefunds)
    .where(and(eq(platformRefunds.paymentId, paymentId), eq(platformRefunds.state, "done")))
    .get()?.sumMinor ?? 0

/** Writes the sum and the state that follows from it on the payment. */
function setRefunded({ id, amountMinor }: Pick<Payment, "id" | "amountMinor">) {
  const refundedMinor = Math.min(refundedMinorOf(id), amountMinor)
  const status = refundedMinor === amountMinor ? { status: "REFUNDED" } : {}
  db()
    .update(platformPayments)
    .set({ refundedMinor, ...status, updatedAt: now() })
    .where(eq(platformPayments.id, id))
    .run()
}

/**
 * What became of asking: `new`; `asked` before, and not answered; `done` before; or `other`, when the key stands for another
 * payment or amount.
 */
export type AskedRefund = { id: string; state: "new" | "asked" | "done" | "other" }

const findRefund = (id: string) => db().select().from(platformRefunds).where(eq(platformRefunds.id, id)).get()

/**
 * Notes that we ask for a refund, once for a key, and answers the id under which it is known here and at the provider. A key
 * whose refund was refused goes on under the next id. In the caller's transaction.
 */
export function askRefund(
  payment: Payment,
  { key, amountMinor, origin = "staff" }: { key: string; amountMinor: number; origin?: "staff" | "credit" },
): AskedRefund {
  let [id, known] = [key, findRefund(key)]
  for (let attempt = 2; known?.state === "refused"; attempt += 1) {
    id = `${key}-${attempt}`
    known = findRefund(id)
  }
  if (known) {
    const isSame = known.paymentId === payment.id && known.amountMinor === amountMinor
    return { id, state: isSame ? known.state : "other" }
  }
  db()
    .insert(platformRefunds)
    .values({
      id,
      schoolId: payment.schoolId,
      paymentId: payment.id,
      origin,
      state: "asked",
      amountMinor,
      currency: payment.currency,
      createdAt: now(),
    })
    .run()
  return { id, state: "new" }
}

/** The provider carried it out. In the caller's transaction. */
export function finishRefund(
  key: string,
  { providerRefundId, refundedAt }: { providerRefundId: string; refundedAt: number },
) {
  const refund = db()
    .update(platformRefunds)
    .set({ state: "done", providerRefundId, refundedAt })
    .where(eq(platformRefunds.id, key))
    .returning()
    .get()
  const payment =
    refund && db().select().from(platformPayments).where(eq(platformPayments.id, refund.paymentId)).get()
  if (!payment) return
  db()
    .update(platformPayments)
    .set({ status: "PARTIALLY_REFUNDED" })
    .where(and(eq(platformPayments.id, payment.id), eq(platformPayments.status, "COMPLETED")))
    .run()
  setRefunded(payment)
}

/** Marks a refund as told to the school. False for whoever comes second: one press, one mail. In the caller's transaction. */
export const claimTelling = (id: string): boolean =>
  db()
    .update(platformRefunds)
    .set({ toldAt: now() })
    .where(and(eq(platformRefunds.id, id), eq(platformRefunds.state, "done"), isNull(platformRefunds.toldAt)))
    .run().changes === 1

/** How many refunds of the school were made or are under way: what changes when a colleague makes one. */
export const countRefunds = (actor: Actor): number =>
  db()
    .select({ n: count() })
    .from(platformRefunds)
    .where(and(own(actor, platformRefunds), ne(platformRefunds.state, "refused")))
    .get()?.n ?? 0

export function refuseRefund(key: string) {
  db().update(platformRefunds).set({ state: "refused" }).where(eq(platformRefunds.id, key)).run()
}

/** What went back of one payment of the school, in order. */
export const listRefunds = (actor: Actor, paymentId: string): PlatformRefund[] =>
  db()
    .select()
    .from(platformRefunds)
    .where(
      and(
        own(actor, platformRefunds),
        eq(platformRefunds.paymentId, paymentId),
        eq(platformRefunds.state, "done"),
      ),
    )
    .orderBy(asc(platformRefunds.refundedAt), desc(platformRefunds.id))
    .all()
