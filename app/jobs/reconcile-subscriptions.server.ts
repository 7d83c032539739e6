import { confirmSubscription } from "~/models/accounts/subscription/confirm-subscription.server"
import { listAttemptsToAskAbout } from "~/models/accounts/subscription/subscription-attempt.server"
import { schoolActor } from "~/models/foundation/access/actor.server"

/**
 * Asks the provider about every try that may have been approved while no one came back: a school whose buyer closed
 * the tab is activated by this. Stops while the provider can't be reached; the coming turn asks again. One that alone isn't
 * answered doesn't hold up the others.
 */
export async function reconcileSubscriptions() {
  for (const { schoolId, attemptId } of listAttemptsToAskAbout()) {
    const actor = schoolActor(schoolId)
    const confirmation = actor && (await confirmSubscription(actor, { attemptId }))
    if (confirmation?.state === "unreachable") return
  }
}
