import type { LoaderFunctionArgs } from "@remix-run/node"
import { requireMemberPaidOrNot } from "~/http/guards.server"
import { cancelAttempt } from "~/models/accounts/subscription/subscription-attempt.server"
import { backToPlans, paymentCancelled, paymentFailed } from "./back-to-plans.server"

/** The provider's return address without an agreement (see provider-returns.ts): ends the attempt and shows a message. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "subscription:pay")
  const query = new URL(request.url).searchParams
  const isDeclined = query.has("error")
  const attemptId = query.get("attempt") ?? ""
  if (attemptId) cancelAttempt(actor, attemptId, isDeclined ? "declined" : "cancelled")
  return backToPlans(request, actor, { attemptId }, isDeclined ? paymentFailed : paymentCancelled)
}
