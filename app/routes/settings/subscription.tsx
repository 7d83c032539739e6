import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ChangePlan, changeFormId } from "~/components/accounts/subscription/change-plan"
import { OpenChange } from "~/components/accounts/subscription/open-change"
import { Receipts } from "~/components/accounts/subscription/receipt-table"
import { StandingSteps } from "~/components/accounts/subscription/standing-steps"
import { SubscriptionFacts } from "~/components/accounts/subscription/subscription-facts"
import { AnswerSummary } from "~/components/form/answer-summary"
import { PracticeNote } from "~/components/public/practice-note"
import type { FramedPage } from "~/components/shell/frame"
import { Link } from "~/components/ui/link"
import { UsageMeter } from "~/components/ui/usage-meter"
import { chosenPlan } from "~/http/chosen-plan"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { couponProblems } from "~/models/accounts/coupon/coupon"
import { isPlanFor } from "~/models/accounts/plan/plan-catalogue"
import { mostSaved, planOffer, plansFor, savingText } from "~/models/accounts/plan/plan-offer.server"
import { keepSubscription } from "~/models/accounts/subscription/keep-subscription.server"
import { payDue } from "~/models/accounts/subscription/pay-due.server"
import { planChangeRefusals } from "~/models/accounts/subscription/plan-change"
import { dropOpenChanges, startPlanChange } from "~/models/accounts/subscription/plan-change.server"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { resumeSubscription } from "~/models/accounts/subscription/resume-subscription.server"
import { SelectPlanForm } from "~/models/accounts/subscription/select-plan-form"
import {
  findSubscriptionView,
  listChangeTerms,
  openChangeText,
  quoteUpgrade,
} from "~/models/accounts/subscription/subscription-view.server"
import { listReceipts, receiptsPerPage } from "~/models/platform/platform/platform-receipts.server"
import { paymentsArePractice, providerAccountUrl } from "~/providers/paypal/provider-pages.server"
import { formatDate } from "~/utils/date-text"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { pagesAround } from "~/utils/page-number"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

