import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import type { UnpaidExpenses as Unpaid } from "~/models/money/pay/pay-run"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type UnpaidExpensesProps = { expenses: Unpaid; currency: string }

/** What teachers paid for the school before this period and no payslip has, each with the way to the period that pays it back. */
export function UnpaidExpenses({ expenses: { named, others }, currency }: UnpaidExpensesProps) {
  if (named.length === 0) return null
  return (
    <section className="section" aria-labelledby="unpaid">
      <h2 id="unpaid">Not paid back yet</h2>
      <p>Expenses from earlier periods whose pay isn’t approved. Open the period to pay them back.</p>
      <LedgerList
        rows={named.map(({ teacherName, description, workedOn, amountMinor }) => ({
          label: (
            <Link to={paths.pay({ period: workedOn })}>
              {teacherName}, {formatDate(workedOn, "medium")}: {description}
            </Link>
          ),
          amount: formatMoney(amountMinor, currency),
        }))}
      />
      {others > 0 ? <p className="dim">and {formatNumber(others)} more</p> : null}
    </section>
  )
}
