import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import type { ComponentProps } from "react"
import { CodeField } from "~/components/accounts/subscription/code-field"
import { PaymentState } from "~/components/accounts/subscription/payment-list"
import { SubscriptionFacts } from "~/components/accounts/subscription/subscription-facts"
import { ActButton, AnswerSummary, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { BillingPeriod } from "~/components/public/billing-period"
import { PlanChoice } from "~/components/public/plan-choice"
import { PracticeNote } from "~/components/public/practice-note"
import type { FramedPage } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { UsageMeter } from "~/components/ui/usage-meter"
import { chosenPlan } from "~/http/chosen-plan"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents, titled } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { asTyped } from "~/http/read-form.server"
import { isPlanFor } from "~/models/accounts/plan/plan-catalogue"
import {
  mostSaved,
  planOffer,
  plansFor,
  platformMoney,
  savingText,
} from "~/models/accounts/plan/plan-price.server"
import { dropOpenChanges, startPlanChange } from "~/models/accounts/subscription/plan-change.server"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { payDue } from "~/models/accounts/subscription/renewal-failure.server"
import { resumeSubscription } from "~/models/accounts/subscription/resume-subscription.server"
import { SelectPlanForm } from "~/models/accounts/subscription/select-plan-form"
import { keepSubscription } from "~/models/accounts/subscription/subscription-mail.server"
import {
  findSubscriptionView,
  listChangeTerms,
  openChangeText,
  quoteUpgrade,
} from "~/models/accounts/subscription/subscription-view.server"
import { listReceipts, receiptsPerPage } from "~/models/platform/platform-payment/platform-receipts.server"
import { providerPages } from "~/providers/platform-provider.server"
import { type CouponProblem, couponProblems, planChangeRefusals } from "~/texts/accounts/refusals"
import { formatDate } from "~/utils/formats"
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
          {...data}
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

const changeFormId = "change-plan-form"

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type ChangePlanProps = Pick<Loaded, "offers" | "mostSaved" | "chosen" | "terms"> & {
  result: SubmissionResult | undefined
  quote: { code: string; lines: string[] } | undefined
}

/** Another plan or period for a running subscription; the buyer agrees on the provider's page. */
function ChangePlan({ offers, mostSaved, chosen, terms, result, quote }: ChangePlanProps) {
  const [form, fields] = useForm<SelectPlanForm>({ id: changeFormId, lastResult: result })
  const typed = result?.initialValue
  return (
    <section className="section" aria-labelledby="change">
      <h2 id="change">Change your plan</h2>
      <p>{`Approve the change on ${platformProvider} and you’ll come right back. A larger plan starts as soon as ${platformProvider} confirms the payment. Moving to a smaller plan doesn’t delete anything.`}</p>
      {terms.map(({ text, isPossible }) => (
        <p key={text} className={isPossible ? undefined : "warn"}>
          {text}
        </p>
      ))}
      <PostForm className="form" reloadDocument {...getFormProps(form)}>
        <BillingPeriod
          id={`${changeFormId}-interval`}
          name="interval"
          chosen={
            typed ? (typed.interval === "yearly" ? "yearly" : "monthly") : (chosen.interval ?? "monthly")
          }
          saving={mostSaved}
        />
        <PlanChoice
          id={`${changeFormId}-plan`}
          name="plan"
          chosen={typeof typed?.plan === "string" ? typed.plan : (chosen.plan ?? undefined)}
          offers={offers.map(({ key, isPopular, ...offer }) => ({
            ...offer,
            value: key,
            popular: isPopular,
          }))}
        />
        <CodeField meta={fields.code} quote={quote} />
        <SubmitRow
          label={`Continue to ${platformProvider}`}
          intent="change"
          pending={`Opening ${platformProvider}…`}
        />
      </PostForm>
    </section>
  )
}

/** A change that the buyer hasn't agreed to at the provider, or whose agreement the provider doesn't show yet. */
const OpenChange = ({ change }: { change: string | null }) =>
  change ? (
    <Callout tone="amber">
      <p>
        You asked to change to <b>{change}</b>
        {`, and ${platformProvider} hasn’t confirmed your approval. Your plan stays the same until then.`}
      </p>
      <ActButton label="Cancel change" intent="forget-change" pending="Canceling…" variant="plain" />
    </Callout>
  ) : null

