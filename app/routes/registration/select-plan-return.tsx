import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import {
  activationData,
  isFinalizing as isFinalizingAt,
  looksSoFar,
  refreshTo,
} from "~/components/accounts/subscription/activation-data"
import { PracticeNote } from "~/components/public/practice-note"
import { PublicShell } from "~/components/public/public-shell"
import { RegistrationSteps } from "~/components/public/registration-steps"
import { notFound, requireMemberPaidOrNot } from "~/http/guards.server"
import { confirmSubscription } from "~/models/accounts/subscription/confirm-subscription.server"
import { providerPages } from "~/providers/platform-provider.server"
import { isReplicated } from "~/providers/replication/replicated.server"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { backToPlans, paymentCancelled } from "./back-to-plans.server"

/** The provider's way back (see provider-returns.ts): asks the provider, and activates what is paid. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "subscription:pay")
  const query = new URL(request.url).searchParams
  const subscriptionId = query.get("subscription_id")
  const attemptId = query.get("attempt")
  if (!subscriptionId && !attemptId) throw redirect(paths.selectPlan())

  const hint = subscriptionId ? { providerSubscriptionId: subscriptionId } : { attemptId: attemptId ?? "" }
  const confirmation = await confirmSubscription(actor, hint)
  switch (confirmation.state) {
    case "active":
      // Bounded and not required: another machine would ask the provider again.
      await isReplicated()
      throw redirect(paths.paymentSuccess(confirmation.subscriptionId), 303)
    case "unknown":
      throw notFound()
    case "mismatch":
      throw await backToPlans(request, actor, hint, {
        title: "Payment Error",
        text: `${platformProvider} reports a different plan from the one you chose, so we didn’t activate it. Contact us and we’ll sort it out.`,
      })
    case "superfluous":
      throw await backToPlans(request, actor, hint, {
        title: "Payment Error",
        text: `Your school already has an active subscription, so we canceled this second one at ${platformProvider}. Contact us for a refund of anything it charged.`,
      })
    case "ended":
      throw await backToPlans(request, actor, hint, paymentCancelled)
  }
  const check = looksSoFar(query)
  const lookAgainAt = paths.selectPlanReturn({
    attempt: confirmation.attemptId,
    check: String(check + 1),
    upgrade: query.get("upgrade") === "true" ? "true" : undefined,
  })
  return {
    isSolo: actor.school.kind === "solo",
    isFinalizing: isFinalizingAt(check),
    lookAgainAt,
    refreshWithoutScript: refreshTo(lookAgainAt, check),
    isPractice: providerPages.arePractice(),
  }
}

export const meta: MetaFunction = () => [
  { title: "Activating your subscription · Tutti" },
  { name: "robots", content: "noindex" },
]

export default function SelectPlanReturn() {
  const { isSolo, isFinalizing, lookAgainAt, isPractice } = useLoaderData<typeof loader>()
  return (
    <PublicShell aside={<RegistrationSteps current="Payment" />}>
      <main id="main" className="page-width page-section" {...activationData({ isSolo, isApproved: true })}>
        <h1>Activating your subscription...</h1>
        {isPractice ? <PracticeNote /> : null}
        {isFinalizing ? (
          <p role="status">Finalizing setup - your account will be ready shortly</p>
        ) : (
          <p role="status">{`We’re checking with ${platformProvider} whether your payment has arrived.`}</p>
        )}
        <p className="dim">{`You can close this page. Your school opens as soon as ${platformProvider} confirms, and we’ll email you.`}</p>
        <p>
          <a href={lookAgainAt}>Check again</a>
        </p>
      </main>
    </PublicShell>
  )
}
