import { transact } from "db/client.server"
import { listHeldRefunds } from "~/models/accounts/platform-payment/refund-state.server"
import { listWatchedOrphans, settleOrphan } from "~/models/accounts/school/orphaned-subscription.server"
import { holdAtProvider } from "~/models/accounts/subscription/hold-at-provider.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { endReplacedSubscription } from "~/models/accounts/subscription/replaced-subscription.server"
import { listSchoolsToReconcile } from "~/models/accounts/subscription/subscription-attempt.server"
import { followRefund } from "~/models/accounts/subscription/told-refund.server"
import type { Actor } from "~/models/foundation/access/actor"
import { schoolActor } from "~/models/foundation/access/actor.server"
import type { JobData } from "~/models/foundation/job/job"
import { queueJob, reviveJob } from "~/models/foundation/job/job.server"
import { isNoAnswer } from "~/providers/payment-provider"

const portion = 100

/**
 * Every hour, a portion a job: asks the provider about each running subscription, so that a renewal, a failed payment, a
 * cancellation and an end are seen even when no message came; first about each refund that it held. Each kind stops while
 * the provider can't be reached; one that alone isn't answered doesn't hold up the others.
 */
export async function reconcileStandingSubscriptions({
  after = "",
}: JobData["reconcile-standing-subscriptions"]) {
  if (after === "") {
    for (const orphan of listWatchedOrphans()) if ((await settleOrphan(orphan)) === "unreachable") break
    await followHeldRefunds()
  }
  const schoolIds = listSchoolsToReconcile(after, portion)
  for (const schoolId of schoolIds) {
    const actor = schoolActor(schoolId)
    if (actor && (await reconcileSubscription(actor)) === "unreachable") return
  }
  const last = schoolIds.at(-1)
  if (!last || schoolIds.length < portion) return
  const uniqueKey = `reconcile-standing-subscriptions>${last}`
  transact(() => {
    queueJob({ kind: "reconcile-standing-subscriptions", payload: { after: last }, uniqueKey })
    // One of an earlier hour that was given up doesn't keep the schools behind it from this one.
    reviveJob(uniqueKey)
  })
}

/** Asks about each refund that the provider holds, of one school or of all. False when one wasn't answered. */
export async function followHeldRefunds(school?: Actor): Promise<boolean> {
  let [after, areAnswered] = ["", true]
  for (let held = listHeldRefunds({ school }); held.length > 0; held = listHeldRefunds({ school, after }))
    for (const refund of held) {
      after = refund.id
      const actor = refund.schoolId ? schoolActor(refund.schoolId) : undefined
      const state = await followRefund(refund, actor)
      if (state === "unreachable") return false
      if (state === "unanswered") areAnswered = false
    }
  return areAnswered
}

/** One school's, soon after something changed; throws while the provider cannot be asked, so that it comes again. */
export async function reconcileOneSubscription({ schoolId }: JobData["reconcile-subscription"]) {
  const actor = schoolActor(schoolId)
  if (actor && isNoAnswer(await reconcileSubscription(actor)))
    throw new Error("The provider cannot be asked just now")
}

/** One that another has taken the place of: it is ended, or the job comes again. */
export async function endOneReplaced({ schoolId, subscriptionId }: JobData["end-replaced-subscription"]) {
  const actor = schoolActor(schoolId)
  if (actor && (await endReplacedSubscription(actor, subscriptionId)) === "unreachable")
    throw new Error("The provider cannot be asked just now")
}

/** A school that our staff suspended or reopened: the provider follows, or the job comes again. */
export async function holdOneAtProvider({ schoolId }: JobData["hold-at-provider"]) {
  const actor = schoolActor(schoolId)
  if (!actor) return
  if ((await holdAtProvider(actor)) === "unreachable" || isNoAnswer(await reconcileSubscription(actor)))
    throw new Error("The provider cannot be asked just now")
}
