import express, { type Response, Router } from "express"
import type { State } from "../state"
import { askBuyer, tellBuyer } from "./buyer-pages"
import { withQuery } from "./shop-urls"
import type { Instrument, SetupToken } from "./vault"

const path = "/agreements/approve"

/** What each button of the page saves; closing the tab approves without going back. */
const choices: Record<string, Instrument> = {
  agree: "accepted",
  "agree-then-decline": "declined",
  "agree-then-pend": "pending",
  "agree-and-close": "accepted",
}

/** The buyer's page for saving a PayPal account with a shop. Nothing is paid by it. */
export function vaultApprovalRoutes(state: State) {
  const router = Router()

  router.get(path, (request, response) => {
    const token = state.setupTokens.find(String(request.query.approval_session_id ?? ""))
    if (!token) return refuseSession(response, state)
    if (token.status !== "PAYER_ACTION_REQUIRED") return tellSaved(response, state, token)
    askToSave(response, state, token)
  })

  router.post(path, express.urlencoded({ extended: false }), (request, response) => {
    const token = state.setupTokens.find(String(request.body?.approval_session_id ?? ""))
    if (!token) return refuseSession(response, state)
    if (token.status !== "PAYER_ACTION_REQUIRED") return tellSaved(response, state, token)
    const choice = String(request.body.choice ?? "")
    const instrument = choices[choice]
    if (!instrument)
      return token.cancelUrl
        ? response.redirect(303, withQuery(token.cancelUrl, { approval_token_id: token.id }))
        : tellBuyer(response, state, { title: "Canceled", text: "Nothing was saved. Close this tab." })
    const approved = state.setupTokens.save({ ...token, status: "APPROVED", instrument })
    if (choice === "agree-and-close" || !approved.returnUrl)
      return tellBuyer(response, state, {
        title: "You agreed but didn’t return",
        text: "The shop may save your PayPal account, but you haven’t gone back to it. Close this tab.",
      })
    response.redirect(303, backUrl(approved, approved.returnUrl))
  })

  return router
}

const backUrl = (token: SetupToken, returnUrl: string) =>
  withQuery(returnUrl, { approval_token_id: token.id, approval_session_id: token.id })

function askToSave(response: Response, state: State, token: SetupToken) {
  askBuyer(response, state, {
    title: `Save PayPal for ${token.brandName}`,
    facts: [
      ["Merchant", token.brandName],
      ...(token.description ? ([["For", token.description]] as [string, string][]) : []),
    ],
    action: `/paypal${path}`,
    token: { name: "approval_session_id", value: token.id },
    agree: { value: "agree", label: "Agree and continue" },
    cancel: { value: "cancel", label: "Cancel and return" },
    rehearsals: [
      {
        value: "agree-then-decline",
        label: "Agree, later payments declined",
        explained: "You go back, and every payment that the shop takes with it is declined.",
      },
      {
        value: "agree-then-pend",
        label: "Agree, later payments pending",
        explained: "You go back, and every payment that the shop takes with it is held for review.",
      },
      {
        value: "agree-and-close",
        label: "Close without returning",
        explained: "You agree, then close the tab without going back to the shop.",
      },
    ],
  })
}

function refuseSession(response: Response, state: State) {
  tellBuyer(response, state, {
    status: 404,
    title: "We don’t recognize this request",
    text: "There’s nothing to agree to at this address. Go back to the shop and start again.",
  })
}

function tellSaved(response: Response, state: State, token: SetupToken) {
  tellBuyer(response, state, {
    title: "Already saved",
    text: `${token.brandName} may charge your PayPal account.`,
    back: token.returnUrl && backUrl(token, token.returnUrl),
  })
}
