import { z } from "zod"
import { addDuration, isForwardDuration } from "../clock"
import { settle, startBilling } from "../paypal/billing"
import { settleCapture } from "../paypal/capture"
import type { State } from "../state"

/** `advance` is an ISO 8601 duration such as P1M, or milliseconds. Time only goes forward. */
export const ClockBody = z
  .object({
    advance: z.union([
      z.string().refine(isForwardDuration, "Not a duration such as P1M"),
      z.int().positive(),
    ]),
  })
  .strict()

/** What waited for PayPal happens at once; then time passes, and every payment due on the way is made in order. */
export function advanceClock(state: State, advance: string | number) {
  state.together(() => {
    const before = state.clock.now()
    const after = typeof advance === "number" ? before + advance : addDuration(before, advance)
    for (const subscription of state.subscriptions.list()) {
      if (subscription.status === "APPROVED" && subscription.activatedBy === "system") {
        startBilling(state, subscription, before)
      }
    }
    for (const order of state.orders.list()) settleCapture(state, order, "COMPLETED")
    state.clock.moveTo(after)
    for (const subscription of state.subscriptions.list()) settle(state, subscription, after)
  })
}
