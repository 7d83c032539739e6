import { LedgerList } from "~/components/ui/ledger-list"
import type { PreviewedMonth } from "~/models/money/charge/charge"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

type TuitionMonthsProps = { months: PreviewedMonth[]; currency: string }

/** What months cost, and what they were charged with where that changes; nothing where a class isn't billed by the month. */
export function TuitionMonths({ months, currency }: TuitionMonthsProps) {
  if (months.length === 0) return null
  const title = months.some(({ wasMinor }) => wasMinor !== undefined)
    ? "Fees after this"
    : months.some(({ isMissed }) => isMissed)
      ? "Monthly fees"
      : "Coming months"
  const names = new Set(months.map(({ name }) => name))
  return (
    <section aria-label={title}>
      <p className="small">
        <b>{title}</b>
      </p>
      <LedgerList
        rows={months.map(({ name, month, amountMinor, wasMinor, reason, isMissed }) => ({
          label: (
            <>
              {names.size > 1 ? `${name}, ` : null}
              {formatDate(`${month}-01`, "month")}{" "}
              <span className="small dim">
                {wasMinor === undefined
                  ? `${reason}${isMissed ? ", charged right away" : ""}`
                  : `${reason}, charged ${formatMoney(wasMinor, currency)} so far`}
              </span>
            </>
          ),
          amount: formatMoney(amountMinor, currency),
        }))}
      />
    </section>
  )
}
