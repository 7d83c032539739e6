import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PracticeNote } from "~/components/public/practice-note"
import { PublicShell } from "~/components/public/public-shell"
import { RegistrationSteps } from "~/components/public/registration-steps"
import { activationData } from "~/components/subscription/activation-data"
import { confirmSubscription } from "~/models/subscription/confirm-subscription.server"
import { requireMemberPaidOrNot } from "~/utils/http/guards.server"
import { notFound } from "~/utils/http/responses.server"
import { redirectWithToast } from "~/utils/http/toast.server"
import { paths } from "~/utils/paths"
import { paymentsArePractice } from "~/utils/paypal/provider-pages.server"
import { isKeptElsewhere } from "~/utils/replication/kept-elsewhere.server"

/** Looks are 2 s apart; the note comes after 10 s, and after 20 s the page looks seldom (spec §9). */
const finalizingFrom = 5
const seldomFrom = 10

/** PayPal's way back (see provider-returns.ts): asks the provider, and activates what is paid. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "subscription:pay")
  const query = new URL(request.url).searchParams
  const subscriptionId = query.get("subscription_id")
  const attemptId = query.get("attempt")
  if (!subscriptionId && !attemptId) throw redirect(paths.selectPlan())

  const confirmation = await confirmSubscription(
    actor,
    subscriptionId ? { providerSubscriptionId: subscriptionId } : { attemptId: attemptId ?? "" },
  )
  switch (confirmation.state) {
    case "active":
      // Bounded, and nothing depends on it: another machine would ask PayPal again.
      await isKeptElsewhere()
      throw redirect(paths.paymentSuccess(confirmation.subscriptionId), 303)
    case "unknown":
      throw notFound()
    case "mismatch":
      throw await redirectWithToast(paths.selectPlan(), {
        title: "Payment Error",
        text: "PayPal reports something other than the plan you chose, so nothing was activated. Write to us: we can see this case.",
        tone: "bad",
      })
    case "ended":
      throw await redirectWithToast(paths.selectPlan(), {
        title: "Payment Cancelled",
        text: "Your subscription setup was cancelled.",
        tone: "bad",
      })
  }
  const check = Math.min(Math.max(Number.parseInt(query.get("check") ?? "0", 10) || 0, 0), seldomFrom)
  const lookAgainAt = paths.selectPlanReturn({ attempt: confirmation.attemptId, check: String(check + 1) })
  return {
    isSolo: actor.school.kind === "solo",
    isFinalizing: check >= finalizingFrom,
    lookAgainAt,
    refreshWithoutScript: `${check < seldomFrom ? 2 : 30};url=${lookAgainAt}`,
    isPractice: paymentsArePractice(),
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
      <main id="main" className="wrap blk" {...activationData({ isSolo, isApproved: true })}>
        <h1>Activating your subscription...</h1>
        {isPractice ? <PracticeNote /> : null}
        {isFinalizing ? (
          <p role="status">Finalizing setup - your account will be ready shortly</p>
        ) : (
          <p role="status">We are asking PayPal whether the payment has arrived.</p>
        )}
        <p className="dim">
          You can close this page: your school opens by itself as soon as PayPal confirms, and we write to
          you.
        </p>
        <p>
          <a href={lookAgainAt}>Look again</a>
        </p>
      </main>
    </PublicShell>
  )
}
