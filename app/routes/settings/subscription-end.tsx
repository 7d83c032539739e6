import { getFormProps, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { SelectField, TextAreaField } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { intent, intents, titled } from "~/http/intents.server"
import { leavingLabels, leavingReasons } from "~/models/accounts/subscription/cancellation"
import { CancellationForm } from "~/models/accounts/subscription/cancellation-form"
import { endRenewal } from "~/models/accounts/subscription/end-renewal.server"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { reconcileSubscription } from "~/models/accounts/subscription/reconcile-subscription.server"
import { findSubscriptionView } from "~/models/accounts/subscription/subscription-view.server"
import { planChangeRefusals } from "~/texts/accounts/refusals"
import { countOf } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"

/** Cancels the renewal; the page names the consequences before the button is pressed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "subscription:pay")
  const { standing, isAtProvider, paidUntil, planName, due } = findSubscriptionView(actor)
  if (!isAtProvider || standing.kind === "ending") throw redirect(paths.subscriptionSettings())
  const { students, teachers } = findPlanUsage(actor)
  return {
    paidUntil: paidUntil ?? "the end of the paid period",
    isNow: due !== null,
    planName: planName ?? "your plan",
    students: students.used,
    teachers: actor.school.kind === "solo" ? 0 : teachers.used,
    isSolo: actor.school.kind === "solo",
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "subscription:pay")
  return intents(request, paths.subscriptionSettings(), {
    end: intent({
      schema: CancellationForm,
      run: async (cancellation) => {
        const ended = await endRenewal(actor, cancellation)
        if (ended.ok) await reconcileSubscription(actor)
        return ended
      },
      refusals: titled("Not canceled", planChangeRefusals),
      saved: "Subscription canceled. It won’t renew.",
    }),
    else: () => redirect(paths.endSubscription(), 303),
  })
}

const formId = "cancellation"

export const meta: MetaFunction = () => [{ title: "Cancel subscription · Tutti" }]

export default function SubscriptionEnd() {
  const { paidUntil, isNow, planName, students, teachers, isSolo } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const [form, fields] = useForm<CancellationForm>({ id: formId, lastResult: result })
  return (
    <div className="stack narrow">
      <AnswerSummary formId={formId} result={result} />
      <PageHead
        back={{ to: paths.subscriptionSettings(), label: "Subscription" }}
        title={isNow ? `Cancel ${planName} now?` : `Cancel ${planName} on ${paidUntil}?`}
      />
      <p>
        {isNow
          ? "Your last payment failed, so nothing is paid for beyond today. From now on:"
          : "Everything stays available until then. Afterward:"}
      </p>
      <ul className="rows">
        <li>{`${platformProvider} won’t charge you again.`}</li>
        <li>
          {joinNames([
            "You",
            ...(teachers ? [countOf(teachers, "teacher")] : []),
            ...(students ? [`the families of ${countOf(students, "student")}`] : []),
          ])}{" "}
          lose access. {isSolo ? "Families" : "Teachers and families"} see that the account is paused and who
          to contact.
        </li>
        <li>Families can’t see or pay invoices, and no reminders are sent.</li>
        <li>Your data is kept. You can still download everything and choose a plan again anytime.</li>
      </ul>
      <p>
        {isNow
          ? "This can’t be undone. To come back, choose a plan again."
          : `Changed your mind? You can keep your subscription until ${paidUntil}.`}
      </p>
      <PostForm className="form" {...getFormProps(form)}>
        <SelectField
          meta={fields.reason}
          label="Why are you leaving?"
          hint="It helps us get better."
          prompt="I’d rather not say"
          optional
          choices={leavingReasons.map((value) => ({ value, label: leavingLabels[value] }))}
        />
        <TextAreaField
          meta={fields.text}
          label="Anything you’d like us to know"
          rows={3}
          maxLength={1000}
          optional
        />
        <SubmitRow
          label={isNow ? "Cancel now" : `Cancel on ${paidUntil}`}
          intent="end"
          variant="danger-primary"
          pending="Canceling…"
          cancel={paths.subscriptionSettings()}
          cancelLabel="Keep subscription"
        />
      </PostForm>
    </div>
  )
}
