import type { Response } from "express"
import { html, type Markup, page, pageHeaders } from "../html"
import type { State } from "../state"
import { buyer } from "./payment"

type Choice = { value: string; label: string; explained?: string }

/** The page where the buyer decides. The first choice is the one PayPal wants; the rest stand apart as rehearsals. */
export function askBuyer(
  response: Response,
  state: State,
  content: {
    title: string
    facts: [label: string, value: string][]
    notice?: string | null
    action: string
    token: { name: string; value: string }
    agree: Choice
    cancel: Choice
    rehearsals: Choice[]
  },
) {
  const { title, facts, notice, action, token, agree, cancel, rehearsals } = content
  const body = html`<section>
${notice ? html`<p class="notice" role="alert">${notice}</p>` : ""}
<dl>${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}
<dt>Signed in as</dt><dd>${buyer.givenName} ${buyer.surname}, ${buyer.email}</dd></dl>
<form method="post" action="${action}">
<input type="hidden" name="${token.name}" value="${token.value}">
<button class="go" name="choice" value="${agree.value}">${agree.label}</button>
<button name="choice" value="${cancel.value}">${cancel.label}</button>
<fieldset><legend>Rehearse something else</legend>
${rehearsals.map(
  (choice, index) =>
    html`<button name="choice" value="${choice.value}"${choice.explained ? html` aria-describedby="why-${index}"` : ""}>${choice.label}</button>
${choice.explained ? html`<span class="dim" id="why-${index}">${choice.explained}</span>` : ""}`,
)}
</fieldset>
</form></section>`
  sendBuyerPage(response, state, { title, body })
}

/** A page with nothing left to decide. */
export function tellBuyer(
  response: Response,
  state: State,
  { status = 200, title, text, back }: { status?: number; title: string; text: string; back?: string | null },
) {
  const body = html`<section><p>${text}</p>${back ? html`<p><a class="button" href="${back}">Return to the shop</a></p>` : ""}</section>`
  sendBuyerPage(response, state, { status, title, body })
}

function sendBuyerPage(
  response: Response,
  state: State,
  { status = 200, title, body }: { status?: number; title: string; body: Markup },
) {
  response
    .status(status)
    .set(pageHeaders(state.shopOrigin))
    .send(page({ place: "PayPal (sandbox)", title, narrow: true, body }))
}
