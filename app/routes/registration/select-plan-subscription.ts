import type { ActionFunctionArgs } from "@remix-run/node"
import { requireMemberPaidOrNot } from "~/http/guards.server"
import { answerJson, onlyPost, refuseJson } from "~/http/json.server"
import { readForm } from "~/http/read-form.server"
import { SelectPlanForm } from "~/models/accounts/subscription/select-plan-form"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import { couponProblems } from "~/texts/accounts/refusals"
import { paths } from "~/utils/paths"

/** For the provider's own buttons: the subscription to approve, for the plan of the form around them. `to` is where to go on when there is none. */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "subscription:pay")
  const submission = readForm(await request.formData(), { schema: SelectPlanForm })
  if (submission.status !== "success") return refuseJson("Choose a plan and a billing period.", 400)

  const started = await startSubscription(actor, submission.value)
  if (started.ok) return answerJson({ subscriptionId: started.subscriptionId }, 201)
  switch (started.reason) {
    case "held":
      return answerJson(
        { message: "Your account is suspended. Contact support.", to: paths.accountPaused() },
        409,
      )
    case "already-active":
      return answerJson({ message: "Your subscription is active.", to: paths.dashboard() }, 409)
    case "already-approved":
      return answerJson(
        {
          message: "You’ve already approved this payment.",
          to: paths.selectPlanReturn({ attempt: started.attemptId }),
        },
        409,
      )
    case "code":
      return refuseJson(couponProblems[started.problem], 400)
    case "plan-not-offered":
      return refuseJson("This plan isn’t available for your type of school.", 400)
    case "provider-unavailable":
      return refuseJson("There was an error processing your payment. Please try again.", 502)
  }
}

export async function loader({ request }: ActionFunctionArgs) {
  await requireMemberPaidOrNot(request, "subscription:pay")
  return onlyPost()
}
