import express, { Router } from "express"
import { html, page, pageHeaders } from "../html"
import type { State } from "../state"
import { startBilling } from "./billing"
import { settleCapture } from "./capture"
import { readable } from "./money"
import { giveBack } from "./refund"

/** Every practice payment, for people and as JSON, and what only PayPal or the payee could do: activate, release, give back. */
export function ledgerRoutes(state: State) {
  const router = Router()

  router.get("/ledger.json", (_request, response) => {
    response.set("Cache-Control", "no-store").json(state.payments.list().reverse())
  })

  router.get("/ledger", (_request, response) => {
    response.set(pageHeaders(state.shopOrigin)).send(
      page({
        place: "PayPal (sandbox)",
        title: "Payments",
        body: html`${waiting(state)}${payments(state)}`,
      }),
    )
  })

  router.post("/ledger", express.urlencoded({ extended: false }), (request, response) => {
    const { subscription: subscriptionId = "", order: orderId = "", refund = "" } = request.body ?? {}
    const subscription = state.subscriptions.find(String(subscriptionId))
    const order = state.orders.find(String(orderId))
    if (subscription?.status === "APPROVED") {
      state.together(() => startBilling(state, subscription, state.clock.now()))
    }
    if (refund) state.together(() => giveBack(state, String(refund)))
    if (order) state.together(() => settleCapture(state, order, "COMPLETED"))
    response.redirect(303, "/paypal/ledger")
  })

  return router
}

function payments(state: State) {
  const all = state.payments.list().reverse()
  if (!all.length) return html`<section><p>No payments yet.</p></section>`
  return html`<section><div class="scroll" role="region" aria-label="Payments" tabindex="0"><table>
<thead><tr><th scope="col">When</th><th scope="col">For</th><th scope="col">Payer</th><th scope="col">Payee</th><th scope="col">Status</th><th scope="col" class="num">Amount</th><th scope="col">Refund</th></tr></thead>
<tbody>${all.map(
    (
      payment,
    ) => html`<tr><td>${payment.time}</td><td>${payment.title}<br><span class="dim">${payment.sourceId} ${payment.invoiceId}</span></td>
<td>${payment.payer}</td><td>${payment.payee}</td><td>${payment.status}${payment.reason ? `: ${payment.reason}` : ""}</td><td class="num">${readable(payment.amount)}</td>
<td>${
      ["COMPLETED", "PARTIALLY_REFUNDED"].includes(payment.status)
        ? html`<form method="post"><button name="refund" value="${payment.id}" aria-label="Refund ${payment.id}">Refund</button></form>`
        : ""
    }</td></tr>`,
  )}</tbody></table></div></section>`
}

function waiting(state: State) {
  const subscriptions = state.subscriptions.list().filter(({ status }) => status === "APPROVED")
  const orders = state.orders.list().filter(({ capture }) => capture?.status === "PENDING")
  if (!subscriptions.length && !orders.length) return ""
  return html`<section><h2>Waiting for PayPal</h2><table><tbody>
${subscriptions.map(
  ({ id }) =>
    html`<tr><td>Subscription ${id} is approved.</td><td><form method="post"><button name="subscription" value="${id}">Activate ${id}</button></form></td></tr>`,
)}
${orders.map(
  ({ id, capture }) =>
    html`<tr><td>Payment of order ${id} is pending: ${capture?.reason}.</td><td><form method="post"><button name="order" value="${id}">Release payment of ${id}</button></form></td></tr>`,
)}
</tbody></table></section>`
}
