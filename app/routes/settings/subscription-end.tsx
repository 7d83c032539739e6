import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { redirectWithToast } from "~/http/toast.server"
import { planChangeRefusals } from "~/models/accounts/subscription/plan-change"
import { endRenewal } from "~/models/accounts/subscription/plan-change.server"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { findSubscriptionView } from "~/models/accounts/subscription/subscription-view.server"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

/** Ends the renewal; the page names the consequences before the button is pressed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "subscription:pay")
  const { standing, isAtProvider, paidUntil, planName } = findSubscriptionView(actor)
  if (!isAtProvider || standing.kind === "ending") throw redirect(paths.subscriptionSettings())
  const { students, teachers } = findPlanUsage(actor)
  return {
    paidUntil: paidUntil ?? "the end of what is paid for",
    planName: planName ?? "the plan",
    students: students.used,
    teachers: actor.school.kind === "solo" ? 0 : teachers.used,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "subscription:pay")
  const form = await request.formData()
  if (form.get("intent") !== "end") return redirect(paths.endSubscription(), 303)
  const ended = await endRenewal(actor)
  if (!ended.ok)
    return redirectWithToast(paths.subscriptionSettings(), {
      title: "Not ended",
      text: planChangeRefusals[ended.reason],
      tone: "bad",
    })
  await reconcileSubscription(actor)
  return redirectWithToast(paths.subscriptionSettings(), "Your subscription does not renew any more.")
}

export const meta: MetaFunction = () => [{ title: "End the subscription · Tutti" }]

export default function SubscriptionEnd() {
  const { paidUntil, planName, students, teachers } = useLoaderData<typeof loader>()
  return (
    <div className="stack narrow">
      <PageHead
        back={{ to: paths.subscriptionSettings(), label: "Subscription" }}
        title={`End ${planName} on ${paidUntil}?`}
      />
      <p>Until then everything stays open. Afterwards:</p>
      <ul className="rows">
        <li>PayPal takes no further payment.</li>
        <li>
          Your pages close{teachers ? `, also for ${countOf(teachers, "teacher")}` : ""}
          {students ? ` and the families of ${countOf(students, "student")}` : ""}: they read that the
          school’s account is paused, and whom to ask.
        </li>
        <li>Families cannot see or pay invoices here, and nobody is reminded.</li>
        <li>Nothing is deleted. You can still download everything, and choose a plan again at any time.</li>
      </ul>
      <p>This cannot be taken back: PayPal does not take a cancelled subscription up again.</p>
      <PostForm>
        <p className="buttons">
          <SubmitButton intent="end" variant="danger-primary" pending="Ending…">
            End it on {paidUntil}
          </SubmitButton>
          <Link to={paths.subscriptionSettings()}>Keep it</Link>
        </p>
      </PostForm>
    </div>
  )
}
