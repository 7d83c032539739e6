import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AnalyticsFilters } from "~/components/overview/analytics/analytics-filters"
import { Answers, Previously, TotalOf } from "~/components/overview/analytics/answers"
import type { Address } from "~/components/overview/analytics/card-head"
import { Definitions } from "~/components/overview/analytics/definitions"
import { FigureCard } from "~/components/overview/analytics/figure-card"
import { FoldedCard } from "~/components/overview/analytics/folded-card"
import { openingMonths } from "~/components/overview/analytics/opening-months"
import { periodText } from "~/components/overview/analytics/period-text"
import { TrendChart } from "~/components/overview/dashboard/trend-chart"
import type { FramedPage } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { DataTable, EmptyState } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import { PrintButton } from "~/components/ui/print-button"
import { requireMember } from "~/http/guards.server"
import type { MetricKey } from "~/models/foundation/metrics/figures"
import { cardPlans } from "~/models/overview/analytics/cards"
import type { AgeBand, MoneyMonth } from "~/models/overview/analytics/money-figures.server"
import { formatDate, formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { readTab } from "./read-tab.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "analytics:read")
  return readTab(actor, request, "money", paths.moneyFigures)
}

export const handle: FramedPage<typeof loader> = {
  tab: "money",
  title: "Analytics",
  head: (page) => ({ expression: periodText(page), actions: <PrintButton /> }),
}

export const meta: MetaFunction = () => [{ title: "Analytics, money · Tutti" }]

