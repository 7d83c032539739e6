import { transact } from "db/client.server"
import { invoices } from "db/schema/money"
import { paymentOrderParts, paymentOrders } from "db/schema/money-payments"
import { and, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { selectDistinct } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { ProviderError } from "~/providers/payment-provider"
import { now } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { findInvoice } from "../invoice/invoice.server"
import { findProvider } from "../payment-provider/payment-provider.server"
import { familyOf, findRefusal, type Refusal, reasons } from "./due-order.server"
import { cancelOrder, moveOrder, type PaymentOrder, partsOf } from "./payment-order.server"

// The pages of a provider on which a payer may still pay. What a bank debits is on its way from there without a question to us,
// so a page is closed as soon as what it asks for is paid, being paid, or asked for by a newer page of the same payer.

/** No provider keeps a page open for longer. */
const openForMs = 24 * 3_600_000

/**
 * Closes the open pages of other tries over the same invoices or balance that ask for what isn't due any more. Returns those
 * that their provider didn't close, as where their payer has just paid; they are looked at again when they are asked about.
 */
export async function closePages(actor: Actor, order: PaymentOrder): Promise<PaymentOrder[]> {
  const left: PaymentOrder[] = []
  for (const other of listOpen(actor, order)) {
    const refusal = findRefusal(actor, other)
    if (!refusal || (await closePage(actor, other, refusal))) continue
    if (findProvider(actor, other)?.closePage) left.push(other)
  }
  return left
}

/**
 * Of the open pages of one payer over the same invoices or balance the newest stays: older ones than this try's are closed. Where
 * another press was later, this one is closed, and the later try is returned.
 */
export async function keepNewest(actor: Actor, order: PaymentOrder): Promise<PaymentOrder | undefined> {
  const others = listOpen(actor, order).filter(
    ({ memberId, linkId }) => memberId === order.memberId && linkId === order.linkId,
  )
  for (const other of others) if (!isLater(other, order)) await closePage(actor, other, "newer")
  const later = others.find((other) => isLater(other, order))
  return later && (await closePage(actor, order, "newer")) ? later : undefined
}

const isLater = (one: PaymentOrder, other: PaymentOrder): boolean =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt

/**
 * The payer says at the provider that they don't want to pay: the page is closed. False where the provider doesn't close it, as it has
 * been paid on, or where the try went on otherwise: then it is to be settled.
 */
export async function leavePage(actor: Actor, order: PaymentOrder): Promise<boolean> {
  if (order.state !== "created") return order.state === "cancelled"
  if (findProvider(actor, order)?.closePage) return closePage(actor, order, "left")
  cancelOrder(actor, order)
  return true
}

const because = { ...reasons, newer: "begun again", left: "canceled by the payer" }

/** Closes one page. False where it can't be closed: its provider has no such thing or can't be asked, or it has been paid on. */
export async function closePage(
  actor: Actor,
  order: PaymentOrder,
  why: Refusal | "newer" | "left",
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
  transact(() => moveOrder(actor, order, "cancelled", { because: because[why] }))
  return true
}

const listOpen = (actor: Actor, order: PaymentOrder): PaymentOrder[] => {
  const paid = partsOf(actor, order).map(({ invoiceId }) => invoiceId)
  const familyId =
    familyOf(actor, order) ??
    (order.invoiceId && order.besideMinor > 0 ? findInvoice(actor, order.invoiceId)?.familyId : undefined)
  // A balance is paid by itself, or with invoices.
  const paysBalance = familyId
    ? or(
        eq(paymentOrders.familyId, familyId),
        and(gt(paymentOrders.besideMinor, 0), eq(invoices.familyId, familyId)),
      )
    : undefined
  return selectDistinct({ order: paymentOrders })
    .from(paymentOrders)
    .leftJoin(paymentOrderParts, joined(paymentOrderParts.orderId, paymentOrders.id))
    .leftJoin(invoices, joined(invoices, paymentOrders.invoiceId))
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
          paysBalance,
        ),
      ),
    )
    .all()
    .map((row) => row.order)
}
