import { transact } from "db/client.server"
import type { Actor } from "~/models/foundation/access/actor"
import { PayPalError } from "~/providers/paypal/http.server"
import type { CouponProblem } from "~/texts/accounts/refusals"
import { log } from "~/utils/log.server"
import type { Result } from "~/utils/result"
import { discountFor, tryCode } from "../coupon/coupon.server"
import { discountedPlan } from "../coupon/discounted-plan.server"
import type { PlanInterval, PlanKey } from "../plan/plan-catalogue"
import { providerPlanOf } from "../plan/provider-plan.server"
import { type AttemptTerms, openAttempt, type SubscriptionAttempt } from "./subscription-attempt.server"

export type OpenedAttempt = Result<{ attempt: SubscriptionAttempt }, CouponProblem | "provider-unavailable">

/**
 * Opens a try to subscribe with the code typed, if any. The code is looked at before the provider is asked for its plan,
 * and again in the transaction that takes a use of it: of two at once who take the last, one gets it.
 */
export async function openWithCode(
  actor: Actor,
  {
    plan,
    interval,
    code,
    replacing,
  }: { plan: PlanKey; interval: PlanInterval; code: string | undefined } & Pick<AttemptTerms, "replacing">,
): Promise<OpenedAttempt> {
  const choice = { plan, interval }
  const found = await tryCode(actor, code ?? "", choice)
  if (!found.ok) return found
  const { couponId } = found
  try {
    const providerPlanId =
      couponId === null
        ? providerPlanOf(plan, interval)
        : await discountedPlan(choice, { ...found, couponId })
    return transact((): OpenedAttempt => {
      const discount = discountFor(actor, code, choice)
      if (!discount.ok) return discount
      const terms = { ...choice, providerPlanId, discount, ...(replacing && { replacing }) }
      return { ok: true, attempt: openAttempt(actor, terms) }
    })
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    log.warn({ err: error, couponId }, "PayPal did not make a plan for a coupon")
    return { ok: false, reason: "provider-unavailable" }
  }
}
