import { Form } from "@remix-run/react"
import { GroupedOptions } from "~/components/form/grouped-options"
import { Button } from "~/components/ui/button"
import {
  installmentRange,
  type PlanRhythm,
  rhythmLabels,
} from "~/models/money/installment/installment-labels"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

type Coverable = { invoiceId: string; number: string | null; dueOn: string; openMinor: number }

type SuggestInstallmentsProps = {
  asked: { count: number; first: string; rhythm: PlanRhythm }
  /** The payer's other open invoices. */
  others: (Coverable & { isChosen: boolean })[]
  currency: string
}

/** How many installments, from when, how far apart, and for which invoices: the answer is a preview. */
export function SuggestInstallments({ asked, others, currency }: SuggestInstallmentsProps) {
  return (
    <Form method="get" className="form" preventScrollReset>
      <div className="columns">
        <div className="field">
          <label htmlFor="plan-count">Number of installments</label>
          <input
            id="plan-count"
            name="count"
            type="number"
            min={installmentRange.least}
            max={installmentRange.most}
            required
            defaultValue={asked.count}
          />
        </div>
        <div className="field">
          <label htmlFor="plan-first">First installment due</label>
          <input id="plan-first" name="first" type="date" required defaultValue={asked.first} />
        </div>
        <div className="field">
          <label htmlFor="plan-rhythm">Then</label>
          <select id="plan-rhythm" name="rhythm" defaultValue={asked.rhythm}>
            <GroupedOptions
              choices={Object.entries(rhythmLabels).map(([value, label]) => ({ value, label }))}
            />
          </select>
        </div>
      </div>
      {others.length > 0 ? (
        <fieldset>
          <legend>Other unpaid invoices in the same plan</legend>
          {others.map(({ invoiceId, number, dueOn, openMinor, isChosen }) => (
            <label className="checkbox" key={invoiceId}>
              <input type="checkbox" name="invoice" value={invoiceId} defaultChecked={isChosen} />
              <span>
                {number}, {formatMoney(openMinor, currency)} due {formatDate(dueOn, "medium")}
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      <p>
        <Button>Preview installments</Button>
      </p>
    </Form>
  )
}
