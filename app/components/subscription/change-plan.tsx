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
  /** what a smaller plan would stop, as sentences */
  tightness: string[]
}

/** Another plan or period for a running subscription; the buyer agrees on PayPal's page. */
export function ChangePlan({ offers, mostSaved, chosen, tightness }: ChangePlanProps) {
  return (
    <section className="sec" aria-labelledby="change">
      <h2 id="change">Change your plan</h2>
      <p>
        You agree on PayPal and come straight back. What is paid for counts; the new price is due with the
        next payment. A smaller plan deletes nothing, it only stops adding.
      </p>
      {tightness.map((words) => (
        <p key={words} className="warn">
          {words}
        </p>
      ))}
      <PostForm className="form" reloadDocument>
        <BillingPeriod name="interval" chosen={chosen.interval ?? "yearly"} saving={mostSaved} />
        <PlanChoice
          name="plan"
          chosen={chosen.plan ?? undefined}
          offers={offers.map(({ key, isPopular, ...offer }) => ({
            ...offer,
            value: key,
            popular: isPopular,
          }))}
        />
        <p>
          <SubmitButton intent="change" pending="Going to PayPal…">
            Change on PayPal
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
