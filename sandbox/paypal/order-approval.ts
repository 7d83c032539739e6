import express, { type Response, Router } from "express"
import type { State } from "../state"
import { askBuyer, tellBuyer } from "./buyer-pages"
import { payeeOf } from "./capture"
import { readable } from "./money"
import type { Order } from "./order"
import { buyer } from "./payment"
import { withQuery } from "./shop-urls"
import { announceOrder } from "./webhook-events"

const path = "/checkoutnow"

/** The buyer's page for one payment. Approving takes no money yet: the shop captures after the buyer returns. */
export function orderApprovalRoutes(state: State) {
  const router = Router()

  router.get(path, (request, response) => {
    const order = state.orders.find(String(request.query.token ?? ""))
    if (!order) return refuseToken(response, state)
    if (order.status === "COMPLETED") return tellPaid(response, state, order)
    askForPayment(response, state, order)
  })

  router.post(path, express.urlencoded({ extended: false }), (request, response) => {
    const order = state.orders.find(String(request.body?.token ?? ""))
    if (!order) return refuseToken(response, state)
    if (order.status === "COMPLETED") return tellPaid(response, state, order)

    switch (request.body.choice) {
      case "pay":
        return sendBack(response, state, approve(state, order, "accepted"))
      case "decline":
        return sendBack(response, state, approve(state, order, "declined"))
      case "pay-pending":
        return sendBack(response, state, approve(state, order, "pending"))
      case "pay-and-close":
        approve(state, order, "accepted")
        return tellBuyer(response, state, {
          title: "You approved, and did not go back",
          text: "The payment was approved here, but the shop has not been visited and no money was taken. Close this tab.",
        })
      default:
        return order.cancelUrl
          ? response.redirect(303, withQuery(order.cancelUrl, { token: order.id }))
          : tellBuyer(response, state, { title: "Cancelled", text: "Nothing was paid. Close this tab." })
    }
  })

  return router
}

function askForPayment(response: Response, state: State, order: Order) {
  askBuyer(response, state, {
    title: `Pay ${readable(order.unit.amount)}`,
    notice: order.instrument === "declined" ? "Your card was declined. Choose another way to pay." : null,
    facts: [
      ["Amount", readable(order.unit.amount)],
      ["Paid to", payeeOf(order)],
      ["Merchant", order.brandName],
      ...(order.unit.description ? ([["For", order.unit.description]] as [string, string][]) : []),
      ...(order.unit.invoice_id ? ([["Invoice", order.unit.invoice_id]] as [string, string][]) : []),
    ],
    action: `/paypal${path}`,
    token: { name: "token", value: order.id },
    agree: { value: "pay", label: "Pay now" },
    cancel: { value: "cancel", label: "Cancel and return" },
    rehearsals: [
      {
        value: "decline",
        label: "Card declined",
        explained: "You go back, and the bank says no when the shop takes the money.",
      },
      {
        value: "pay-pending",
        label: "Pay but stay pending",
        explained: "The payment is taken but held for review.",
      },
      {
        value: "pay-and-close",
        label: "Close without returning",
        explained: "You approve, then close the tab: the shop is not visited.",
      },
    ],
  })
}

function approve(state: State, order: Order, instrument: Order["instrument"]) {
  const approved = state.orders.save({
    ...order,
    status: "APPROVED",
    instrument,
    updateTime: state.clock.stamp(),
  })
  announceOrder(state, approved)
  return approved
}

function sendBack(response: Response, state: State, order: Order) {
  if (order.returnUrl) {
    return response.redirect(303, withQuery(order.returnUrl, { token: order.id, PayerID: buyer.payerId }))
  }
  tellBuyer(response, state, {
    title: "Approved",
    text: "Go back to the shop to finish. You can close this tab.",
  })
}

function refuseToken(response: Response, state: State) {
  tellBuyer(response, state, {
    status: 404,
    title: "This request is not known",
    text: "There is no payment to approve under this address. Go back to the shop and start again.",
  })
}

function tellPaid(response: Response, state: State, order: Order) {
  tellBuyer(response, state, {
    title: "This is already paid",
    text: `${readable(order.unit.amount)} went to ${payeeOf(order)}.`,
    back: order.returnUrl && withQuery(order.returnUrl, { token: order.id, PayerID: buyer.payerId }),
  })
}
