import { transact } from "db/client.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { followFailure, listFailuresToFollow } from "~/models/accounts/subscription/renewal-failure.server"
import type { Actor } from "~/models/foundation/access/actor"
import { isNoAnswer } from "~/providers/payment-provider"
import { inSchool } from "./in-school.server"

/**
 * Every hour: reminds schools whose grace period ends soon, and closes those whose grace period is over. Each is asked about
 * first, since the message that it has paid may not have come; one that isn't answered for waits for the coming turn.
 */
export async function followFailedRenewals() {
  for (const { schoolId } of listFailuresToFollow()) {
    const state = await inSchool(schoolId, followAfterAsking)
    if (state === "unreachable") return
  }
}

async function followAfterAsking(actor: Actor) {
  const state = await reconcileSubscription(actor)
  if (!isNoAnswer(state)) transact(() => followFailure(actor))
  return state
}
