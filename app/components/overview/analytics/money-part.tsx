import { DataTable } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { TrendChart } from "../dashboard/trend-chart"
import { type Address, CardHead } from "./card-head"
import { Compared } from "./compared"
import { Definitions } from "./definitions"

type Month = { first: string; last: string; billedMinor: number; collectedMinor: number }

type MoneyPartProps = {
  months: Month[]
  before: { billedMinor: number; collectedMinor: number }
  trend: Parameters<typeof TrendChart>[0]["trend"] | null
  ageing: { label: string; invoices: number; openMinor: number }[]
  currency: string
  definitions: { name: string; definition: string }[]
  address: Address
}

/** What was billed, what was paid, and how old the outstanding balances are. */
export function MoneyPart({ months, before, trend, ageing, currency, ...more }: MoneyPartProps) {
  const { definitions, address } = more
  const money = (minor: number) => formatMoney(minor, currency)
  const sum = (pick: (month: Month) => number) => months.reduce((all, month) => all + pick(month), 0)
  const span = { from: months[0]?.first, to: months.at(-1)?.last }
  return (
    <section className="stack" aria-labelledby="money">
      <h2 id="money">Money</h2>
      <Compared
        label="Money in this period"
        figures={[
          {
            figure: money(sum(({ billedMinor }) => billedMinor)),
            noun: "billed",
            before: money(before.billedMinor),
            to: paths.billing({ status: "issued", ...span }),
            metric: "billed",
          },
          {
            figure: money(sum(({ collectedMinor }) => collectedMinor)),
            noun: "received",
            before: money(before.collectedMinor),
            to: paths.moneyHistory({ kind: "received", ...span }),
            metric: "received",
          },
        ]}
      />
      <Definitions of={definitions} />
      {address.teacher || address.instrument ? (
        <p className="dim">
          Invoices aren’t divided by teacher or instrument. These are of the whole school.
        </p>
      ) : null}
      <div className="two-columns even">
        {trend ? (
          <TrendChart trend={trend} file={paths.figureFile({ ...address, card: "money-by-month" })} />
        ) : null}
        <section className="section">
          <CardHead title="Month by month" file="money-by-month" address={address} />
          <DataTable
            caption="Billed and received by month"
            rows={months}
            rowKey={({ first }) => first}
            columns={[
              { label: "Month", cell: ({ first }) => formatDate(first, "month") },
              {
                label: "Billed",
                numeric: true,
                cell: ({ first, last, billedMinor }) => (
                  <Figure of="billed" to={paths.billing({ status: "issued", from: first, to: last })}>
                    {money(billedMinor)}
                  </Figure>
                ),
              },
              {
                label: "Received",
                numeric: true,
                cell: ({ first, last, collectedMinor }) => (
                  <Figure of="received" to={paths.moneyHistory({ kind: "received", from: first, to: last })}>
                    {money(collectedMinor)}
                  </Figure>
                ),
              },
            ]}
          />
        </section>
      </div>
      <section className="section">
        <CardHead title="Outstanding by age" file="outstanding-by-age" address={address} />
        <p className="small">
          <Link to={paths.reminders()}>Overdue invoices</Link>
        </p>
        <LedgerList
          rows={ageing.map(({ label, invoices, openMinor }) => ({
            label: `${label}, ${countOf(invoices, "invoice")}`,
            amount: money(openMinor),
          }))}
          total={{
            label: "Total outstanding",
            amount: (
              <Figure of="outstanding-invoices" to={paths.billing({ status: "open" })}>
                {money(ageing.reduce((all, { openMinor }) => all + openMinor, 0))}
              </Figure>
            ),
          }}
        />
      </section>
    </section>
  )
}
