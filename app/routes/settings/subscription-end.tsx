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
import { joinNames } from "~/utils/join-names"
import { paths } from "~/utils/paths"

/** Cancels the renewal; the page names the consequences before the button is pressed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "subscription:pay")
  const { standing, isAtProvider, paidUntil, planName } = findSubscriptionView(actor)
  if (!isAtProvider || standing.kind === "ending") throw redirect(paths.subscriptionSettings())
  const { students, teachers } = findPlanUsage(actor)
  return {
    paidUntil: paidUntil ?? "the end of the paid period",
    planName: planName ?? "your plan",
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
      title: "Not canceled",
      text: planChangeRefusals[ended.reason],
      tone: "bad",
    })
  await reconcileSubscription(actor)
  return redirectWithToast(paths.subscriptionSettings(), "Subscription canceled. It won’t renew.")
}

export const meta: MetaFunction = () => [{ title: "Cancel subscription · Tutti" }]

export default function SubscriptionEnd() {
  const { paidUntil, planName, students, teachers } = useLoaderData<typeof loader>()
  return (
    <div className="stack narrow">
      <PageHead
        back={{ to: paths.subscriptionSettings(), label: "Subscription" }}
        title={`Cancel ${planName} on ${paidUntil}?`}
      />
      <p>Everything stays available until then. Afterward:</p>
      <ul className="rows">
        <li>PayPal won’t charge you again.</li>
        <li>
          {joinNames([
            "You",
            ...(teachers ? [countOf(teachers, "teacher")] : []),
            ...(students ? [`the families of ${countOf(students, "student")}`] : []),
          ])}{" "}
          lose access. Teachers and families see that the account is paused and who to contact.
        </li>
        <li>Families can’t see or pay invoices, and no reminders are sent.</li>
        <li>Your data is kept. You can still download everything and choose a plan again anytime.</li>
      </ul>
      <p>This can’t be undone: PayPal can’t resume a canceled subscription.</p>
      <PostForm>
        <p className="buttons">
          <SubmitButton intent="end" variant="danger-primary" pending="Canceling…">
            Cancel on {paidUntil}
          </SubmitButton>
          <Link to={paths.subscriptionSettings()}>Keep subscription</Link>
        </p>
      </PostForm>
    </div>
  )
}
