import { formTokenOf } from "~/http/form-token.server"
import type { SignIn } from "~/models/accounts/sign-in/sign-in"
import {
  opensOver,
  promptOf,
  type SubscriptionPrompt,
} from "~/models/accounts/subscription/subscription-prompt"
import { may } from "~/models/foundation/access/permissions"

/** The prompt over this page for the office of a school without an active subscription, if any. */
export function askedToSubscribe(
  viewer: SignIn,
  pathname: string,
): { prompt: SubscriptionPrompt; formToken: string } | null {
  const { membership } = viewer
  if (!membership || !may(membership.role, "subscription:pay")) return null
  // Paying would not reopen the school.
  if (membership.access === "held") return null
  const prompt = promptOf(membership.subscriptionStatus, membership.school.kind)
  return prompt && opensOver(prompt, pathname) ? { prompt, formToken: formTokenOf(viewer) } : null
}
