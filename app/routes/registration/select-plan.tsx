import { useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { type ReactNode, useContext } from "react"
import { CodeField } from "~/components/accounts/subscription/code-field"
import { FormToken } from "~/components/form/form-token"
import { SubmitButton } from "~/components/form/post-form"
import { BillingPeriod } from "~/components/public/billing-period"
import { PlanChoice } from "~/components/public/plan-choice"
import { PracticeNote } from "~/components/public/practice-note"
import { PublicShell } from "~/components/public/public-shell"
import { RegistrationSteps } from "~/components/public/registration-steps"
import { unansweredForm } from "~/components/public/unanswered"
import { WhatHappensNext } from "~/components/public/what-happens-next"
import { DocumentContext } from "~/components/shell/document"
import { Button } from "~/components/ui/button"
import { Toast } from "~/components/ui/toast"
import { chosenPlan } from "~/http/chosen-plan"
import { formTokenOf } from "~/http/form-token.server"
import { actorOf, findViewer, requireMemberPaidOrNot } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { quoteCode } from "~/models/accounts/coupon/coupon.server"
import { isPlanFor } from "~/models/accounts/plan/plan-catalogue"
import { mostSaved, planOffer, plansFor, savingText } from "~/models/accounts/plan/plan-price.server"
import { findPlanEnd } from "~/models/accounts/subscription/plan-change.server"
import { SelectPlanForm } from "~/models/accounts/subscription/select-plan-form"
import { startSubscription } from "~/models/accounts/subscription/start-subscription.server"
import type { ClientStatus } from "~/models/accounts/subscription/subscription"
import { findPlanUp } from "~/models/accounts/subscription/subscription-view.server"
import type { Actor } from "~/models/foundation/access/actor"
import { homeOf } from "~/models/foundation/access/homes"
import { may } from "~/models/foundation/access/permissions"
import { essentialTitles } from "~/models/platform/guide/guide"
import { providerPages } from "~/providers/platform-provider.server"
import { couponProblems } from "~/texts/accounts/refusals"
import { paths } from "~/utils/paths"
import { hasPlatformProvider, platformProvider } from "~/utils/payment-providers"
import { publicMeta } from "~/utils/public-meta"
import { paymentFailed, providerSilent } from "./back-to-plans.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findViewer(request)
  const membership = viewer?.membership
  if (!viewer && !hasPlatformProvider()) throw redirect(paths.registerSchool())
  if (viewer && (!membership || !may(membership, "subscription:pay"))) throw redirect(homeOf(viewer))
  if (membership?.access === "held") throw redirect(paths.accountPaused())
  const query = new URL(request.url).searchParams
  if (viewer && membership?.subscriptionStatus === "active" && membership.access === "own")
    throw redirect(
      query.get("upgrade") === "true" ? paths.changePlan(findPlanUp(actorOf(viewer))) : paths.dashboard(),
    )

  const kind = membership?.school.kind ?? (query.get("type") === "solo" ? "solo" : "school")
  const { plan, interval = "monthly" } = chosenPlan(request)
  const offers = plansFor(kind).map(planOffer)
  const end = membership?.subscriptionStatus === "expired" && viewer ? findPlanEnd(actorOf(viewer)) : null
  return {
    ended: end && membership ? { ...end, mayExport: may(membership, "school:administer") } : undefined,
    isSolo: kind === "solo",
    essential: essentialTitles(kind === "solo" ? "solo_teacher_admin" : "admin"),
    isUpgrade: Boolean(viewer) && isUpgrade(request),
    chosen: plan && isPlanFor(plan, kind) ? plan : plansFor(kind)[0],
    interval,
    offers: offers.map((offer) => ({ ...offer, ...offer.price, saving: savingText(offer) })),
    mostSaved: mostSaved(offers),
    schoolName: membership?.school.name,
    formToken: viewer ? formTokenOf(viewer) : undefined,
    leave: end ? undefined : leaveOf(membership?.subscriptionStatus),
    waitingAt: membership?.subscriptionStatus === "pending" ? paths.paymentSuccess() : undefined,
    isPractice: providerPages.arePractice(),
    ...(viewer ? { takesProviderScript: true } : {}),
  }
}

const isUpgrade = (request: Request) => new URL(request.url).searchParams.get("upgrade") === "true"

