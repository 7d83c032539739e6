import { readFileSync } from "node:fs"
import { type Request, type Response, Router } from "express"
import { html, page, pageHeaders } from "../html"
import type { State } from "../state"

// The stand-in for PayPal's script in a shop's page: the script itself, the buyer's window it opens, and the page at
// the end of that window, which tells the shop's page what the buyer chose.

const buttons = readFileSync(new URL("./sdk/buttons.js", import.meta.url), "utf8")
const tellOpener = readFileSync(new URL("./sdk/tell-opener.js", import.meta.url), "utf8")

/** The script, like PayPal's at /sdk/js. It belongs behind the fault control: a shop must live without it. */
export function sdkScriptRoutes(state: State) {
  const router = Router()
  router.get("/sdk/js", (request, response) => {
    const refusal = refusalOf(state, request)
    if (refusal) return void response.status(400).type("text/plain").send(refusal)
    sendScript(response, buttons.replace("__ORIGIN__", state.origin))
  })
  return router
}

/** The buyer's window. */
export function sdkWindowRoutes(state: State) {
  const router = Router()

  router.get("/sdk/checkout", (request, response) => {
    const subscription = state.subscriptions.find(String(request.query.subscription ?? ""))
    const token = subscription?.approval.agreementToken ?? "none"
    response.redirect(303, `/paypal/webapps/billing/subscriptions?ba_token=${token}&in=window`)
  })

  router.get("/sdk/done", (_request, response) => {
    sendPage(
      response,
      state,
      html`<section><p>You can close this window.</p></section>${tellingScript(state)}`,
    )
  })

  router.get("/sdk/tell-opener.js", (_request, response) => sendScript(response, tellOpener))

  return router
}

/** Where the buyer's window goes when the buyer has chosen. */
export const windowEnd = (result: "approved" | "cancelled" | "declined", subscriptionId: string) =>
  `/paypal/sdk/done?${new URLSearchParams({ result, subscription: subscriptionId })}`

const tellingScript = (state: State) =>
  html`<script src="/paypal/sdk/tell-opener.js" data-shop="${state.shopOrigin}"></script>`

/** As PayPal's answers: a script is given to a known client that says what it is for. */
function refusalOf(state: State, { query }: Request): string | undefined {
  if (query["client-id"] !== state.credentials.clientId) return "Error: client-id not recognized"
  if (query.intent === "subscription" && query.vault !== "true")
    return "Error: vault=true is needed for intent=subscription"
  return undefined
}

function sendScript(response: Response, script: string) {
  response
    .set({
      "Content-Type": "text/javascript; charset=utf-8",
      "Cache-Control": "no-store",
      "Cross-Origin-Resource-Policy": "cross-origin",
      "X-Content-Type-Options": "nosniff",
    })
    .send(script)
}

function sendPage(response: Response, state: State, body: ReturnType<typeof html>) {
  const headers = pageHeaders(state.shopOrigin)
  response
    .set({
      ...headers,
      "Content-Security-Policy": `${headers["Content-Security-Policy"]}; script-src 'self'`,
    })
    .send(page({ place: "PayPal (sandbox)", title: "PayPal", narrow: true, body }))
}
