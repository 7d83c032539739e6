import type { State } from "../state"
import { redirectPayer, refused } from "./errors"
import { newId } from "./ids"
import { type Order, orderApprovalUrl } from "./order"
import { buyer } from "./payment"
import { announceCapture } from "./webhook-events"

/** Takes the money of an approved order, once. A pending instrument gives a pending capture. */
export function captureOrder(state: State, order: Order): Order {
  refuseCapture(state, order)
  const time = state.clock.stamp()
  const pending = order.instrument === "pending"
  const capture = {
    id: newId.payment(),
    status: pending ? ("PENDING" as const) : ("COMPLETED" as const),
    reason: pending ? order.pendingReason : null,
    amount: { currency_code: order.unit.amount.currency_code, value: order.unit.amount.value },
    createTime: time,
    updateTime: time,
  }
  state.payments.save({
    id: capture.id,
    kind: "order",
    sourceId: order.id,
    title: order.unit.description ?? order.brandName,
    payer: buyer.email,
    payee: payeeOf(order),
    amount: capture.amount,
    status: capture.status,
    reason: capture.reason,
    customId: order.unit.custom_id ?? null,
    invoiceId: order.unit.invoice_id ?? null,
    time,
  })
  const captured = state.orders.save({ ...order, status: "COMPLETED", capture, updateTime: time })
  announceCapture(state, captured)
  return captured
}

/** A pending capture is decided: the money arrives, or it does not. */
export function settleCapture(state: State, order: Order, status: "COMPLETED" | "DECLINED") {
  if (order.capture?.status !== "PENDING") return
  const time = state.clock.stamp()
  const payment = state.payments.find(order.capture.id)
  if (payment) state.payments.save({ ...payment, status, reason: null })
  const settled = state.orders.save({
    ...order,
    capture: { ...order.capture, status, reason: null, updateTime: time },
    updateTime: time,
  })
  announceCapture(state, settled)
}

/** Whose money it becomes: the payee's address, or merchant id when only that was given. */
export function payeeOf({ unit }: Order) {
  return unit.payee.email_address ?? unit.payee.merchant_id ?? ""
}

function refuseCapture(state: State, order: Order) {
  if (order.status === "COMPLETED") {
    throw refused(
      "ORDER_ALREADY_CAPTURED",
      "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
    )
  }
  if (order.status !== "APPROVED") {
    throw refused(
      "ORDER_NOT_APPROVED",
      "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
    )
  }
  if (order.instrument === "declined") {
    throw redirectPayer(
      "INSTRUMENT_DECLINED",
      "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
      orderApprovalUrl(state, order),
    )
  }
  const paidBefore = state.payments
    .list()
    .some(
      (payment) =>
        payment.kind === "order" &&
        payment.status !== "DECLINED" &&
        payment.invoiceId !== null &&
        payment.invoiceId === order.unit.invoice_id &&
        payment.payee === payeeOf(order),
    )
  if (paidBefore) {
    throw refused(
      "DUPLICATE_INVOICE_ID",
      "Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.",
    )
  }
}
