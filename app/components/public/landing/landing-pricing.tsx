import { BillingPeriod } from "../billing-period"
import { PencilRing } from "../pencil-ring"
import { PlanPrice, type PlanPrices } from "../plan-price"

type LandingPlan = PlanPrices & {
  key: string
  name: string
  /** one line: whom it is for */
  audience: string
  /** what the yearly price saves, as text */
  saving: string
  features: string[]
  /** the sign-up address by period; the period that isn't chosen is hidden */
  href: { monthly: string; yearly: string }
  popular?: boolean
}

const periods = ["monthly", "yearly"] as const

/** Three plans between barlines; the popular one has the pencil ring and the page's second primary button. */
export function LandingPricing({ plans, saving }: { plans: LandingPlan[]; saving: string }) {
  return (
    <section className="page-width page-section" id="pricing">
      <h2>Priced by the school, not by the lesson.</h2>
      <BillingPeriod name="period" chosen="monthly" saving={saving} />
      <div className="plans double-rule-end">
        {plans.map((plan) => (
          <article className="plan" key={plan.key}>
            <h3>
              {plan.name} {plan.popular ? <PencilRing>Most Popular</PencilRing> : null}
            </h3>
            <p>
              <PlanPrice plan={plan.key} monthly={plan.monthly} yearly={plan.yearly} />{" "}
              <span className="yearly small ok" data-priced="">
                {plan.saving}
              </span>
            </p>
            <div>
              <p className="dim">{plan.audience}</p>
              <ul>
                {plan.features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
            </div>
            {periods.map((period) => (
              <a
                key={period}
                className={`button ${plan.popular ? "primary " : ""}${period}`}
                href={plan.href[period]}
              >
                {`Choose ${plan.name} `}
              </a>
            ))}
          </article>
        ))}
      </div>
    </section>
  )
}
