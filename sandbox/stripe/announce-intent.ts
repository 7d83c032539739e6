import type { State } from "../state"
import { announce } from "./events"
import type { Intent } from "./kept"
import { showIntent } from "./objects"

/** Tells what a payment has become. */
export function announceIntent(state: State, intent: Intent) {
  const kinds = {
    processing: "processing",
    succeeded: "succeeded",
    requires_payment_method: "payment_failed",
    requires_capture: "amount_capturable_updated",
    canceled: "canceled",
  }
  announce(state, intent.account, `payment_intent.${kinds[intent.status]}`, showIntent(state, intent))
}
