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
import { findViewer } from "~/http/guards.server"
import { homeOf } from "~/models/foundation/access/homes"
import { may } from "~/models/foundation/access/permissions"
import { providerPages } from "~/providers/platform-provider.server"
import { paths } from "~/utils/paths"
import { hasPlatformProvider, platformProvider } from "~/utils/payment-providers"

/** Only reads: activation happens on the way here, by the job, or by the provider's event, never by this address. */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findViewer(request)
  const query = new URL(request.url).searchParams
  const subscription = query.get("subscription")?.slice(0, 64)
  const isPractice = providerPages.arePractice()
  // A person who returns from the provider in another browser, or whose sign-in has ended.
  if (!hasPlatformProvider()) throw redirect(paths.dashboard())
  if (!viewer)
    return { isVisitor: true, loginAt: paths.login(paths.paymentSuccess(subscription)), isPractice } as const
  const { membership } = viewer
  if (!membership || !may(membership.role, "subscription:pay")) throw redirect(homeOf(viewer))
  const isActive = membership.subscriptionStatus === "active"
  const looks = looksSoFar(query)
  const hereAgain = paths.paymentSuccess(subscription, String(looks + 1))
  return {
    isVisitor: false,
    isActive,
    isSolo: membership.school.kind === "solo",
    isFinalizing: isFinalizingAt(looks),
    hereAgain,
    refreshWithoutScript: isActive ? `0;url=${paths.dashboard()}` : refreshTo(hereAgain, looks),
    isPractice,
  } as const
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.isVisitor === false && data.isActive ? "Payment Successful" : "Your payment"} · Tutti` },
  { name: "robots", content: "noindex" },
]

export default function PaymentSuccess() {
  const page = useLoaderData<typeof loader>()
  const waiting = page.isVisitor || page.isActive ? {} : activationData(page)
  return (
    <PublicShell aside={<RegistrationSteps current="Payment" />}>
      <main id="main" className="page-width page-section" {...waiting}>
        {page.isVisitor ? (
          <>
            <h1>Log in to see your payment</h1>
            <p className="intro">We’ll show you whether it went through.</p>
            <p>
              <a className="button primary" href={page.loginAt}>
                Log in
              </a>
            </p>
          </>
        ) : page.isActive ? (
          <>
            <h1>Payment Successful</h1>
            <p role="status" data-forgets-approval="">
              Redirecting to your dashboard.{" "}
              <a href={paths.dashboard()} data-follow-after="100">
                Go there now
              </a>
            </p>
          </>
        ) : (
          <>
            <h1>Your payment is still being confirmed</h1>
            {page.isFinalizing ? (
              <p role="status">Finalizing setup - your account will be ready shortly</p>
            ) : (
              <p role="status">{`Your school opens as soon as ${platformProvider} confirms the payment.`}</p>
            )}
            <p>
              <a href={page.hereAgain}>Check again</a>
            </p>
            <p className="dim">
              {`Haven’t approved the payment on ${platformProvider} yet? `}
              <a href={paths.selectPlan()}>Choose your plan</a>
            </p>
          </>
        )}
        {page.isPractice ? <PracticeNote /> : null}
      </main>
    </PublicShell>
  )
}
