import type { LoaderFunctionArgs } from "@remix-run/node"
import { cancelAttempt } from "~/models/subscription/subscription-attempt.server"
import { requireMemberPaidOrNot } from "~/utils/http/guards.server"
import { redirectWithToast } from "~/utils/http/toast.server"
import { paths } from "~/utils/paths"

/** PayPal's way back without an agreement (see provider-returns.ts): closes the try and says what happened. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "subscription:pay")
  const query = new URL(request.url).searchParams
  const isDeclined = query.has("error")
  const attemptId = query.get("attempt")
  if (attemptId) cancelAttempt(actor, attemptId, isDeclined ? "declined" : "cancelled")
  return redirectWithToast(
    paths.selectPlan(),
    isDeclined
      ? {
          title: "Payment Error",
          text: "There was an error processing your payment. Please try again.",
          tone: "bad",
        }
      : { title: "Payment Cancelled", text: "Your subscription setup was cancelled.", tone: "bad" },
  )
}