/** A visitor just leaves; an unpaid registration can be deleted; who chooses another plan keeps the account (spec §4). */
function leaveOf(status: ClientStatus | undefined) {
  if (status === undefined) return { label: "Cancel Registration", to: paths.landing() }
  if (status === "pending") return { label: "Cancel Registration", to: paths.cancelRegistration() }
  return { label: "Cancel Upgrade", to: paths.cancelUpgrade(), isDeed: true }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMemberPaidOrNot(request, "subscription:pay")
  return intents(request, paths.selectPlan(), {
    "check-code": intent({
      schema: SelectPlanForm,
      run: async ({ code = "" }, _form, submission) => {
        const quote = await quoteCode(actor, code, { plans: plansFor(actor.school.kind) })
        return quote.ok ? data({ result: asTyped(submission), quote }) : quote
      },
      field: "code",
      refusals: couponProblems,
    }),
    else: (form) => start(actor, form, isUpgrade(request)),
  })
}

async function start(actor: Actor, form: FormData, isUpgrade: boolean) {
  const submission = readForm(form, { schema: SelectPlanForm })
  if (submission.status !== "success") return invalid(submission)
  const started = await startSubscription(actor, { ...submission.value, isUpgrade })
  if (started.ok) return redirect(started.approveUrl, 303)
  switch (started.reason) {
    case "held":
      return redirect(paths.accountPaused(), 303)
    case "already-active":
      return redirect(paths.dashboard(), 303)
    case "already-approved":
      return redirect(paths.selectPlanReturn({ attempt: started.attemptId }), 303)
    case "plan-not-offered":
      return invalid(submission, {
        form: "This plan isn’t available for your type of school. Choose one below.",
      })
    case "code":
      return invalid(submission, { code: couponProblems[started.problem] })
    case "provider-unavailable":
      return invalid(submission, { form: `${paymentFailed.text} ${providerSilent}` }, 502)
  }
}

export const meta: MetaFunction = () =>
  publicMeta({
    title: "Choose your plan · Tutti",
    description: "Monthly and yearly plans for music schools and solo teachers, and what each includes.",
    path: paths.selectPlan(),
  })

export default function SelectPlan() {
  const { offers, chosen, schoolName, isSolo, isUpgrade, isPractice, ended, ...page } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const typed = answer?.result.initialValue
  // A problem with the code is told beside its field.
  const problems = Object.entries(answer?.result.error ?? {}).flatMap(([name, messages]) =>
    name === "code" ? [] : (messages ?? []),
  )
  const [, fields] = useForm<SelectPlanForm>({ id: "select-plan", lastResult: answer?.result })
  const backTo = isUpgrade ? paths.dashboard() : isSolo ? paths.registerSoloTeacher() : paths.registerSchool()
  return (
    <PublicShell
      aside={ended ? undefined : <RegistrationSteps current="Plan" />}
      footer={{
        line: "Questions before you pay? We answer within 24 hours.",
        links: [{ href: `${paths.landing()}#contact`, label: "Contact" }],
      }}
    >
      <main id="main" className="page-width" data-waiting-at={page.waitingAt}>
        <div className="stack">
          {problems.length > 0 ? (
            <Toast tone="failed" title="Payment Error">
              {problems.join(" ")}
            </Toast>
          ) : null}
          {ended && schoolName && page.formToken ? (
            <PlanEnded {...ended} schoolName={schoolName} formToken={page.formToken} />
          ) : (
            <div className="section">
              <p>
                <a className="button plain" href={backTo}>
                  Back
                </a>
              </p>
              <h1>{schoolName ? `Choose a plan for ${schoolName}` : "Choose a plan"}</h1>
              <p className="intro">
                Change or cancel anytime. Moving to a smaller plan doesn’t delete anything.
              </p>
            </div>
          )}
          <PlanForm formToken={page.formToken} registerAt={backTo}>
            <div className="form">
              <BillingPeriod
                name="interval"
                chosen={typed ? (typed.interval === "yearly" ? "yearly" : "monthly") : page.interval}
                saving={page.mostSaved}
              />
              <PlanChoice
                name="plan"
                chosen={typeof typed?.plan === "string" ? typed.plan : chosen}
                offers={offers.map(({ key, isPopular, ...offer }) => ({
                  ...offer,
                  value: key,
                  popular: isPopular,
                }))}
              />
              {page.formToken ? (
                <CodeField
                  meta={fields.code}
                  quote={answer && "quote" in answer ? answer.quote : undefined}
                />
              ) : null}
              <WhatHappensNext essential={page.essential} isReturn={ended !== undefined} />
            </div>
            <OrderSummary plans={offers} schoolName={schoolName} leave={page.leave}>
              {isPractice ? <PracticeNote /> : null}
              {page.formToken ? (
                <>
                  <SubmitButton
                    pending={`Opening ${platformProvider}…`}
                    wide
                    label={`Continue to ${platformProvider}`}
                  />
                  <ProviderButtons />
                </>
              ) : (
                <>
                  <p>Create an account first. We’ll keep your choice.</p>
                  <button className="button primary wide" type="submit">
                    Sign up to continue
                  </button>
                </>
              )}
            </OrderSummary>
          </PlanForm>
        </div>
      </main>
    </PublicShell>
  )
}

