import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PracticeNote } from "~/components/public/practice-note"
import { PublicShell } from "~/components/public/public-shell"
import { RegistrationSteps } from "~/components/public/registration-steps"
import { activationData } from "~/components/subscription/activation-data"
import { findSubscriptionStatus } from "~/models/subscription/subscription-attempt.server"
import { requireMemberPaidOrNot } from "~/utils/http/guards.server"
import { paths } from "~/utils/paths"
import { paymentsArePractice } from "~/utils/paypal/provider-pages.server"

/** Only reads: activating is done on the way here, by the job, or by the provider's word, never by this address. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "subscription:pay")
  const subscription = new URL(request.url).searchParams.get("subscription") ?? undefined
  const isActive = findSubscriptionStatus(actor) === "active"
  return {
    isActive,
    isSolo: actor.school.kind === "solo",
    hereAgain: paths.paymentSuccess(subscription?.slice(0, 64)),
    ...(isActive ? { refreshWithoutScript: `0;url=${paths.dashboard()}` } : {}),
    isPractice: paymentsArePractice(),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.isActive ? "Payment Successful · Tutti" : "Payment not confirmed yet · Tutti" },
  { name: "robots", content: "noindex" },
]

export default function PaymentSuccess() {
  const { isActive, isSolo, hereAgain, isPractice } = useLoaderData<typeof loader>()
  const waiting = isActive ? {} : activationData({ isSolo })
  return (
    <PublicShell aside={<RegistrationSteps current="Payment" />}>
      <main id="main" className="wrap blk" {...waiting}>
        {isActive ? (
          <>
            <h1>Payment Successful</h1>
            <p role="status">
              Redirecting to your dashboard.{" "}
              <a href={paths.dashboard()} data-follow-after="100">
                Go there now
              </a>
            </p>
          </>
        ) : (
          <>
            <h1>Your payment is still being confirmed</h1>
            <p role="status">
              Your school opens as soon as PayPal says that the payment has arrived.{" "}
              <a href={hereAgain}>Look again</a>
            </p>
            <p className="dim">
              Nothing was approved on PayPal yet? <a href={paths.selectPlan()}>Choose your plan</a>
            </p>
          </>
        )}
        {isPractice ? <PracticeNote /> : null}
      </main>
    </PublicShell>
  )
}
