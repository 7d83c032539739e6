import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { type ExpenseRepeat, rhythmLabels } from "~/models/money/expense/expense"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

/** What is entered by itself, the next one first. */
export function RepeatList({ repeats, currency }: { repeats: readonly ExpenseRepeat[]; currency: string }) {
  if (repeats.length === 0) return null
  return (
    <section className="section" aria-labelledby="repeats">
      <h2 id="repeats">Entered automatically</h2>
      <LedgerList
        rows={repeats.map(({ expenseId, payee, amountMinor, nextOn, rhythm }) => ({
          label: (
            <>
              <Link to={paths.expense(expenseId)}>{payee}</Link>, next on {formatDate(nextOn, "medium")} (
              {rhythmLabels[rhythm].toLowerCase()})
            </>
          ),
          amount: formatMoney(amountMinor, currency),
        }))}
      />
    </section>
  )
}
