import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PromptChoices } from "~/components/accounts/subscription/prompt-choices"
import { SubscriptionFacts } from "~/components/accounts/subscription/subscription-facts"
import { PracticeNote } from "~/components/public/practice-note"
import { PublicShell } from "~/components/public/public-shell"
import { formTokenOf } from "~/http/form-token.server"
import { actorOf, findViewer } from "~/http/guards.server"
import { promptOf } from "~/models/accounts/subscription/subscription-prompt"
import { findSubscriptionView } from "~/models/accounts/subscription/subscription-view.server"
import { homeOf } from "~/models/foundation/access/homes"
import { may } from "~/models/foundation/access/permissions"
import { providerPages } from "~/providers/platform-provider.server"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"
import { sellsPlans } from "~/utils/sold-plans"

/** The school's subscription and its actions; a visitor finds the ways to log in and register (spec §2). */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findViewer(request)
  if (!sellsPlans()) throw redirect(paths.dashboard())
  if (!viewer) return { school: null }
  const { membership } = viewer
  if (!membership || !may(membership.role, "subscription:pay")) throw redirect(homeOf(viewer))
  const { school, subscriptionStatus, access } = membership
  if (access === "held") throw redirect(paths.accountPaused())
  return {
    school: school.name,
    formToken: formTokenOf(viewer),
    view: findSubscriptionView(actorOf(viewer)),
    prompt: promptOf(subscriptionStatus, school.kind),
    isPractice: providerPages.arePractice(),
  }
}

export const meta: MetaFunction = () =>
  publicMeta({
    title: "Your subscription · Tutti",
    description: "Your school’s plan, when it renews and what you can change.",
    path: paths.subscription(),
  })

export default function Subscription() {
  const page = useLoaderData<typeof loader>()
  if (page.school === null) return <ForVisitors />
  const { view, prompt, formToken } = page
  return (
    <PublicShell>
      <main id="main" className="page-width page-section">
        <p className="expression">{page.school}</p>
        <h1>{prompt?.title ?? "Your subscription"}</h1>
        {prompt ? <p className="intro">{prompt.text}</p> : null}
        <SubscriptionFacts view={view} />
        {prompt ? (
          <PromptChoices prompt={prompt} formToken={formToken} />
        ) : (
          <p className="buttons">
            <a className="button primary" href={paths.dashboard()}>
              Go to dashboard
            </a>{" "}
            <a className="button" href={paths.subscriptionSettings()}>
              Manage subscription
            </a>
          </p>
        )}
        {prompt?.status === "expired" ? (
          <p>
            All of your school’s data is kept. <a href={paths.schoolExport()}>Download it</a>
          </p>
        ) : null}
        {page.isPractice ? <PracticeNote /> : null}
      </main>
    </PublicShell>
  )
}

function ForVisitors() {
  return (
    <PublicShell>
      <main id="main" className="page-width page-section">
        <h1>Your subscription</h1>
        <p className="intro">Log in to see your school’s plan, when it renews and what you can change.</p>
        <p className="buttons">
          <a className="button primary" href={paths.login(paths.subscription())}>
            Log in
          </a>{" "}
          <a className="button" href={paths.selectPlan()}>
            View plans
          </a>
        </p>
      </main>
    </PublicShell>
  )
}
