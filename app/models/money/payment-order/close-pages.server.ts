import { transact } from "db/client.server"
import { paymentOrderParts, paymentOrders } from "db/schema/money-payments"
import { and, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { selectDistinct } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { ProviderError } from "~/providers/payment-provider"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { findProvider } from "../payment-provider/payment-provider.server"
import { familyOf, findRefusal, type Refusal, reasons } from "./due-order.server"
import { moveOrder, type PaymentOrder, partsOf } from "./payment-order.server"

// The pages of a provider on which a payer may still pay. What a bank debits is on its way from there without a question to us,
// so a page is closed as soon as what it asks for is paid, being paid, or asked for by a newer page of the same payer.

/** No provider keeps a page open for longer. */
const openForMs = 24 * 3_600_000

/**
 * Closes the open pages of other tries over the same invoices or balance: those of the same payer (`own`), or those that ask for
 * what isn't due any more (`not-due`). One that can't be closed now is looked at again when it is asked about.
 */
export async function closePages(actor: Actor, order: PaymentOrder, which: "own" | "not-due") {
  for (const other of listOpen(actor, order)) {
    const isOwn = other.memberId === order.memberId && other.linkId === order.linkId
    const because = which === "not-due" ? findRefusal(actor, other) : isOwn ? "newer" : undefined
    if (because) await closePage(actor, other, because)
  }
}

/** Closes one page. False where it can't be closed: its provider has no such thing or can't be asked, or it has been paid on. */
export async function closePage(
  actor: Actor,
  order: PaymentOrder,
  because: Refusal | "newer",
): Promise<boolean> {
  const provider = findProvider(actor, order)
  if (!provider?.closePage || !order.providerOrderId) return false
  try {
    await provider.closePage(order.providerOrderId)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn({ err: error }, "a payment page could not be closed")
    return false
  }
  transact(() =>
    moveOrder(actor, order, "cancelled", { because: { ...reasons, newer: "begun again" }[because] }),
  )
  return true
}

const listOpen = (actor: Actor, order: PaymentOrder): PaymentOrder[] => {
  const paid = partsOf(actor, order).map(({ invoiceId }) => invoiceId)
  const familyId = familyOf(actor, order)
  return selectDistinct({ order: paymentOrders })
    .from(paymentOrders)
    .leftJoin(paymentOrderParts, joined(paymentOrderParts.orderId, paymentOrders.id))
    .where(
      and(
        own(actor, paymentOrders),
        eq(paymentOrders.state, "created"),
        ne(paymentOrders.id, order.id),
        isNull(paymentOrders.autoChargeId),
        isNotNull(paymentOrders.providerOrderId),
        gt(paymentOrders.createdAt, now() - openForMs),
        or(
          inArray(sql`coalesce(${paymentOrderParts.invoiceId}, ${paymentOrders.invoiceId})`, paid),
          familyId ? eq(paymentOrders.familyId, familyId) : undefined,
        ),
      ),
    )
    .all()
    .map((row) => row.order)
}
