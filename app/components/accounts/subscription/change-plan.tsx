import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { BillingPeriod } from "~/components/public/billing-period"
import { PlanChoice } from "~/components/public/plan-choice"

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
}

/** Another plan or period for a running subscription; the buyer agrees on PayPal's page. */
export function ChangePlan({ offers, mostSaved, chosen, terms }: ChangePlanProps) {
  return (
    <section className="section" aria-labelledby="change">
      <h2 id="change">Change your plan</h2>
      <p>
        Approve the change on PayPal and you’ll come right back. A larger plan starts as soon as PayPal
        confirms the payment. Moving to a smaller plan doesn’t delete anything.
      </p>
      {terms.map(({ text, isPossible }) => (
        <p key={text} className={isPossible ? undefined : "warn"}>
          {text}
        </p>
      ))}
      <PostForm className="form" reloadDocument>
        <BillingPeriod
          id="change-interval"
          name="interval"
          chosen={chosen.interval ?? "monthly"}
          saving={mostSaved}
        />
        <PlanChoice
          id="change-plan"
          name="plan"
          chosen={chosen.plan ?? undefined}
          offers={offers.map(({ key, isPopular, ...offer }) => ({
            ...offer,
            value: key,
            popular: isPopular,
          }))}
        />
        <p>
          <SubmitButton intent="change" pending="Opening PayPal…">
            Continue to PayPal
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
