import { useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { CodeField } from "~/components/accounts/subscription/code-field"
import { PlanEnded } from "~/components/accounts/subscription/plan-ended"
import { SubmitButton } from "~/components/form/submit-button"
import { BillingPeriod } from "~/components/public/billing-period"
import { OrderSummary } from "~/components/public/order-summary"
import { PlanChoice } from "~/components/public/plan-choice"
import { PlanForm } from "~/components/public/plan-form"
import { PracticeNote } from "~/components/public/practice-note"
import { ProviderButtons } from "~/components/public/provider-buttons"
import { PublicShell } from "~/components/public/public-shell"
import { RegistrationSteps } from "~/components/public/registration-steps"
import { WhatHappensNext } from "~/components/public/what-happens-next"
import { Toast } from "~/components/ui/toast"
import { chosenPlan } from "~/http/chosen-plan"
import { formTokenOf } from "~/http/form-token.server"
import { actorOf, findViewer, requireMemberPaidOrNot } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid } from "~/http/responses.server"
import { quoteCode } from "~/models/accounts/coupon/coupon-quote.server"
import { isPlanFor } from "~/models/accounts/plan/plan-catalogue"
import { mostSaved, planOffer, plansFor, savingText } from "~/models/accounts/plan/plan-price.server"
import { findPlanEnd } from "~/models/accounts/subscription/plan-end.server"
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
                  >{`Continue to ${platformProvider}`}</SubmitButton>
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
