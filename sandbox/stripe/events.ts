import { createHmac } from "node:crypto"
import type { State } from "../state"
import type { Endpoint } from "./kept"
import { idOf, seconds } from "./objects"

/** The header by which a receiver knows that a message is Stripe's, and how old it is. */
export function signatureOf(body: string, secret: string, at: number): string {
  const signed = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")
  return `t=${at},v1=${signed}`
}

/** Writes a message and sends it, where the account has an endpoint that isn't paused. */
export function announce(state: State, account: string, type: string, object: object) {
  const id = idOf("evt")
  const created = seconds(state)
  const body = JSON.stringify({ id, object: "event", type, created, livemode: false, data: { object } })
  state.stripeMessages.save({ id, account, body, isSent: false })
  const endpoint = state.stripeEndpoints.find(account)
  if (endpoint && !endpoint.isPaused) void deliver(state, account)
}

/** Sends what an account's endpoint wasn't told yet, the oldest first; answers the statuses. */
export async function deliver(state: State, account: string): Promise<number[]> {
  const endpoint = state.stripeEndpoints.find(account)
  const statuses: number[] = []
  if (!endpoint) return statuses
  for (const message of state.stripeMessages
    .list()
    .filter((each) => each.account === account && !each.isSent)) {
    state.stripeMessages.save({ ...message, isSent: true })
    statuses.push(await send(state, endpoint, message.body))
  }
  return statuses
}

const send = (state: State, { url, secret }: Endpoint, body: string): Promise<number> =>
  fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Stripe-Signature": signatureOf(body, secret, seconds(state)),
    },
    body,
  }).then(
    ({ status }) => status,
    () => 0,
  )
