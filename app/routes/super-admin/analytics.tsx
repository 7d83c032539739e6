import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { TrendChart } from "~/components/overview/dashboard/trend-chart"
import { GrowthRows } from "~/components/platform/platform/growth-rows"
import { RetentionTable } from "~/components/platform/platform/retention-table"
import { MoveRows, RevenueTable } from "~/components/platform/revenue/revenue-table"
import type { FramedPage } from "~/components/shell/frame"
import { EmptyState } from "~/components/ui/empty-state"
import { FigureRow } from "~/components/ui/figure-row"
import { FilterButton, FilterForm, FilterSelect } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import { Pagination } from "~/components/ui/pagination"
import { requireStaff } from "~/http/guards.server"
import {
  cohortsOf,
  type GrowthShow,
  monthlyMinor,
  monthsUpTo,
  schoolsBehind,
} from "~/models/platform/platform/growth"
import { listGrowthSchools } from "~/models/platform/platform/growth.server"
import { growthTrends } from "~/models/platform/platform/growth-trends.server"
import { listRevenue } from "~/models/platform/revenue/revenue.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { readBehind, readMoves, revenuePart, usd, withHistory } from "./analytics-rows.server"

const spans = ["6", "12", "24"] as const
const percentOfAll = (part: number, all: number) => (all === 0 ? 0 : Math.round((part / all) * 100))

/** The platform's growth: funnel, retention and revenue. Every figure links to the schools it counts. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "figure:read")
  const query = new URL(request.url).searchParams
  const span = spans.find((months) => months === query.get("months")) ?? "12"
  const at = now()
  const months = monthsUpTo(at, Number(span))
  const revenue = listRevenue(staff)
  const all = withHistory(listGrowthSchools(staff), revenue)
  const counted = (show: GrowthShow) => schoolsBehind(all, show, months).length
  const monthlyAll = all.reduce((sum, school) => sum + monthlyMinor(school), 0)
  const [registered, left, paid, used] = [
    counted("registered"),
    counted("left"),
    counted("paid"),
    counted("used"),
  ]
  return {
    span,
    funnel: { registered, left, paid, used, paidPercent: percentOfAll(paid, registered) },
    usedPercent: percentOfAll(used, paid),
    recurring: { monthly: usd(monthlyAll), yearly: usd(monthlyAll * 12), schools: counted("renewing") },
    ...growthTrends(staff, all, months, at),
    cohorts: cohortsOf(all, months, at),
    behind: readBehind(request, all, months),
    revenue: revenuePart(revenue, all, months, at),
    moves: readMoves(request, revenue, months),
  }
}

const titles: Record<GrowthShow, string> = {
  registered: "Registered",
  left: "Left",
  paid: "Paid",
  used: "Active",
  renewing: "Renewing",
  cohort: "First paid",
}

export const handle: FramedPage<typeof loader> = {
  title: "Platform analytics",
  head: ({ span }) => ({
    actions: (
      <a className="button" href={paths.platformAnalyticsFile({ months: span })} download>
        Download CSV
      </a>
    ),
  }),
}

export const meta: MetaFunction = () => [{ title: "Platform analytics · Tutti" }]

export default function PlatformAnalytics() {
  const { span, funnel, usedPercent, recurring, registrations, income, cohorts, behind, revenue, moves } =
    useLoaderData<typeof loader>()
  const open = (show: GrowthShow, month?: string) =>
    `${paths.platformAnalytics({ months: span, show, month })}#rows`
  return (
    <>
      <FilterForm role="search" aria-label="Period">
        <label htmlFor="months">Period</label>
        <FilterSelect id="months" name="months" value={span}>
          {spans.map((months) => (
            <option key={months} value={months}>
              Last {months} months
            </option>
          ))}
        </FilterSelect>
        <FilterButton>Apply</FilterButton>
      </FilterForm>
      <section className="section" aria-labelledby="funnel">
        <h2 id="funnel">From registration to daily use</h2>
        <FigureRow
          label="From registration to daily use"
          items={[
            {
              figure: funnel.registered,
              label: "registered",
              to: open("registered"),
              metric: "schools-counted",
            },
            {
              figure: funnel.paid,
              label: `paid, ${funnel.paidPercent}% of them`,
              to: open("paid"),
              metric: "schools-counted",
            },
            {
              figure: funnel.used,
              label: `took attendance in the last 30 days, ${usedPercent}%`,
              to: open("used"),
              metric: "schools-counted",
            },
            { figure: funnel.left, label: "left", to: open("left"), metric: "schools-counted" },
          ]}
        />
      </section>
      <section className="section" aria-labelledby="recurring">
        <h2 id="recurring">Recurring revenue</h2>
        <FigureRow
          label="Recurring revenue"
          items={[
            {
              figure: recurring.monthly,
              label: "per month",
              to: open("renewing"),
              metric: "recurring-revenue",
            },
            {
              figure: recurring.yearly,
              label: "per year at this rate",
              to: open("renewing"),
              metric: "recurring-revenue-year",
            },
            {
              figure: recurring.schools,
              label: "renewing subscriptions",
              to: open("renewing"),
              metric: "schools-counted",
            },
          ]}
        />
        <p className="small dim">
          At current prices. A yearly plan counts as one twelfth per month; ended and suspended subscriptions
          don’t count.
        </p>
      </section>
      <RevenueTable
        {...revenue}
        addressOf={(kind, month) => `${paths.platformAnalytics({ months: span, show: kind, month })}#rows`}
      />
      <div className="two-columns even">
        {registrations ? <TrendChart trend={registrations} /> : null}
        {income ? <TrendChart trend={income} /> : null}
      </div>
      <p className="small">
        <Link to={paths.transactions()}>View payments</Link>
      </p>
      <section className="section" aria-labelledby="retention">
        <h2 id="retention">Retention</h2>
        {cohorts.length === 0 ? (
          <EmptyState>No first payments in these months.</EmptyState>
        ) : (
          <RetentionTable cohorts={cohorts} addressOf={(month) => open("cohort", month)} />
        )}
      </section>
      {moves ? <MoveRows {...moves} /> : null}
      {behind ? <Behind {...behind} /> : null}
    </>
  )
}

type BehindProps = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["behind"]>

/** The schools that a figure counted. */
function Behind(behind: BehindProps) {
  return (
    <section className="section" aria-labelledby="rows">
      <h2 id="rows">
        {titles[behind.show]}
        {behind.month ? ` in ${formatDate(`${behind.month}-01`, "month")}` : ""}: {behind.pages.total}
        {behind.show === "renewing" ? `, ${behind.sum} per month` : ""}
      </h2>
      {behind.rows.length === 0 ? (
        <EmptyState>No schools in this group.</EmptyState>
      ) : (
        <GrowthRows rows={behind.rows} />
      )}
      <Pagination {...behind.pages} list={`${paths.platformAnalytics()}#rows`} />
    </section>
  )
}
