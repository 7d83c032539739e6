import { z } from "zod"
import type { Collection } from "../database"
import { notFound } from "./errors"
import { type Money, MoneyBody } from "./money"
import { buyer, type Payment } from "./payment"

/** What an order uses of the state. */
export type OrderState = { orders: Collection<Order>; payments: Collection<Payment>; origin: string }

const Context = z.object({
  brand_name: z.string().min(1).max(127).optional(),
  shipping_preference: z.enum(["GET_FROM_FILE", "NO_SHIPPING", "SET_PROVIDED_ADDRESS"]).optional(),
  user_action: z.enum(["CONTINUE", "PAY_NOW"]).optional(),
  return_url: z.url().optional(),
  cancel_url: z.url().optional(),
})

export const Payee = z.object({
  email_address: z.email().max(254).optional(),
  merchant_id: z
    .string()
    .regex(/^[2-9A-HJ-NP-Z]{13}$/)
    .optional(),
})

export const PurchaseUnitBody = z.object({
  reference_id: z.string().min(1).max(256).default("default"),
  amount: MoneyBody,
  payee: Payee.optional(),
  description: z.string().min(1).max(127).optional(),
  custom_id: z.string().min(1).max(127).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  soft_descriptor: z.string().min(1).max(22).optional(),
})

/** One purchase unit, paid at once: all that an invoice needs. More units or AUTHORIZE are refused. */
export const OrderBody = z.object({
  intent: z.literal("CAPTURE"),
  purchase_units: z.array(PurchaseUnitBody).length(1),
  payment_source: z
    .object({
      paypal: z
        .object({
          /** A saved method: then the order is paid as it is made. */
          vault_id: z.string().min(1).max(255).optional(),
          experience_context: Context.optional(),
        })
        .optional(),
    })
    .optional(),
  application_context: Context.optional(),
})

type PurchaseUnit = Omit<z.infer<typeof PurchaseUnitBody>, "payee"> & { payee: z.infer<typeof Payee> }

/** One payment to one payee. Times are PayPal stamps. */
export type Order = {
  id: string
  status: "CREATED" | "PAYER_ACTION_REQUIRED" | "APPROVED" | "COMPLETED"
  unit: PurchaseUnit
  brandName: string
  returnUrl: string | null
  cancelUrl: string | null
  /** The payer is chosen in payment_source, so the way to the buyer's page is called payer-action. */
  namesPayPal: boolean
  /** What the buyer pays with; a declined card is found out at capture. */
  instrument: "accepted" | "declined" | "pending" | null
  pendingReason: PendingReason
  capture: Capture | null
  createTime: string
  updateTime: string
}

export const pendingReasons = [
  "ECHECK",
  "PENDING_REVIEW",
  "UNILATERAL",
  "OTHER",
  "VERIFICATION_REQUIRED",
] as const
type PendingReason = (typeof pendingReasons)[number]

export type Capture = {
  id: string
  status: "COMPLETED" | "PENDING" | "DECLINED"
  reason: PendingReason | null
  amount: Money
  createTime: string
  updateTime: string
}

export function showOrder(state: OrderState, id: string) {
  const order = state.orders.find(id)
  if (!order) throw notFound()
  return order
}

/** The whole order, as GET /v2/checkout/orders/{id} and `Prefer: return=representation` answer it. */
export function describeOrder(state: OrderState, order: Order) {
  return {
    id: order.id,
    intent: "CAPTURE",
    status: order.status,
    ...describePayer(order),
    purchase_units: [{ ...order.unit, ...describePayments(state, order) }],
    create_time: order.createTime,
    update_time: order.updateTime,
    links: orderLinks(state, order),
  }
}

/** What PayPal answers without `Prefer: return=representation`. */
export function describeOrderBriefly(state: OrderState, order: Order) {
  return {
    id: order.id,
    status: order.status,
    ...describePayer(order),
    ...(order.capture && {
      purchase_units: [{ reference_id: order.unit.reference_id, ...describePayments(state, order) }],
    }),
    links: orderLinks(state, order),
  }
}

function describePayer(order: Order) {
  if (!order.instrument) return order.namesPayPal ? { payment_source: { paypal: {} } } : {}
  const name = { given_name: buyer.givenName, surname: buyer.surname }
  return {
    payment_source: { paypal: { email_address: buyer.email, account_id: buyer.payerId, name } },
    payer: { email_address: buyer.email, payer_id: buyer.payerId, name },
  }
}

function describePayments(state: OrderState, { capture, unit, id }: Order) {
  if (!capture) return {}
  const payment = state.payments.find(capture.id)
  const refunds = payment?.refundsUnlisted
    ? []
    : (payment?.refunds ?? []).filter(({ kind }) => kind === "refund")
  const up = { href: `${state.origin}/paypal/v2/checkout/orders/${id}`, rel: "up", method: "GET" }
  return {
    payments: {
      captures: [
        {
          id: capture.id,
          status: payment?.refunds?.length ? payment.status : capture.status,
          ...(capture.reason && { status_details: { reason: capture.reason } }),
          amount: capture.amount,
          final_capture: true,
          ...(unit.custom_id && { custom_id: unit.custom_id }),
          ...(unit.invoice_id && { invoice_id: unit.invoice_id }),
          seller_receivable_breakdown: { gross_amount: capture.amount, ...feeOf(capture) },
          create_time: capture.createTime,
          update_time: capture.updateTime,
          links: [up],
        },
      ],
      ...(refunds.length > 0 && {
        refunds: refunds.map((refund) => ({
          id: refund.id,
          status: refund.status ?? "COMPLETED",
          amount: refund.amount,
          create_time: refund.time,
          update_time: refund.time,
          links: [{ ...up, href: captureUrl(state, capture.id) }],
        })),
      }),
    },
  }
}

export const captureUrl = (state: OrderState, captureId: string) =>
  `${state.origin}/paypal/v2/payments/captures/${captureId}`

function orderLinks(state: OrderState, order: Order) {
  const href = `${state.origin}/paypal/v2/checkout/orders/${order.id}`
  const self = { href, rel: "self", method: "GET" }
  if (order.status === "COMPLETED") return [self]
  const approve = {
    href: orderApprovalUrl(state, order),
    rel: order.namesPayPal ? "payer-action" : "approve",
    method: "GET",
  }
  const update = { href, rel: "update", method: "PATCH" }
  const capture = { href: `${href}/capture`, rel: "capture", method: "POST" }
  if (order.status === "APPROVED" && order.instrument !== "declined") return [self, update, capture]
  return [self, approve, update, capture]
}

export function orderApprovalUrl(state: OrderState, order: Order) {
  return `${state.origin}/paypal/checkoutnow?token=${order.id}`
}

/** 3.49 % and 0.49 of what has arrived. */
function feeOf({ status, amount }: { status: string; amount: { currency_code: string; value: string } }) {
  if (status === "PENDING" || status === "DECLINED") return {}
  const { currency_code, value } = amount
  const digits = value.includes(".") ? 2 : 0
  const fee = Math.min(Number(value), Number(value) * 0.0349 + 0.49)
  return {
    paypal_fee: { currency_code, value: fee.toFixed(digits) },
    net_amount: { currency_code, value: (Number(value) - Number(fee.toFixed(digits))).toFixed(digits) },
  }
}
