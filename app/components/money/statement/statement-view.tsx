import { Form } from "@remix-run/react"
import { DataTable } from "~/components/ui/data-table"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { entryText } from "~/models/money/ledger/money-history"
import { methodInText } from "~/models/money/payment/payment"
import { type Statement, usualPeriods } from "~/models/money/statement/statement"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"

type StatementViewProps = {
  statement: Statement
  currency: string
  today: string
  /** Where this statement is for another period, and its files. */
  address: (period: { from: string; to: string }) => string
  pdf: string
  csv: string
  /** Whose it is, kept when another period is chosen. */
  payerId?: string
}

/** What passed in a period with the balance before and after, its periods and its files. */
export function StatementView({
  statement,
  currency,
  today,
  address,
  pdf,
  csv,
  payerId,
}: StatementViewProps) {
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  const { from, to, openingMinor, entries, closingMinor } = statement
  return (
    <>
      <Form method="get" className="toolbar no-print">
        {payerId ? <input type="hidden" name="payer" value={payerId} /> : null}
        <label className="toolbar">
          <span>From</span>
          <input type="date" name="from" key={from} defaultValue={from} />
        </label>
        <label className="toolbar">
          <span>To</span>
          <input type="date" name="to" key={to} defaultValue={to} />
        </label>
        <button className="button" type="submit">
          Apply
        </button>
      </Form>
      <p className="no-print">
        {usualPeriods(today).map((period, index) => (
          <span key={period.label}>
            {index > 0 ? " · " : null}
            <Link to={address(period)}>{period.label}</Link>
          </span>
        ))}
      </p>
      <LedgerList
        rows={[{ label: `Opening balance, ${formatDate(from, "medium")}`, amount: money(openingMinor) }]}
      />
      {entries.length === 0 ? (
        <p className="dim">No activity in this period.</p>
      ) : (
        <DataTable
          caption="Activity in this period"
          terse="labelled"
          rows={entries}
          rowKey={({ kind, id }) => `${kind} ${id}`}
          columns={[
            { label: "Date", cell: ({ on }) => formatDate(on, "medium") },
            {
              label: "Activity",
              cell: (entry) => entryText({ ...entry, method: entry.method && methodInText(entry.method) }),
            },
            { label: "Amount", numeric: true, beside: true, cell: ({ amountMinor }) => money(amountMinor) },
            { label: "Balance", numeric: true, cell: ({ balanceMinor }) => money(balanceMinor) },
          ]}
        />
      )}
      <LedgerList
        rows={[]}
        total={{
          label: `${closingMinor < 0 ? "Account credit" : "Balance due"}, ${formatDate(to, "medium")}`,
          amount: money(Math.abs(closingMinor)),
        }}
      />
      <p className="buttons no-print">
        <a className="button" href={pdf}>
          Download PDF
        </a>
        <a className="button" href={csv} download>
          Download CSV
        </a>
      </p>
    </>
  )
}
