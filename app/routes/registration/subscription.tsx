import { parseWithZod } from "@conform-to/zod/v4"
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { PracticeNote } from "~/components/public/practice-note"
import { PublicShell } from "~/components/public/public-shell"
import { ChangePlan } from "~/components/subscription/change-plan"
import { EndRenewal } from "~/components/subscription/end-renewal"
import { PromptChoices } from "~/components/subscription/prompt-choices"
import { Toast } from "~/components/ui/toast"
import { homeOf } from "~/models/access/homes"
import { may } from "~/models/access/permissions"
import { planCatalogue } from "~/models/plan/plan-catalogue"
import { mostSaved, planOffer, plansFor, savingText } from "~/models/plan/plan-offer"
import { planChangeRefusals } from "~/models/subscription/plan-change"
import { endRenewal, startPlanChange } from "~/models/subscription/plan-change.server"
import { reconcileSubscription } from "~/models/subscription/reconcile-subscription.server"
import { SelectPlanForm } from "~/models/subscription/select-plan-form"
import { findSubscription } from "~/models/subscription/subscription-attempt.server"
import { promptOf } from "~/models/subscription/subscription-prompt"
import { standingOf } from "~/models/subscription/subscription-standing"
import { formatDate, localDate } from "~/utils/dates"
import { formTokenOf } from "~/utils/http/form-token.server"
import { actorOf, findViewer, requireMemberPaidOrNot } from "~/utils/http/guards.server"
import { invalid } from "~/utils/http/responses.server"
import { redirectWithToast } from "~/utils/http/toast.server"
import { paths } from "~/utils/paths"
import { paymentsArePractice } from "~/utils/paypal/provider-pages.server"

/** The school's subscription in words, and what to do about it; a visitor finds the ways in (spec §2). */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findViewer(request)
  if (!viewer) return { school: null }
  const { user, membership } = viewer
  if (!membership || !may(membership.role, "subscription:pay"))
    throw redirect(homeOf({ isSuperAdmin: user.isSuperAdmin, role: membership?.role ?? null }))
  const { school, subscriptionStatus } = membership
  const subscription = findSubscription(actorOf(viewer))
  const paidUntil = subscription?.paidUntil
    ? formatDate(localDate(subscription.paidUntil, school.timeZone), "full")
    : null
  const isOpen = subscriptionStatus === "active"
  const offers = plansFor(school.kind).map(planOffer)
  const { plan, interval } = subscription ?? {}
  return {
    school: school.name,
    formToken: formTokenOf(viewer.id),
    standing: standingOf(subscription?.status ?? "pending", { isOpen, paidUntil, schoolName: school.name }),
    prompt: promptOf(subscriptionStatus, school.kind),
    planName: plan ? planCatalogue[plan].name : null,
    interval: interval ?? null,
    price: plan && interval ? planOffer(plan).total[interval] : null,
    paidUntil,
    chosen: { plan: plan ?? null, interval: interval ?? null },
    offers: offers.map((offer) => ({ ...offer, ...offer.price, saving: savingText(offer) })),
    mostSaved: mostSaved(offers),
    isAtProvider: Boolean(subscription?.providerSubscriptionId),
    isPractice: paymentsArePractice(),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "subscription:pay")
  const form = await request.formData()
  if (form.get("intent") === "end") {
    const ended = await endRenewal(actor)
    if (!ended.ok)
      return redirectWithToast(paths.subscription(), {
        title: "Not ended",
        text: planChangeRefusals[ended.reason],
        tone: "bad",
      })
    await reconcileSubscription(actor)
    return redirectWithToast(paths.subscription(), "Your subscription does not renew any more.")
  }
  const submission = parseWithZod(form, { schema: SelectPlanForm })
  if (submission.status !== "success") return invalid(submission)
  const started = await startPlanChange(actor, submission.value)
  if (started.ok) return redirect(started.approveUrl ?? paths.subscriptionReturn(), 303)
  return invalid(
    submission,
    { form: planChangeRefusals[started.reason] },
    started.reason === "provider-unavailable" ? 502 : 400,
  )
}

export const meta: MetaFunction = () => [
  { title: "Subscription · Tutti" },
  { name: "robots", content: "noindex" },
]

export default function Subscription() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const problems = Object.values(answer?.result.error ?? {}).flatMap((messages) => messages ?? [])
  if (page.school === null) return <ForVisitors />
  const { standing, prompt, planName, interval, price, paidUntil, formToken } = page
  return (
    <PublicShell>
      <main id="main" className="wrap blk">
        {problems.length > 0 ? (
          <Toast tone="failed" title="Nothing was changed">
            {problems.join(" ")}
          </Toast>
        ) : null}
        <p className="expr">{page.school}</p>
        <h1>{prompt?.title ?? "Your subscription"}</h1>
        {prompt ? <p className="lede">{prompt.text}</p> : null}
        <dl className="led">
          <Fact label="State" value={standing.heading} />
          {planName ? <Fact label="Plan" value={planName} /> : null}
          {interval && price ? <Fact label="Billed" value={`${interval}, ${price}`} /> : null}
          {paidUntil ? <Fact label="Paid until" value={paidUntil} /> : null}
        </dl>
        <p>{standing.text}</p>
        {prompt ? (
          <PromptChoices prompt={prompt} formToken={formToken} />
        ) : (
          <p>
            <a className="btn" href={paths.dashboard()}>
              Go to your dashboard
            </a>
          </p>
        )}
        {page.isPractice ? <PracticeNote /> : null}
        {standing.kind === "running" && !page.isAtProvider ? (
          <p className="dim">
            This subscription is not billed through PayPal. <a href={paths.contact()}>Write to us</a> to
            change or end it.
          </p>
        ) : null}
        {standing.kind === "running" && page.isAtProvider ? (
          <>
            <ChangePlan
              offers={page.offers}
              mostSaved={page.mostSaved}
              chosen={page.chosen}
              formToken={formToken}
            />
            <EndRenewal paidUntil={paidUntil ?? ""} formToken={formToken} />
          </>
        ) : null}
      </main>
    </PublicShell>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd className="long">{value}</dd>
  </div>
)

function ForVisitors() {
  return (
    <PublicShell>
      <main id="main" className="wrap blk">
        <h1>Your subscription</h1>
        <p className="lede">
          Log in to see your school’s plan, until when it is paid, and what you can change.
        </p>
        <p className="btns">
          <a className="btn go" href={paths.login(paths.subscription())}>
            Log in
          </a>
          <a className="btn" href={paths.selectPlan()}>
            See the plans
          </a>
        </p>
      </main>
    </PublicShell>
  )
}
