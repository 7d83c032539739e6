import type { SubmissionResult } from "@conform-to/react"
import { DeclineForm } from "~/components/form/decline-form"
import { FamilyTitle } from "~/components/people/family/family-title"
import { LinkButton } from "~/components/ui/button"
import { useHasRight } from "~/components/ui/limits"
import { Link } from "~/components/ui/link"
import { sharedPlan } from "~/models/money/payment-plan/payment-plan"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type ListedAsk = {
  id: string
  invoiceId: string
  number: string | null
  familyName: string
  familyChildren: string | null
  askerName: string
  count: number
  /** `YYYY-MM-DD` */
  firstOn: string
  note: string | null
  /** Minor units. */
  openMinor: number
  /** How many share the invoice. */
  payers: number
}

export const declineAskFormId = (askId: string) => `decline-${askId}`

type PlanAskListProps = {
  asks: ListedAsk[]
  currency: string
  /** The answer to the form of one request. */
  declined: { ask: string; result: SubmissionResult } | null
}

/** What families ask for: the office agrees a plan that begins with it, or declines with a reason. */
export function PlanAskList({ asks, currency, declined }: PlanAskListProps) {
  const hasRight = useHasRight()
  if (asks.length === 0) return null
  return (
    <section className="section" aria-labelledby="asks">
      <h2 id="asks">{countOf(asks.length, "request")} from families</h2>
      <ul className="rows">
        {asks.map((ask) => (
          <li key={ask.id} className="flex-wrap">
            <span className="grow basis-56">
              <b>
                <FamilyTitle {...ask} />
              </b>
              , <Link to={paths.invoice(ask.invoiceId)}>{`Invoice ${ask.number}`}</Link>
              <br />
              <span className="small">
                {ask.askerName} asks to pay {formatMoney(ask.openMinor, currency)} in{" "}
                {countOf(ask.count, "installment")}, the first on {formatDate(ask.firstOn, "medium")}.
                {ask.payers > 1 ? ` ${sharedPlan(ask.payers)}` : null}
                {ask.note ? ` “${ask.note}”` : null}
              </span>
            </span>
            {hasRight("invoice:issue") ? (
              <div className="buttons">
                <LinkButton to={paths.invoicePlan(ask.invoiceId)}>
                  Review {countOf(ask.count, "installment")}
                </LinkButton>
                <DeclineForm
                  id={declineAskFormId(ask.id)}
                  sends={{ ask: ask.id }}
                  field="reason"
                  label={`Reason, sent to ${ask.askerName}`}
                  result={declined?.ask === ask.id ? declined.result : undefined}
                  intent="decline"
                >
                  Decline request
                </DeclineForm>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
