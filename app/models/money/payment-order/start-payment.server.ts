import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { PayPalError } from "~/providers/paypal/http.server"
import { createOrder, showOrder } from "~/providers/paypal/orders.server"
import { paypalTakesAmount } from "~/providers/paypal/paypal-money"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"
import { paths } from "~/utils/paths"
import { findPortalInvoice, type PortalInvoice } from "../family-invoice/portal-invoices.server"
import type { PayRefusal } from "./payment-order"
import {
  findPayee,
  moveOrder,
  openOrder,
  type PaymentOrder,
  recordProviderOrder,
} from "./payment-order.server"

export type StartedPayment =
  | { ok: true; approveUrl: string }
  /** This try was approved before, in another tab: it only has to be settled. */
  | { ok: false; reason: "already-approved"; providerOrderId: string }
  | { ok: false; reason: PayRefusal }

/** Why a person cannot pay what is open of their part by PayPal now; undefined when they can. */
export function payRefusalOf(
  actor: Actor,
  { openMinor, isProcessing }: { openMinor: number; isProcessing: boolean },
): PayRefusal | undefined {
  if (openMinor === 0) return "nothing-open"
  if (isProcessing) return "processing"
  if (!paypalTakesAmount(openMinor, actor.school.currency)) return "currency-not-taken"
  return findPayee(actor) ? undefined : "no-payee"
}

/**
 * Asks the provider for an order over what is open of the person's own part, to the school's account, and answers where
 * they approve it. Nothing is paid by this. A repeat asks for the same order again.
 */
export async function startInvoicePayment(actor: Actor, invoiceId: string): Promise<StartedPayment> {
  const invoice = findPortalInvoice(actor, invoiceId)
  if (!invoice) return { ok: false, reason: "no-invoice" }
  const payeeEmail = findPayee(actor)
  const refusal = payRefusalOf(actor, {
    openMinor: invoice.own.openMinor,
    isProcessing: invoice.processing !== null,
  })
  if (refusal) return { ok: false, reason: refusal }
  if (!payeeEmail) return { ok: false, reason: "no-payee" }
  const open = () =>
    transact(() =>
      openOrder(actor, {
        invoiceId,
        guardianId: invoice.guardianId,
        amountMinor: invoice.own.openMinor,
        payeeEmail,
      }),
    )
  try {
    return (
      (await askProvider(actor, invoice, open())) ??
      (await askProvider(actor, invoice, open())) ?? { ok: false, reason: "provider-unavailable" }
    )
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    log.error({ err: error }, "a payment could not be started")
    return { ok: false, reason: "provider-unavailable" }
  }
}

/** Undefined when this try has come to an end at the provider, so that a new one is needed. */
async function askProvider(
  actor: Actor,
  invoice: PortalInvoice,
  order: PaymentOrder,
): Promise<StartedPayment | undefined> {
  if (order.providerOrderId) return resume(actor, order, order.providerOrderId)
  const absolute = (path: string) => `${env().APP_URL}${path}`
  const { orderId, approveUrl } = await createOrder({
    requestId: order.id,
    amountMinor: order.amountMinor,
    currency: order.currency,
    customId: invoice.id,
    invoiceId: order.id,
    payeeEmail: order.payeeEmail,
    description: `Invoice ${invoice.number}, ${invoice.sellerName}`,
    brandName: invoice.sellerName,
    returnUrl: absolute(paths.invoicePayment(invoice.id)),
    cancelUrl: absolute(paths.invoicePayment(invoice.id, { cancelled: "1" })),
  })
  recordProviderOrder(order, orderId)
  return { ok: true, approveUrl }
}

async function resume(
  actor: Actor,
  order: PaymentOrder,
  providerOrderId: string,
): Promise<StartedPayment | undefined> {
  const providerOrder = await showOrder(providerOrderId).catch((error: unknown) => {
    if (error instanceof PayPalError && error.status === 404) return undefined
    throw error
  })
  if (providerOrder?.status === "APPROVED" || providerOrder?.status === "COMPLETED")
    return { ok: false, reason: "already-approved", providerOrderId }
  if (providerOrder?.approveUrl && providerOrder.status !== "VOIDED")
    return { ok: true, approveUrl: providerOrder.approveUrl }
  transact(() => moveOrder(actor, order, "cancelled", { provider: providerOrder?.status ?? "gone" }))
  return undefined
}
