import type { ReactNode } from "react"
import { platformProvider } from "~/utils/payment-providers"

export type SummedPlan = { key: string; name: string; total: { monthly: string; yearly: string } }

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
export function OrderSummary({ plans, schoolName, leave, children }: OrderSummaryProps) {
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
