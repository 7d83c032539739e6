import express, { type Response, Router } from "express"
import { z } from "zod"
import { html, type Markup, page, pageHeaders } from "../html"
import type { State } from "../state"
import { announceIntent } from "./announce-intent"
import { announce } from "./events"
import type { Session } from "./kept"
import { idOf, seconds, showMethod, showSession, typeOf } from "./objects"

const declinedCard = "4000000000000002"
const checkedCard = "4000002500003155"

const Choice = z.object({
  choice: z.enum(["pay", "cancel", "confirm", "fail"]),
  number: z
    .string()
    .transform((number) => number.replace(/\s/g, ""))
    .default(""),
  /** As it is printed on the card. */
  expires: z
    .string()
    .regex(/^(0[1-9]|1[0-2])\/\d\d$/)
    .catch("08/27"),
})

/** Stripe's own page (Checkout): a card, a decline, the bank's question (3-D Secure), or back to the shop. */
export function checkoutPages(state: State) {
  const router = Router()
  router.get("/pay/:id", (request, response) => {
    const session = state.stripeSessions.find(request.params.id)
    if (session?.status !== "open") return tellOver(response, state)
    askCard(response, state, session)
  })
  router.post("/pay/:id", express.urlencoded({ extended: false }), (request, response) => {
    const session = state.stripeSessions.find(request.params.id)
    const parsed = Choice.safeParse(request.body)
    if (session?.status !== "open" || !parsed.success) return tellOver(response, state)
    const { choice, number, expires } = parsed.data
    if (choice === "cancel") return response.redirect(303, session.cancel_url)
    if (choice === "fail")
      return askCard(
        response,
        state,
        session,
        "Your bank couldn’t confirm that it’s you. You weren’t charged.",
      )
    if (choice === "pay" && number === declinedCard)
      return askCard(response, state, session, "Your card was declined. Try another card.")
    if (choice === "pay" && number === checkedCard)
      return askBank(response, state, session, { number, expires })
    if (session.mode === "setup") save(state, session, { number, expires })
    else complete(state, session, number)
    response.redirect(303, session.success_url)
  })
  return router
}

/**
 * The payer's bank agreed: the amount is reserved, or taken where the shop doesn't take it by itself. A bank account is debited
 * within days.
 */
export function complete(state: State, session: Session, number: string) {
  const { account, amount_total: amount, currency } = session
  const type = typeOf(number)
  const isDebit = type !== "card" && type !== "ideal"
  const isManual = session.isManual && type === "card"
  const intent = state.stripeIntents.save({
    id: idOf("pi"),
    account,
    status: isDebit ? "processing" : isManual ? "requires_capture" : "succeeded",
    amount,
    amount_received: isManual || isDebit ? 0 : amount,
    currency,
    customer: null,
    failure: null,
    metadata: session.intentMetadata,
    chargeId: idOf("ch"),
    number,
    created: seconds(state),
  })
  const done = state.stripeSessions.save({ ...session, status: "complete", payment_intent: intent.id })
  announceIntent(state, intent)
  announce(state, account, "checkout.session.completed", showSession(state, done))
}

/** Saves what was entered with a customer of its own, for payments with no one there. */
function save(state: State, session: Session, { number, expires }: { number: string; expires: string }) {
  const { account } = session
  const type = typeOf(number)
  const method = state.stripeMethods.save({
    id: idOf("pm"),
    account,
    type: type === "ideal" ? "card" : type,
    number,
    customer: idOf("cus"),
    exp: { month: Number(expires.slice(0, 2)), year: 2000 + Number(expires.slice(3)) },
    created: seconds(state),
  })
  const done = state.stripeSessions.save({
    ...session,
    status: "complete",
    customer: method.customer,
    setupMethod: method.id,
  })
  announce(state, account, "payment_method.attached", showMethod(method))
  announce(state, account, "checkout.session.completed", showSession(state, done))
}

function amountText({ amount_total, currency }: Session): string {
  const format = new Intl.NumberFormat("en-US", { style: "currency", currency })
  return format.format(amount_total / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

function askCard(response: Response, state: State, session: Session, notice?: string) {
  const isSetup = session.mode === "setup"
  const press = isSetup ? "Save card" : `Pay ${amountText(session)}`
  send(
    response,
    state,
    isSetup ? "Save a card" : press,
    html`<section>
${notice ? html`<p class="notice" role="alert">${notice}</p>` : ""}
<p>${session.description}</p>
<form method="post" action="/stripe/pay/${session.id}">
<label for="number">Card number</label>
<input id="number" name="number" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242" aria-describedby="numbers">
<p class="dim" id="numbers">Test cards: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined, 4000 0025 0000 3155 asks the bank, and DE89 3704 0044 0532 0130 00 or 000123456789 is an account that is debited within days, and “iDEAL” pays at once.${
      isSetup ? " Saved, 4000 0000 0000 0341 is declined later." : ""
    }</p>
<label for="expires">Expires</label>
<input id="expires" name="expires" autocomplete="off" value="08/27">
<button class="go" name="choice" value="pay">${press}</button>
<button name="choice" value="cancel">Back to the shop</button>
</form></section>`,
  )
}

function askBank(
  response: Response,
  state: State,
  session: Session,
  entered: { number: string; expires: string },
) {
  send(
    response,
    state,
    "Your bank asks if it’s you",
    html`<section><p>3-D Secure: confirm ${session.mode === "setup" ? "that your card is saved" : `the payment of ${amountText(session)}`}.</p>
<form method="post" action="/stripe/pay/${session.id}">
<input type="hidden" name="number" value="${entered.number}"><input type="hidden" name="expires" value="${entered.expires}">
<button class="go" name="choice" value="confirm">Yes, it’s me</button>
<button name="choice" value="fail">No</button>
</form></section>`,
  )
}

const tellOver = (response: Response, state: State) =>
  send(
    response,
    state,
    "This page has expired",
    html`<section><p>Nothing is left to pay here.</p></section>`,
    404,
  )

function send(response: Response, state: State, title: string, body: Markup, status = 200) {
  response
    .status(status)
    .set(pageHeaders(state.shopOrigin))
    .send(page({ place: "Stripe (sandbox)", title, narrow: true, body }))
}