export default function MoneyFigures() {
  const figures = useLoaderData<typeof loader>()
  const { address, cards, money, query, until, filters, search, found } = figures
  return (
    <>
      <AnalyticsFilters
        {...{ query, until, filters, search, found }}
        toTeacher={(teacher) => paths.moneyFigures({ ...address, teacher })}
      />
      {figures.isEmpty ? (
        <EmptyState action={<LinkButton to={paths.unbilled()}>Go to Ready to invoice</LinkButton>}>
          No money in these months. What you bill and receive appears here once you send invoices.
        </EmptyState>
      ) : null}
      {money.length > 0 && !figures.isEmpty ? <MoneyPart figures={figures} address={address} /> : null}
      {(figures.isEmpty ? [] : cards).map((card) => (
        <FigureCard
          key={card.key}
          card={card}
          address={address}
          about={cardPlans[card.key].days === "today" ? "Today" : undefined}
        />
      ))}
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type MoneyPartProps = { figures: Loaded; address: Address }

/** What was billed, what was paid, and how old the outstanding balances are. */
function MoneyPart({ figures, address }: MoneyPartProps) {
  const { money: months, moneyBefore: before, revenue: trend, ageing, currency, definitions } = figures
  const money = (minor: number) => formatMoney(minor, currency)
  const sum = (pick: (month: MoneyMonth) => number) => months.reduce((all, month) => all + pick(month), 0)
  const lists = listsOf(address)
  const receivedOf = (month: string) => {
    const { first, last } = months.find((each) => each.first === month) ?? span
    return lists.received({ first, last }, "month")
  }
  const all = { of: lists.metrics.open, to: lists.open() }
  const span = { first: months[0]?.first ?? "", last: months.at(-1)?.last ?? "" }
  return (
    <section className="stack" aria-labelledby="money">
      <h2 id="money">Money</h2>
      <Answers label="Money in this period">
        <p>
          You billed{" "}
          <Figure of={lists.metrics.billed} to={lists.billed(span)}>
            {money(sum(({ billedMinor }) => billedMinor))}
          </Figure>
          <Previously>{money(before.billedMinor)}</Previously> and received{" "}
          <Figure of={lists.metrics.received} to={lists.received(span)}>
            {money(sum(({ collectedMinor }) => collectedMinor))}
          </Figure>
          <Previously>{money(before.collectedMinor)}</Previously>.
        </p>
        <p>
          <Figure {...all}>{money(outstandingOf(ageing))}</Figure> is outstanding today
          <Previously>{money(outstandingOf(figures.ageingBefore))}</Previously>.
        </p>
        <Left cards={figures.cards} address={address} />
      </Answers>
      <Definitions of={definitions} />
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
      <MonthByMonth {...{ months, address, currency }} />
      <OutstandingAges
        ageing={ageing}
        before={figures.ageingBefore}
        dayBefore={figures.dayBefore}
        all={all}
        currency={currency}
        definitions={figures.ageingDefinitions}
        address={address}
      />
    </section>
  )
}

/** What is left after pay and expenses, or why that isn’t known; nothing for someone who doesn’t see pay. */
function Left({ cards, address }: Pick<MoneyPartProps["figures"], "cards"> & { address: Address }) {
  const card = cards.find(({ key }) => key === "margin")
  if (!card) return null
  const unrated = card.total[card.columns.findIndex(({ metric }) => metric === "lessons-unrated")]
  const total = { card: "margin", cards, address }
  if (unrated !== undefined && unrated !== formatNumber(0))
    return (
      <p>
        What is left after pay isn’t known:{" "}
        <TotalOf of="lessons-unrated" noun="lessons have no pay rate" {...total} />.
      </p>
    )
  return (
    <p>
      Of <TotalOf of="charged-for-lessons" {...total} /> charged for lessons,{" "}
      <TotalOf of="margin" {...total} /> is left after pay and expenses.
    </p>
  )
}

type MonthsProps = { months: MoneyMonth[]; address: Address; currency: string }

function MonthByMonth({ months, address, currency }: MonthsProps) {
  const lists = listsOf(address)
  return (
    <FoldedCard title="Month by month" file="money-by-month" address={address}>
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
    </FoldedCard>
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

type OutstandingAgesProps = {
  ageing: AgeBand[]
  /** the same on the day compared with */
  before: AgeBand[]
  dayBefore: string
  /** where all of it is listed, and what that list counts */
  all: { of: MetricKey; to: string }
  currency: string
  definitions: { name: string; definition: string }[]
  address: Address
}

type Line = { key?: string; label: string; invoices: number | null; openMinor: number; beforeMinor: number }

/** All of it, in minor units. */
const outstandingOf = (bands: readonly AgeBand[]): number =>
  bands.reduce((all, { openMinor }) => all + openMinor, 0)

/** What is outstanding by how long it has been overdue, today and on an earlier day. Each amount opens its parts. */
function OutstandingAges(props: OutstandingAgesProps) {
  const { ageing, before, dayBefore, all, currency, definitions, address } = props
  const figure = (minor: number, part: string | undefined, days?: "before") => (
    <Figure
      of="open-part"
      to={paths.figureRows({
        ...address,
        ...{ card: "outstanding-by-age", of: "open-part", part, days },
      })}
    >
      {formatMoney(minor, currency)}
    </Figure>
  )
  const lines: Line[] = [
    ...ageing.map((band) => ({
      ...band,
      beforeMinor: before.find(({ key }) => key === band.key)?.openMinor ?? 0,
    })),
    {
      label: "Total outstanding",
      invoices: null,
      openMinor: outstandingOf(ageing),
      beforeMinor: outstandingOf(before),
    },
  ]
  return (
    <FoldedCard title="Outstanding by age" file="outstanding-by-age" address={address}>
      <p className="small">
        <Link to={paths.reminders()}>Overdue invoices</Link>
      </p>
      <DataTable
        caption="Outstanding by age"
        rows={lines}
        rowKey={({ label }) => label}
        columns={[
          { label: "Age", cell: ({ key, label }) => (key ? label : <b>{label}</b>) },
          {
            label: "Invoices",
            numeric: true,
            cell: ({ invoices }) => (invoices === null ? "" : formatNumber(invoices)),
          },
          {
            label: "Today",
            numeric: true,
            cell: ({ key, openMinor }) =>
              key ? figure(openMinor, key) : <Figure {...all}>{formatMoney(openMinor, currency)}</Figure>,
          },
          {
            label: `On ${formatDate(dayBefore, "medium")}`,
            numeric: true,
            cell: ({ key, beforeMinor }) => figure(beforeMinor, key, "before"),
          },
        ]}
      />
      <Definitions of={definitions} />
    </FoldedCard>
  )
}
