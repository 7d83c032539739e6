import { DataTable } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { TrendChart } from "../dashboard/trend-chart"
import { type Address, CardHead } from "./card-head"
import { Compared } from "./compared"
import { Definitions } from "./definitions"
import { openingMonths } from "./opening-months"
import { OutstandingAges } from "./outstanding-ages"

type Month = { first: string; last: string; billedMinor: number; collectedMinor: number }

type Ages = Parameters<typeof OutstandingAges>[0]

type MoneyPartProps = {
  figures: {
    money: Month[]
    moneyBefore: { billedMinor: number; collectedMinor: number }
    revenue: Parameters<typeof TrendChart>[0]["trend"] | null
    ageing: Ages["ageing"]
    ageingBefore: Ages["before"]
    dayBefore: string
    currency: string
    definitions: { name: string; definition: string }[]
    ageingDefinitions: Ages["definitions"]
  }
  address: Address
}

/** What was billed, what was paid, and how old the outstanding balances are. */
export function MoneyPart({ figures, address }: MoneyPartProps) {
  const { money: months, moneyBefore: before, revenue: trend, ageing, currency, definitions } = figures
  const money = (minor: number) => formatMoney(minor, currency)
  const sum = (pick: (month: Month) => number) => months.reduce((all, month) => all + pick(month), 0)
  const lists = listsOf(address)
  const receivedOf = (month: string) => {
    const { first, last } = months.find((each) => each.first === month) ?? span
    return lists.received({ first, last }, "month")
  }
  const span = { first: months[0]?.first ?? "", last: months.at(-1)?.last ?? "" }
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
            to: lists.billed(span),
            metric: lists.metrics.billed,
          },
          {
            figure: money(sum(({ collectedMinor }) => collectedMinor)),
            noun: "received",
            before: money(before.collectedMinor),
            to: lists.received(span),
            metric: lists.metrics.received,
          },
        ]}
      />
      <Definitions of={definitions} />
      <div className="two-columns even">
        {trend ? (
          <TrendChart
            trend={openingMonths(
              trend,
              months.map(({ first }) => first),
              lists.metrics.received,
              receivedOf,
            )}
            file={paths.figureFile({ ...address, card: "money-by-month" })}
          />
        ) : null}
        <section className="section">
          <MonthByMonth {...{ months, address, currency }} />
        </section>
      </div>
      <OutstandingAges
        ageing={ageing}
        before={figures.ageingBefore}
        dayBefore={figures.dayBefore}
        all={{ of: lists.metrics.open, to: lists.open() }}
        currency={currency}
        definitions={figures.ageingDefinitions}
        address={address}
      />
    </section>
  )
}

type MonthsProps = { months: Month[]; address: Address; currency: string }

function MonthByMonth({ months, address, currency }: MonthsProps) {
  const lists = listsOf(address)
  return (
    <>
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
              <Figure of={lists.metrics.billed} to={lists.billed({ first, last }, "month")}>
                {formatMoney(billedMinor, currency)}
              </Figure>
            ),
          },
          {
            label: "Received",
            numeric: true,
            cell: ({ first, last, collectedMinor }) => (
              <Figure of={lists.metrics.received} to={lists.received({ first, last }, "month")}>
                {formatMoney(collectedMinor, currency)}
              </Figure>
            ),
          },
        ]}
      />
    </>
  )
}

type Days = { first: string; last: string }

/** Where the figures lead: to the school's invoices and payments, or to the parts of a teacher or an instrument. */
function listsOf(address: Address) {
  if (!address.teacher && !address.instrument)
    return {
      metrics: { billed: "billed", received: "received", open: "outstanding-invoices" } as const,
      billed: ({ first, last }: Days) => paths.billing({ status: "issued", from: first, to: last }),
      received: ({ first, last }: Days) => paths.moneyHistory({ kind: "received", from: first, to: last }),
      open: () => paths.billing({ status: "open" }),
    }
  const parts = (of: string) => (days: Days, one?: "month") =>
    paths.figureRows({
      ...address,
      ...(one && { months: "1", until: days.first.slice(0, 7) }),
      card: "money-by-instrument",
      of,
    })
  return {
    metrics: { billed: "billed-part", received: "received-part", open: "open-part" } as const,
    billed: parts("billed-part"),
    received: parts("received-part"),
    open: () => paths.figureRows({ ...address, card: "outstanding-by-age", of: "open-part" }),
  }
}
