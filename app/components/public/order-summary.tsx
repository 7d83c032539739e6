import type { ReactNode } from "react"

export type SummedPlan = { key: string; name: string; total: { monthly: string; yearly: string } }

type OrderSummaryProps = {
  plans: SummedPlan[]
  schoolName?: string
  /** the way out: a place to go to, or a deed that the form around it is sent to instead */
  leave: { label: string; to: string; isDeed?: boolean }
  children: ReactNode
}

const shownWith: Record<string, string> = { soloTeacher: "solo", standard: "std", professional: "pro" }

/** What is about to be bought. It follows the radios of its form without a script; children are the key that buys. */
export function OrderSummary({ plans, schoolName, leave, children }: OrderSummaryProps) {
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
              <span className="mo" data-priced="">
                {total.monthly}
              </span>
              <span className="yr" data-priced="">
                {total.yearly}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="small dim">
        Renews by itself until you cancel. You pay on PayPal and come straight back.
      </p>
      {children}
      <p className="btns">
        {leave.isDeed ? (
          <button className="btn plain" type="submit" formAction={leave.to} formNoValidate data-after="200">
            {leave.label}
          </button>
        ) : (
          <a className="btn plain cut" href={leave.to}>
            {leave.label}
          </a>
        )}
      </p>
    </section>
  )
}
