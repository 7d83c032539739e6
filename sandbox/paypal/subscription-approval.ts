import express, { type Response, Router } from "express"
import type { State } from "../state"
import { settle, startBilling } from "./billing"
import { askBuyer, tellBuyer } from "./buyer-pages"
import { readable } from "./money"
import { appOwner } from "./payment"
import { regularCycle } from "./plan"
import { windowEnd } from "./sdk"
import { withQuery } from "./shop-urls"
import { type Approval, changeStatus, planOf, type Subscription } from "./subscription"
import { announceSubscription } from "./webhook-events"

const path = "/webapps/billing/subscriptions"

/** What a token is about: a new subscription, or a plan change of a running one. */
type Request = {
  subscription: Subscription
  approval: Approval
  planId: string
  isRevision: boolean
  /** The page is in a window that the shop's page opened; otherwise it took that page's place. */
  inWindow: boolean
}

/** The buyer's page for a new subscription or a plan change. */
export function subscriptionApprovalRoutes(state: State) {
  const router = Router()

  router.get(path, (request, response) => {
    const pending = findRequest(state, String(request.query.ba_token ?? ""), request.query.in === "window")
    if (!pending) return refuseToken(response, state)
    if (!isOpen(pending)) return tellSettled(response, state, pending)
    askForAgreement(response, state, pending)
  })

  router.post(path, express.urlencoded({ extended: false }), (request, response) => {
    const pending = findRequest(state, String(request.body?.ba_token ?? ""), request.query.in === "window")
    if (!pending) return refuseToken(response, state)
    if (!isOpen(pending)) return tellSettled(response, state, pending)

    switch (request.body.choice) {
      case "agree":
        state.together(() => agree(state, pending))
        return response.redirect(303, returnUrlOf(pending))
      case "agree-pending":
        state.together(() => approve(state, pending.subscription))
        return response.redirect(303, returnUrlOf(pending))
      case "agree-and-close":
        state.together(() => agree(state, pending))
        return tellBuyer(response, state, {
          title: "You agreed, and did not go back",
          text: "The subscription was approved here, but the shop has not been visited. Close this tab.",
        })
      case "decline":
        pending.approval.declined = true
        state.subscriptions.save(pending.subscription)
        return response.redirect(
          303,
          `${state.origin}${addressOf(pending, { ba_token: pending.approval.agreementToken })}`,
        )
      default:
        return response.redirect(303, cancelUrlOf(pending))
    }
  })

  return router
}

function addressOf({ inWindow }: Request, query: Record<string, string> = {}) {
  const parameters = new URLSearchParams({ ...query, ...(inWindow && { in: "window" }) })
  return `/paypal${path}${parameters.size > 0 ? `?${parameters}` : ""}`
}

function findRequest(state: State, agreementToken: string, inWindow: boolean): Request | undefined {
  for (const subscription of state.subscriptions.list()) {
    const { approval, planId, revision } = subscription
    if (approval.agreementToken === agreementToken)
      return { subscription, approval, planId, isRevision: false, inWindow }
    if (revision?.approval.agreementToken === agreementToken) {
      const { planId, approval } = revision
      return { subscription, approval, planId, isRevision: true, inWindow }
    }
  }
}

function isOpen({ isRevision, subscription }: Request) {
  return isRevision || subscription.status === "APPROVAL_PENDING"
}

function askForAgreement(response: Response, state: State, pending: Request) {
  const { subscription, approval, planId, isRevision } = pending
  const plan = planOf(state, { planId })
  const { frequency, pricing_scheme } = regularCycle(plan)
  const price = `${readable(pricing_scheme.fixed_price)} ${everyInterval(frequency)}`
  askBuyer(response, state, {
    title: isRevision ? `Change your subscription to ${plan.name}` : `Subscribe to ${plan.name}`,
    notice: approval.declined ? "Your card was declined. Try again, or go back to the shop." : null,
    facts: [
      ["Plan", plan.name],
      ...(subscription.setupFee && !isRevision
        ? [["Due today", readable(subscription.setupFee.amount)] as [string, string]]
        : []),
      [
        "Price",
        subscription.startAt > state.clock.now() && !isRevision
          ? `${price}, from ${new Date(subscription.startAt).toISOString().slice(0, 10)}`
          : price,
      ],
      ["Merchant", subscription.brandName],
      ["Paid to", appOwner],
    ],
    action: addressOf(pending),
    token: { name: "ba_token", value: approval.agreementToken },
    agree: { value: "agree", label: "Agree and Subscribe" },
    cancel: { value: "cancel", label: "Cancel and return" },
    rehearsals: [
      { value: "decline", label: "Card declined", explained: "The bank says no; you stay on this page." },
      ...(isRevision
        ? []
        : [
            {
              value: "agree-pending",
              label: "Approve but stay pending",
              explained: "You go back, and PayPal activates the subscription later.",
            },
          ]),
      {
        value: "agree-and-close",
        label: "Close without returning",
        explained: "You agree, then close the tab: the shop is not visited.",
      },
    ],
  })
}

function everyInterval({ interval_unit, interval_count }: { interval_unit: string; interval_count: number }) {
  const unit = interval_unit.toLowerCase()
  return interval_count === 1 ? `every ${unit}` : `every ${interval_count} ${unit}s`
}

function agree(state: State, { subscription, planId, isRevision }: Request) {
  if (isRevision) {
    subscription.planId = planId
    subscription.revision = null
    subscription.updateTime = state.clock.stamp()
    // A plan change keeps what is paid for; the new price is due with the next payment.
    settle(state, subscription, state.clock.now())
    announceSubscription(state, subscription, "UPDATED")
    return
  }
  if (subscription.activatedBy === "merchant") return approve(state, subscription)
  subscription.approval.declined = false
  startBilling(state, subscription, state.clock.now())
}

function approve(state: State, subscription: Subscription) {
  subscription.approval.declined = false
  changeStatus(subscription, "APPROVED", { time: state.clock.stamp() })
  state.subscriptions.save(subscription)
}

function returnUrlOf({ subscription, approval, inWindow }: Request) {
  if (inWindow) return windowEnd("approved", subscription.id)
  return withQuery(approval.returnUrl, {
    subscription_id: subscription.id,
    ba_token: approval.agreementToken,
    token: approval.token,
  })
}

function cancelUrlOf({ subscription, approval, inWindow }: Request) {
  if (inWindow) return windowEnd(approval.declined ? "declined" : "cancelled", subscription.id)
  return withQuery(approval.cancelUrl, {
    ba_token: approval.agreementToken,
    token: approval.token,
    ...(approval.declined && { error: "INSTRUMENT_DECLINED" }),
  })
}

function refuseToken(response: Response, state: State) {
  tellBuyer(response, state, {
    status: 404,
    title: "This request is not known",
    text: "There is no subscription to approve under this address. Go back to the shop and start again.",
  })
}

function tellSettled(response: Response, state: State, pending: Request) {
  tellBuyer(response, state, {
    title: "There is nothing left to approve",
    text: `Subscription ${pending.subscription.id} is ${pending.subscription.status.toLowerCase()}.`,
    back: returnUrlOf(pending),
  })
}
