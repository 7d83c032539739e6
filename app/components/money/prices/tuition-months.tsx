import { LedgerList } from "~/components/ui/ledger-list"
import type { PreviewedMonth } from "~/models/money/charge/charge"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"

type TuitionMonthsProps = { months: PreviewedMonth[]; currency: string }

/** What the coming months cost; nothing where a class isn't billed by the month. */
export function TuitionMonths({ months, currency }: TuitionMonthsProps) {
  if (months.length === 0) return null
  const names = new Set(months.map(({ name }) => name))
  return (
    <section aria-label="Coming months">
      <p className="small">
        <b>Coming months</b>
      </p>
      <LedgerList
        rows={months.map(({ name, month, amountMinor, reason }) => ({
          label: (
            <>
              {names.size > 1 ? `${name}, ` : null}
              {formatDate(`${month}-01`, "month")} <span className="small dim">{reason}</span>
            </>
          ),
          amount: formatMoney(amountMinor, currency),
        }))}
      />
    </section>
  )
}