type ReceiptRow = { id: string; paidOn: string; about: string; amount: string; status: string }

type ReceiptsProps = { rows: ReceiptRow[]; total: number; pages: ComponentProps<typeof Pagination> }

/** What the school paid us, a page at a time, and to whom the receipts are made out. */
const Receipts = ({ rows, total, pages }: ReceiptsProps) => (
  <section className="section" aria-labelledby="receipts">
    <h2 id="receipts">Receipts</h2>
    <p>
      <Link to={paths.billingAddress()}>Billing address and tax number</Link>
    </p>
    {total === 0 ? (
      <EmptyState>No payments yet. Each payment appears here with its receipt.</EmptyState>
    ) : (
      <>
        <ReceiptTable rows={rows} />
        <Pagination {...pages} />
      </>
    )}
  </section>
)

/** Each line with its receipt. */
function ReceiptTable({ rows }: { rows: ReceiptRow[] }) {
  return (
    <DataTable
      caption="Payments to Tutti"
      columns={[
        { label: "Date", cell: ({ id, paidOn }) => <Link to={paths.platformReceipt(id)}>{paidOn}</Link> },
        { label: "For", cell: ({ about }) => about },
        { label: "Status", cell: ({ status }) => <PaymentState status={status} /> },
        { label: "Amount", numeric: true, cell: ({ amount }) => amount },
      ]}
      rows={rows}
    />
  )
}

type StandingStepsProps = Pick<Loaded, "view" | "formKey" | "providerUrl">

/** What the school can do now: pay what is due, resume, keep its subscription, or choose a plan. */
function StandingSteps({ view, formKey, providerUrl }: StandingStepsProps) {
  const { standing, isAtProvider, paidUntil } = view
  return (
    <>
      {view.due ? <PayDue {...view.due} formKey={formKey} providerUrl={providerUrl} /> : null}
      {standing.kind === "suspended" && isAtProvider ? (
        <ActButton label="Resume subscription" intent="resume" pending="Resuming…" variant="primary" />
      ) : null}
      {standing.kind === "extended" ? (
        <p>
          <a className="button primary" href={paths.selectPlan({ upgrade: "true" })}>
            Choose a plan
          </a>
        </p>
      ) : null}
      {view.canReturn ? (
        <ActButton label="Keep subscription" intent="keep" pending="Keeping…" variant="primary" />
      ) : null}
      {view.deletedOn ? (
        <p>
          Everything of your school will be deleted on <b>{view.deletedOn}</b>.{" "}
          <Link to={`${paths.schoolData()}#end`}>Review or cancel the deletion</Link>
        </p>
      ) : standing.kind === "ending" && !view.canReturn ? (
        <p>
          {`${platformProvider} can’t resume a canceled subscription. To continue, choose a plan after `}
          {paidUntil}. Your data will still be there.
        </p>
      ) : null}
    </>
  )
}

type PayDueProps = NonNullable<Loaded["view"]["due"]> & Pick<Loaded, "formKey" | "providerUrl">

/** What a failed payment left due, and the two ways to fix it. */
function PayDue({ amount, failedOn, nextTryOn, formKey, providerUrl }: PayDueProps) {
  return (
    <Callout tone="red">
      <p>
        <b>{amount}</b> has been due since {failedOn}.{" "}
        {nextTryOn
          ? `${platformProvider} tries again on ${nextTryOn}.`
          : `${platformProvider} won’t try again automatically.`}
      </p>
      <PostForm sends={{ key: formKey }}>
        <p className="buttons">
          <SubmitButton intent="pay-due" pending="Paying…">
            Pay {amount} now
          </SubmitButton>
          {providerUrl ? (
            <a href={providerUrl} rel="noreferrer">{`Change your payment method in ${platformProvider}`}</a>
          ) : null}
        </p>
      </PostForm>
    </Callout>
  )
}
