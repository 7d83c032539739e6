import type { LoaderFunctionArgs } from "@remix-run/node"
import { notFound, requireMemberPaidOrNot } from "~/http/guards.server"
import { redirectWithToast } from "~/http/toast.server"
import { planCatalogue } from "~/models/accounts/plan/plan-catalogue"
import { confirmSubscription } from "~/models/accounts/subscription/confirm-subscription.server"
import { dropOpenChanges, findOpenChange, whyClosed } from "~/models/accounts/subscription/plan-change.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import {
  cancelAttempt,
  findSubscription,
  findSubscriptionStatus,
} from "~/models/accounts/subscription/subscription-attempt.server"
import { leaveToastOf } from "~/models/accounts/subscription/subscription-prompt"
import type { Actor } from "~/models/foundation/access/actor"
import { isReplicated } from "~/providers/replication/replicated.server"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { localDate } from "~/utils/zones"

/** The provider's way back from a plan change (see provider-returns.ts): asks the provider which plan it bills. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "subscription:pay")
  const back =
    findSubscriptionStatus(actor) === "active" ? paths.subscriptionSettings() : paths.subscription()
  const query = new URL(request.url).searchParams
  const attemptId = query.get("attempt")
  if (query.has("cancelled")) {
    if (attemptId) cancelAttempt(actor, attemptId, query.has("error") ? "declined" : "cancelled")
    dropOpenChanges(actor)
    return redirectWithToast(back, leaveToastOf("upgrade", whyClosed(actor)))
  }
  if (attemptId) {
    const { state } = await confirmSubscription(actor, { attemptId })
    if (state === "active") await isReplicated()
    else if (state === "unknown") throw notFound()
    else return redirectWithToast(back, upgradeToasts[state])
  } else await reconcileSubscription(actor)
  if (findOpenChange(actor)) return redirectWithToast(back, upgradeToasts.waiting)
  return redirectWithToast(back, planInForce(actor))
}

function planInForce(actor: Actor): string {
  const { plan, interval, nextPlan, nextInterval, paidUntil } = findSubscription(actor) ?? {}
  if (!plan) return "Your subscription is up to date."
  if (!nextPlan || !paidUntil) return `Your plan is ${planCatalogue[plan].name}, billed ${interval}.`
  const until = formatDate(localDate(paidUntil, actor.school.timeZone), "full")
  return `Your plan will be ${planCatalogue[nextPlan].name}, billed ${nextInterval}, from ${until}.`
}

const notYet = {
  title: "Plan not changed yet",
  text: `${platformProvider} hasn’t confirmed the change. We’ll apply it as soon as it does.`,
  tone: "bad",
} as const

/** The toasts for a larger plan that isn't paid; the plan stays the same. */
const upgradeToasts = {
  waiting: notYet,
  unreachable: notYet,
  unanswered: notYet,
  ended: {
    title: "Plan not changed",
    text: `${platformProvider} couldn’t take the payment. Check your payment method in ${platformProvider} and try again.`,
    tone: "bad",
  },
  mismatch: {
    title: "Payment Error",
    text: `${platformProvider} reports a different plan from the one you chose, so we didn’t change anything. Contact us and we’ll sort it out.`,
    tone: "bad",
  },
  superfluous: {
    title: "Payment Error",
    text: `Your plan had already changed, so we canceled this second payment at ${platformProvider}. Contact us for a refund of anything it charged.`,
    tone: "bad",
  },
} as const