type PlanEndedProps = {
  schoolName: string
  /** The day the plan ended, as text; null when it isn’t known. */
  on: string | null
  mayExport: boolean
  formToken: string
}

/** What a former customer reads above the plans: what is kept, how to download it, and the way out. */
function PlanEnded({ schoolName, on, mayExport, formToken }: PlanEndedProps) {
  return (
    <div className="section">
      <p className="expression">{schoolName}</p>
      <h1>{on ? `Your plan ended on ${on}` : "Your plan has ended"}</h1>
      <p className="intro">
        We keep your data unless you delete your school. Choose a plan below to open it again.
      </p>
      <div className="buttons">
        {mayExport ? (
          <a className="button" href={paths.schoolExport()}>
            Download everything
          </a>
        ) : null}
        <Form method="post" action={paths.logout()}>
          <FormToken token={formToken} />
          <button className="button plain" type="submit">
            Log out
          </button>
        </Form>
      </div>
    </div>
  )
}

type SummedPlan = { key: string; name: string; total: { monthly: string; yearly: string } }

type OrderSummaryProps = {
  plans: SummedPlan[]
  schoolName?: string
  /** the way out, if the page has one: a link, or a button that submits the form around it instead */
  leave?: { label: string; to: string; isDeed?: boolean }
  children: ReactNode
}

const formattedBy: Record<string, string> = {
  soloTeacher: "solo",
  standard: "standard",
  professional: "professional",
}

/** The plan about to be bought. It follows the radios of its form without a script; children are the buy button. */
function OrderSummary({ plans, schoolName, leave, children }: OrderSummaryProps) {
  return (
    <section className="sheet" aria-labelledby="order">
      <h2 id="order">Order summary</h2>
      <dl className="ledger">
        {plans.map(({ key, name }) => (
          <div className={`for-plan ${formattedBy[key]}`} key={key}>
            <dt>Plan</dt>
            <dd>{name}</dd>
          </div>
        ))}
        <div>
          <dt>Billed</dt>
          <dd>
            <span className="monthly">monthly</span> <span className="yearly">yearly</span>
          </dd>
        </div>
        {schoolName ? (
          <div>
            <dt>School</dt>
            <dd className="long-text">{schoolName}</dd>
          </div>
        ) : null}
        {plans.map(({ key, total }) => (
          <div className={`for-plan ${formattedBy[key]} total double-rule`} key={key}>
            <dt>Total today</dt>
            <dd>
              <span className="monthly" data-priced="">
                {total.monthly}
                <span className="visually-hidden"> billed monthly</span>
              </span>{" "}
              <span className="yearly" data-priced="">
                {total.yearly}
                <span className="visually-hidden"> billed yearly</span>
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="small dim">{`Renews automatically until you cancel. You pay on ${platformProvider}, then come straight back.`}</p>
      {children}
      {leave ? <LeaveButton {...leave} /> : null}
    </section>
  )
}

function LeaveButton({ label, to, isDeed }: { label: string; to: string; isDeed?: boolean }) {
  return (
    <p className="buttons">
      {isDeed ? (
        <button className="button plain" type="submit" formAction={to} formNoValidate data-after="200">
          {label}
        </button>
      ) : (
        <a className="button plain danger" href={to}>
          {label}
        </a>
      )}
    </p>
  )
}

/** A logged-in person posts the choice; a visitor takes it along to the registration. */
function PlanForm({
  formToken,
  registerAt,
  children,
}: {
  formToken?: string
  registerAt: string
  children: ReactNode
}) {
  if (!formToken)
    return (
      <form className="two-columns" action={registerAt}>
        {children}
      </form>
    )
  return (
    <Form method="post" className="two-columns" {...unansweredForm}>
      <FormToken token={formToken} />
      {children}
    </Form>
  )
}

/**
 * The container of the provider's own buttons, inside the form that holds the choice. It appears with scripts only;
 * enhance/paypal-buttons.ts loads their script on demand.
 */
function ProviderButtons() {
  const { nonce } = useContext(DocumentContext)
  return (
    <div
      className="section"
      hidden
      data-paypal-buttons=""
      data-create={paths.selectPlanSubscription()}
      data-confirm={paths.selectPlanReturn()}
      data-nonce={nonce}
    >
      <Button wide type="button" data-waiting={`Loading ${platformProvider}…`}>
        {`Pay in a ${platformProvider} window`}
      </Button>
      <template data-template="problem">
        <div className="callout red" role="alert">
          <p />
          <p>
            <Button type="button">Try Again</Button>
          </p>
        </div>
      </template>
      <template data-template="toast">
        <div className="toast bad" role="alert">
          <p>
            <b />
          </p>
        </div>
      </template>
    </div>
  )
}
