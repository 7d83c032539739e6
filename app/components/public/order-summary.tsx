import type { ReactNode } from "react"
import { paths } from "~/utils/paths"

export type SummedPlan = { key: string; name: string; total: { monthly: string; yearly: string } }

type OrderSummaryProps = { plans: SummedPlan[]; schoolName?: string; children: ReactNode }

const shownWith: Record<string, string> = { soloTeacher: "solo", standard: "std", professional: "pro" }

/** What is about to be bought. It follows the radios of its form without a script; children are the key that buys. */
export function OrderSummary({ plans, schoolName, children }: OrderSummaryProps) {
  return (
    <section className="sheet" aria-labelledby="order">
      <h2 id="order">Order summary</h2>
      <dl className="led">
        {plans.map(({ key, name }) => (
          <div className={`opt ${shownWith[key]}`} key={key}>
            <dt>Plan</dt>
            <dd>{name}</dd>
          </div>
        ))}
        <div>
          <dt>Billed</dt>
          <dd>
            <span className="mo">monthly</span>
            <span className="yr">yearly</span>
          </dd>
        </div>
        {schoolName ? (
          <div>
            <dt>School</dt>
            <dd className="long">{schoolName}</dd>
          </div>
        ) : null}
        {plans.map(({ key, total }) => (
          <div className={`opt ${shownWith[key]} tot fin`} key={key}>
            <dt>Total today</dt>
            <dd>
              <span className="mo">{total.monthly}</span>
              <span className="yr">{total.yearly}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="small dim">
        Renews by itself until you cancel. You pay on PayPal and come straight back.
      </p>
      {children}
      <p className="btns">
        <a className="btn plain cut" href={paths.landing()}>
          Cancel Registration
        </a>
      </p>
    </section>
  )
}
