import { formatDate, formFor } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

type AmountDueProps = {
  invoice: { openMinor: number; dueNowMinor: number; totalMinor: number; dueOn: string }
  /** "in 5 days" */
  due: string
  /** Installments that are due, or the next one. */
  dueCount: number
  isShare: boolean
  currency: string
}

/** What of an invoice a family pays now, and by when. */
export const AmountDue = ({ invoice, due, dueCount, isShare, currency }: AmountDueProps) => (
  <div className="amount-due">
    <p className="price">{formatMoney(invoice.dueNowMinor, currency)}</p>
    <p>
      due <b>{formatDate(invoice.dueOn, "weekday")}</b>, {due}
      {invoice.dueNowMinor < invoice.openMinor
        ? `, ${formFor(dueCount, "an installment", `${dueCount} installments`)} of ${formatMoney(invoice.openMinor, currency)}`
        : null}
      {isShare ? `, your share of ${formatMoney(invoice.totalMinor, currency)}` : null}
    </p>
  </div>
)
