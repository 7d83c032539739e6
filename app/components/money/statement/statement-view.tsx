import { Form } from "@remix-run/react"
import { Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { FieldProblem } from "~/components/ui/field-problem"
import { LedgerList } from "~/components/ui/ledger-list"
import { entryText } from "~/models/money/ledger/money-history"
import { type RefusedPeriod, type Statement, usualPeriods } from "~/models/money/statement/statement"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"

type PeriodProps = {
  today: string
  /** Where the statement is for another period. */
  address: (period: { from: string; to: string }) => string
  /** Whose it is, kept when another period is chosen. */
  payerId?: string
}

type StatementViewProps = PeriodProps & {
  statement: Statement
  currency: string
  pdf: string
  csv: string
}

/** The days as they were asked for, with what is wrong with them; no figure is shown for others. */
export function RefusedStatement({ refused, ...period }: PeriodProps & { refused: RefusedPeriod }) {
  return (
    <>
      <PeriodChoice {...period} {...refused} />
      <p className="dim">No statement for these days. Change them, or choose a period.</p>
    </>
  )
}

/** What passed in a period with the balance before and after, its periods and its files. */
export function StatementView({ statement, currency, pdf, csv, ...period }: StatementViewProps) {
  const money = (amountMinor: number) => formatMoney(amountMinor, currency)
  const { from, to, openingMinor, entries, closingMinor } = statement
  return (
    <>
      <PeriodChoice {...period} from={from} to={to} wrong={{}} />
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
              cell: (entry) => entryText(entry),
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
        </a>{" "}
        <a className="button" href={csv} download>
          Download CSV
        </a>
      </p>
    </>
  )
}

function PeriodChoice({ today, address, payerId, from, to, wrong }: PeriodProps & RefusedPeriod) {
  return (
    <>
      <Form method="get" className="toolbar no-print">
        {payerId ? <input type="hidden" name="payer" value={payerId} /> : null}
        <Day name="from" label="From" value={from} wrong={wrong.from} />
        <Day name="to" label="To" value={to} wrong={wrong.to} />
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
    </>
  )
}

type DayProps = { name: "from" | "to"; label: string; value: string; wrong: string | undefined }

function Day({ name, label, value, wrong }: DayProps) {
  return (
    <div className={wrong ? "field invalid" : undefined}>
      <label className="toolbar">
        <span>{label}</span>
        <input
          type="date"
          name={name}
          key={value}
          defaultValue={value}
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? `wrong-${name}` : undefined}
        />
      </label>
      <FieldProblem id={`wrong-${name}`} message={wrong} />
    </div>
  )
}
