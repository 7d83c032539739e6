import type { LoaderFunctionArgs } from "@remix-run/node"
import { planCatalogue } from "~/models/plan/plan-catalogue"
import { dropOpenChanges, findOpenChange } from "~/models/subscription/plan-change.server"
import { reconcileSubscription } from "~/models/subscription/reconcile-subscription.server"
import { findSubscription, findSubscriptionStatus } from "~/models/subscription/subscription-attempt.server"
import { leaveToasts } from "~/models/subscription/subscription-prompt"
import { requireMemberPaidOrNot } from "~/utils/http/guards.server"
import { redirectWithToast } from "~/utils/http/toast.server"
import { paths } from "~/utils/paths"

/** PayPal's way back from a plan change (see provider-returns.ts): asks the provider which plan it bills. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "subscription:pay")
  const back =
    findSubscriptionStatus(actor) === "active" ? paths.subscriptionSettings() : paths.subscription()
  if (new URL(request.url).searchParams.has("cancelled")) {
    dropOpenChanges(actor)
    return redirectWithToast(back, leaveToasts.upgrade)
  }
  await reconcileSubscription(actor)
  if (findOpenChange(actor))
    return redirectWithToast(back, {
      title: "Not changed yet",
      text: "PayPal has not confirmed the change. It is taken over as soon as PayPal does.",
      tone: "bad",
    })
  const { plan, interval } = findSubscription(actor) ?? {}
  return redirectWithToast(
    back,
    plan
      ? `Your plan is ${planCatalogue[plan].name}, billed ${interval}.`
      : "Your subscription is up to date.",
  )
}
