import { z } from "zod"
import type { NewCharge, NewProviderOrder, ProviderOrder } from "../payment-provider"
import { callPayPal, PayPalError } from "./http.server"
import { fromPayPal, toPayPal } from "./paypal-money"
import { trustedLink } from "./provider-pages.server"

// Orders v2: one payment to one payee. The payee is the school's own account; no money passes through ours.

const Amount = z.object({ currency_code: z.string().length(3), value: z.string().max(32) })

const OrderBody = z.object({
  id: z.string().min(1).max(64),
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        amount: Amount,
        custom_id: z.string().optional(),
        invoice_id: z.string().optional(),
        payee: z.object({ email_address: z.string().optional() }).optional(),
        payments: z
          .object({
            captures: z
              .array(
                z.object({
                  id: z.string().min(1),
                  status: z.string(),
                  status_details: z.object({ reason: z.string().optional() }).optional(),
                  amount: Amount,
                  seller_receivable_breakdown: z
                    .object({ paypal_fee: Amount.optional() })
                    .optional()
                    .catch(undefined),
                }),
              )
              .default([]),
            refunds: z
              .array(z.object({ id: z.string().min(1), status: z.string(), amount: Amount }))
              .default([]),
          })
          .optional(),
      }),
    )
    .length(1),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
})

/**
 * @Creates an order for the payer to approve. A repeat with the same `requestId` (valid 6 hours) gives the same order.
 * @param order `amountMinor` in minor units; `invoiceId` unique per payee and payment; `returnUrl` and `cancelUrl`
 * absolute
 */
export async function createOrder(order: NewProviderOrder): Promise<{ orderId: string; approveUrl: string }> {
  const answer = await callPayPal({
    method: "POST",
    path: "/v2/checkout/orders",
    requestId: order.requestId,
    answer: OrderBody,
    body: {
      intent: "CAPTURE",
      purchase_units: [unitOf(order)],
      payment_source: {
        paypal: {
          experience_context: {
            brand_name: (order.brandName ?? "Tutti").slice(0, 127),
            user_action: "PAY_NOW",
            shipping_preference: "NO_SHIPPING",
            return_url: order.returnUrl,
            cancel_url: order.cancelUrl,
          },
        },
      },
    },
  })
  const { orderId, approveUrl } = orderOf(answer)
  if (!approveUrl)
    throw new PayPalError({ status: 0, code: "UNREADABLE", issue: "NO_APPROVE_LINK", call: "create order" })
  return { orderId, approveUrl }
}

/** What is paid, and to whom. */
const unitOf = (order: Omit<NewCharge, "requestId" | "paymentTokenId" | "customerId">) => ({
  amount: toPayPal(order.amountMinor, order.currency),
  custom_id: order.customId,
  invoice_id: order.invoiceId,
  payee: { email_address: order.payeeEmail },
  description: order.description.slice(0, 127),
})

/**
 * Takes a payment from a saved PayPal account: the order is made and captured in one call, with no one at PayPal's page. A
 * repeat with the same `requestId` (valid 6 hours) takes nothing more. Throws with `issue` INSTRUMENT_DECLINED,
 * AGREEMENT_ALREADY_CANCELLED and the like; then nothing was taken.
 * @param order `amountMinor` in minor units; `invoiceId` unique per payee and payment
 */
export async function chargeSavedMethod(order: NewCharge): Promise<ProviderOrder> {
  return orderOf(
    await callPayPal({
      method: "POST",
      path: "/v2/checkout/orders",
      requestId: order.requestId,
      answer: OrderBody,
      timeoutMs: 15_000,
      body: {
        intent: "CAPTURE",
        purchase_units: [
          {
            amount: toPayPal(order.amountMinor, order.currency),
            custom_id: order.customId,
            invoice_id: order.invoiceId,
            payee: { email_address: order.payeeEmail },
            description: order.description.slice(0, 127),
          },
        ],
        payment_source: { paypal: { vault_id: order.paymentTokenId } },
      },
    }),
  )
}

export async function showOrder(orderId: string): Promise<ProviderOrder> {
  const path = `/v2/checkout/orders/${encodeURIComponent(orderId)}`
  return orderOf(await callPayPal({ method: "GET", path, answer: OrderBody }))
}

/**
 * Captures an approved order. Throws with `issue` INSTRUMENT_DECLINED, ORDER_NOT_APPROVED, ORDER_ALREADY_CAPTURED and
 * the like. After a PayPalError of status 0 call `showOrder` before anything else.
 */
export async function captureOrder(orderId: string, requestId: string): Promise<ProviderOrder> {
  const path = `/v2/checkout/orders/${encodeURIComponent(orderId)}/capture`
  return orderOf(
    await callPayPal({ method: "POST", path, requestId, body: {}, answer: OrderBody, timeoutMs: 15_000 }),
  )
}

function orderOf({ id, status, purchase_units, links }: z.output<typeof OrderBody>): ProviderOrder {
  const [unit] = purchase_units
  if (!unit) throw new Error("An order has one purchase unit")
  return {
    orderId: id,
    status,
    customId: unit.custom_id ?? null,
    invoiceId: unit.invoice_id ?? null,
    amountMinor: fromPayPal(unit.amount),
    currency: unit.amount.currency_code,
    payeeEmail: unit.payee?.email_address ?? null,
    captures: (unit.payments?.captures ?? []).map((capture) => ({
      id: capture.id,
      status: capture.status,
      amountMinor: fromPayPal(capture.amount),
      currency: capture.amount.currency_code,
      ...feeOf(capture),
      ...(capture.status_details?.reason ? { statusReason: capture.status_details.reason } : {}),
    })),
    refunds: (unit.payments?.refunds ?? []).map(({ id, status, amount }) => ({
      id,
      status,
      amountMinor: fromPayPal(amount),
    })),
    approveUrl: trustedLink(links, "payer-action", "approve"),
  }
}

/** A fee in another currency than the payment's isn't taken over. */
function feeOf({
  amount,
  seller_receivable_breakdown: received,
}: {
  amount: z.output<typeof Amount>
  seller_receivable_breakdown?: { paypal_fee?: z.output<typeof Amount> | undefined } | undefined
}) {
  const fee = received?.paypal_fee
  return fee && fee.currency_code === amount.currency_code ? { feeMinor: fromPayPal(fee) } : {}
}
