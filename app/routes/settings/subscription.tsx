import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
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
import { act, idIn, intent, intents, titled } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { asTyped } from "~/http/responses.server"
import { isPlanFor } from "~/models/accounts/plan/plan-catalogue"
import {
  mostSaved,
  planOffer,
  plansFor,
  platformMoney,
  savingText,
} from "~/models/accounts/plan/plan-price.server"
import { payDue } from "~/models/accounts/subscription/pay-due.server"
import { dropOpenChanges, startPlanChange } from "~/models/accounts/subscription/plan-change.server"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { resumeSubscription } from "~/models/accounts/subscription/resume-subscription.server"
import { SelectPlanForm } from "~/models/accounts/subscription/select-plan-form"
import { keepSubscription } from "~/models/accounts/subscription/subscription-mail.server"
import {
  findSubscriptionView,
  listChangeTerms,
  openChangeText,
  quoteUpgrade,
} from "~/models/accounts/subscription/subscription-view.server"
import { listReceipts, receiptsPerPage } from "~/models/platform/platform/platform-receipts.server"
import { providerPages } from "~/providers/platform-provider.server"
import { type CouponProblem, couponProblems, planChangeRefusals } from "~/texts/accounts/refusals"
import { formatDate } from "~/utils/date-text"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
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
    pages: paged(request, total, receiptsPerPage),
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
    isPractice: providerPages.arePractice(),
    providerUrl: providerPages.accountUrl(),
    formKey: newId(),
    receipts: rows.map(({ id, about, status, paidAt, amountMinor, currency }) => ({
      id,
      about,
      status,
      paidOn: formatDate(localDate(paidAt, school.timeZone), "medium"),
      amount: platformMoney(amountMinor, currency),
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "subscription:pay")
  const reconciled = async <Done,>(done: Done) => {
    await reconcileSubscription(actor)
    return done
  }
  const checkCode = intent({
    schema: SelectPlanForm,
    run: async ({ code = "" }, _form, submission) => {
      const quote = await quoteUpgrade(actor, code)
      return quote.ok ? data({ result: asTyped(submission), quote }) : quote
    },
    field: "code",
    refusals: couponProblems,
  })
  return intents(request, paths.subscriptionSettings(), {
    "forget-change": act({ run: () => dropOpenChanges(actor), saved: "Plan change canceled." }),
    "pay-due": act({
      run: async (form) => reconciled(await payDue(actor, idIn(form, "key") || newId())),
      refusals: titled("Not paid", planChangeRefusals),
      saved: "Payment received. Your subscription continues.",
    }),
    keep: act({
      run: async () => {
        const kept = await keepSubscription(actor)
        return kept.ok ? reconciled(kept) : kept
      },
      refusals: titled("Not changed", planChangeRefusals),
      saved: "Subscription kept. It renews as before.",
    }),
    resume: act({
      run: async () => reconciled(await resumeSubscription(actor)),
      refusals: titled("Not resumed", planChangeRefusals),
      saved: "Subscription resumed.",
    }),
    "check-code": checkCode,
    else: intent({
      schema: SelectPlanForm,
      run: (choice) => startPlanChange(actor, choice),
      refusals: {
        ...planChangeRefusals,
        "over-limits": ({ text }) => text,
        code: ({ problem }: { problem: CouponProblem }) => ({ at: "code", says: couponProblems[problem] }),
        "provider-unavailable": {
          at: "form",
          says: planChangeRefusals["provider-unavailable"],
          status: 502,
        },
      },
      to: ({ approveUrl }) => approveUrl ?? paths.subscriptionReturn(),
    }),
  })
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
      <StandingSteps view={view} formKey={data.formKey} providerUrl={data.providerUrl} />
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
          {`This subscription isn’t billed through ${platformProvider}. `}
          <a href={paths.contact()}>Contact us</a> to change or cancel it.
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
      <Receipts rows={receipts} total={pages.total} pages={pages} />
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
