import { redirectWithToast, type Toast } from "~/http/toast.server"
import { findAttempt } from "~/models/accounts/subscription/subscription-attempt.server"
import type { Actor } from "~/models/foundation/access/actor"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"

/** Returns to the plans after an unfinished payment, with the previous choice and a message. */
export function backToPlans(
  request: Request,
  actor: Actor,
  by: Parameters<typeof findAttempt>[1],
  toast: Pick<Toast, "title" | "text">,
) {
  const { plan, interval } = findAttempt(actor, by) ?? {}
  const upgrade = new URL(request.url).searchParams.get("upgrade") === "true" ? "true" : undefined
  const type = actor.school.kind === "solo" ? "solo" : undefined
  return redirectWithToast(paths.selectPlan({ plan, type, interval, upgrade }), { ...toast, tone: "bad" })
}

export const paymentCancelled = {
  title: "Payment Cancelled",
  text: "Your subscription setup was cancelled.",
}

export const paymentFailed = {
  title: "Payment Error",
  text: "There was an error processing your payment. Please try again.",
}

/** Follows it where the provider couldn't be asked: the buyer has agreed to nothing yet. */
export const providerSilent = `${platformProvider} isn’t answering right now, and you weren’t charged.`