/** Plan, state, next charge, usage, change, end and receipts. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "subscription:pay")
  const { school } = actor
  const page = readPage(request)
  const { plan, interval } = chosenPlan(request)
  const { rows, total } = listReceipts(actor, page)
  const { teachers, students } = findPlanUsage(actor)
  const offers = plansFor(school.kind).map(planOffer)
  const view = findSubscriptionView(actor)
  return {
    pages: paged(request, { page, perPage: receiptsPerPage, shown: rows.length, total }),
    view,
    chosen: {
      plan: plan && isPlanFor(plan, school.kind) ? plan : view.plan,
      interval: interval ?? view.interval,
    },
    openChange: openChangeText(actor),
    usage: [
      ...(school.kind === "solo" ? [] : [{ name: "Teachers", ...teachers }]),
      { name: "Students", ...students },
    ],
    offers: offers.map((offer) => ({ ...offer, ...offer.price, saving: savingText(offer) })),
    mostSaved: mostSaved(offers),
    terms: listChangeTerms(actor),
    isPractice: paymentsArePractice(),
    payPalUrl: providerAccountUrl(),
    formKey: newId(),
    receipts: rows.map(({ id, about, status, paidAt, amountMinor, currency }) => ({
      id,
      about,
      status,
      paidOn: formatDate(localDate(paidAt, school.timeZone), "medium"),
      amount: formatMoney(amountMinor, currency),
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "subscription:pay")
  const form = await request.formData()
  switch (form.get("intent")) {
    case "forget-change":
      dropOpenChanges(actor)
      return redirectWithToast(paths.subscriptionSettings(), "Plan change canceled.")
    case "pay-due": {
      const paid = await payDue(actor, String(form.get("key") ?? "").slice(0, 64) || newId())
      await reconcileSubscription(actor)
      return redirectWithToast(
        paths.subscriptionSettings(),
        paid.ok
          ? "Payment received. Your subscription continues."
          : { title: "Not paid", text: planChangeRefusals[paid.reason], tone: "bad" },
      )
    }
    case "keep": {
      const kept = await keepSubscription(actor)
      if (kept.ok) await reconcileSubscription(actor)
      return redirectWithToast(
        paths.subscriptionSettings(),
        kept.ok
          ? "Subscription kept. It renews as before."
          : { title: "Not changed", text: planChangeRefusals[kept.reason], tone: "bad" },
      )
    }
    case "resume": {
      const resumed = await resumeSubscription(actor)
      await reconcileSubscription(actor)
      return redirectWithToast(
        paths.subscriptionSettings(),
        resumed.ok
          ? "Subscription resumed."
          : { title: "Not resumed", text: planChangeRefusals[resumed.reason], tone: "bad" },
      )
    }
  }
  const submission = readForm(form, { schema: SelectPlanForm })
  if (submission.status !== "success") return invalid(submission)
  if (form.get("intent") === "check-code") {
    const quote = await quoteUpgrade(actor, submission.value.code ?? "")
    return quote.ok
      ? { result: asTyped(submission), quote }
      : invalid(submission, { code: couponProblems[quote.reason] })
  }
  const started = await startPlanChange(actor, submission.value)
  if (started.ok) return redirect(started.approveUrl ?? paths.subscriptionReturn(), 303)
  if (started.reason === "code") return invalid(submission, { code: couponProblems[started.problem] })
  return invalid(
    submission,
    { form: started.reason === "over-limits" ? started.text : planChangeRefusals[started.reason] },
    started.reason === "provider-unavailable" ? 502 : 400,
  )
}

export const handle: FramedPage = {
  title: "Subscription",
  column: "stack narrow",
}

export const meta: MetaFunction = ({ location }) => [
  { title: "Subscription · Tutti" },
  ...(location.pathname === paths.subscriptionSettings()
    ? []
    : [{ tagName: "link", rel: "canonical", href: paths.subscriptionSettings() }]),
]

export default function SubscriptionSettings() {
  const data = useLoaderData<typeof loader>()
  const { view, usage, openChange, receipts, pages } = data
  const answer = useActionData<typeof action>()
  const result = answer?.result
  const { standing, isAtProvider } = view
  return (
    <>
      <AnswerSummary formId={changeFormId} result={result} />
      <SubscriptionFacts view={view} />
      {data.isPractice ? <PracticeNote /> : null}
      <StandingSteps view={view} formKey={data.formKey} payPalUrl={data.payPalUrl} />
      <section className="section" aria-labelledby="usage">
        <h2 id="usage">Usage</h2>
        <div className="usage">
          {usage.map(({ name, used, limit }) => (
            <UsageMeter key={name} name={name} used={used} limit={limit ?? "unlimited"} />
          ))}
        </div>
      </section>
      <OpenChange change={openChange} />
      {standing.kind === "active" && !isAtProvider ? (
        <p className="dim">
          This subscription isn’t billed through PayPal. <a href={paths.contact()}>Contact us</a> to change or
          cancel it.
        </p>
      ) : null}
      {standing.kind === "active" && isAtProvider ? (
        <ChangePlan
          offers={data.offers}
          mostSaved={data.mostSaved}
          chosen={data.chosen}
          terms={data.terms}
          result={result}
          quote={answer && "quote" in answer ? answer.quote : undefined}
        />
      ) : null}
      <Receipts rows={receipts} total={pages.total} pages={pagesAround(pages, paths.subscriptionSettings)} />
      {isAtProvider && standing.kind !== "ending" ? (
        <section className="section" aria-labelledby="end">
          <h2 id="end">Cancel subscription</h2>
          <p>
            <Link to={paths.endSubscription()}>See what happens when you cancel</Link>
          </p>
        </section>
      ) : null}
    </>
  )
}
