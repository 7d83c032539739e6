import { transact } from "db/client.server"
import { confirmSubscription } from "~/models/accounts/subscription/confirm-subscription.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { findNewestAttempt, findPaidStatus } from "~/models/accounts/subscription/subscription-attempt.server"
import { settleCases } from "~/models/accounts/subscription-case/subscription-case.server"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { platformProvider } from "~/utils/payment-providers"
import { recordStaffAct } from "../staff-act/staff-act.server"

/** What staff learn from asking: the words for the message after it. */
export const checkedTexts = {
  same: `Tutti and ${platformProvider} match.`,
  changed: `Updated to match ${platformProvider}.`,
  unreachable: `We can’t reach ${platformProvider} right now. Try again in a minute.`,
  none: `This school has no ${platformProvider} subscription.`,
} as const

export type Checked = keyof typeof checkedTexts

/** Platform staff ask the provider about a school, now: its running subscription, or its newest try. In the school's log. */
export async function checkWithProvider(staff: SuperActor, school: Actor): Promise<Checked> {
  const before = findPaidStatus(school)
  const checked = await ask(school)
  transact(() => {
    recordStaffAct(staff, school, {
      verb: "check-with-provider",
      reason: checkedTexts[checked],
      told: `Support checked the subscription with ${platformProvider}.`,
    })
    if (before !== "active" && findPaidStatus(school) === "active") settleCases(school, "activation-asked")
  })
  return checked
}

async function ask(school: Actor): Promise<Checked> {
  const before = findPaidStatus(school)
  const attempt = findNewestAttempt(school)
  if (attempt && attempt.state !== "activated") {
    const { state } = await confirmSubscription(school, { attemptId: attempt.id })
    if (state === "unreachable") return state
  }
  const reconciled = await reconcileSubscription(school)
  if (reconciled !== "none") return before === findPaidStatus(school) ? reconciled : "changed"
  return attempt ? "same" : "none"
}
