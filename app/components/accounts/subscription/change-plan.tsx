import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { BillingPeriod } from "~/components/public/billing-period"
import { PlanChoice } from "~/components/public/plan-choice"
import type { SelectPlanForm } from "~/models/accounts/subscription/select-plan-form"
import { platformProvider } from "~/utils/payment-providers"
import { CodeField } from "./code-field"

export const changeFormId = "change-plan-form"

type ChangePlanProps = {
  offers: {
    key: string
    name: string
    monthly: string
    yearly: string
    saving: string
    features: string[]
    isPopular: boolean
  }[]
  mostSaved: string
  chosen: { plan: string | null; interval: "monthly" | "yearly" | null }
  /** what each plan costs and when it begins, or why it can't be chosen */
  terms: { text: string; isPossible: boolean }[]
  result: SubmissionResult | undefined
  quote: { code: string; lines: string[] } | undefined
}

/** Another plan or period for a running subscription; the buyer agrees on the provider's page. */
export function ChangePlan({ offers, mostSaved, chosen, terms, result, quote }: ChangePlanProps) {
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
        <p>
          <SubmitButton
            intent="change"
            pending={`Opening ${platformProvider}…`}
          >{`Continue to ${platformProvider}`}</SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
