import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { Form, useLoaderData } from "@remix-run/react"
import { TrendChart } from "~/components/overview/dashboard/trend-chart"
import { GrowthRows } from "~/components/platform/platform/growth-rows"
import { RetentionTable } from "~/components/platform/platform/retention-table"
import type { FramedPage } from "~/components/shell/frame"
import { Button } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { FigureRow } from "~/components/ui/figure-row"
import { Link } from "~/components/ui/link"
import { Pagination } from "~/components/ui/pagination"
import { requireSuperAdmin } from "~/http/guards.server"
import {
  cohortsOf,
  type GrowthSchool,
  type GrowthShow,
  growthShows,
  monthlyMinor,
  monthsUpTo,
  schoolsBehind,
} from "~/models/platform/platform/growth"
import { listGrowthSchools } from "~/models/platform/platform/growth.server"
import { growthTrends } from "~/models/platform/platform/growth-trends.server"
import { rowsPerPage } from "~/models/platform/platform/staff-query"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { pageOf, pagesAround } from "~/utils/page-number"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

const spans = ["6", "12", "24"] as const
const usd = (amountMinor: number) => formatMoney(Math.round(amountMinor), "USD")
const percentOfAll = (part: number, all: number) => (all === 0 ? 0 : Math.round((part / all) * 100))

/** The platform's growth: funnel, retention and revenue. Every figure links to the schools it counts. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireSuperAdmin(request)
  const query = new URL(request.url).searchParams
  const span = spans.find((months) => months === query.get("months")) ?? "12"
  const at = now()
  const months = monthsUpTo(at, Number(span))
  const all = listGrowthSchools(staff)
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
    behind: readBehind(query, all, months),
  }
}

/** The rows of the figure the address opens, a page of them. */
function readBehind(query: URLSearchParams, all: GrowthSchool[], months: string[]) {
  const show = growthShows.find((each) => each === query.get("show"))
  if (!show) return null
  const month = months.find((each) => each === query.get("month"))
  const rows = schoolsBehind(all, show, month ? [month] : months)
  const page = pageOf(query)
  const pageRows = rows.slice((page - 1) * rowsPerPage, page * rowsPerPage)
  const dayOf = (at: number | null) => (at === null ? null : formatDate(localDate(at, "UTC"), "medium"))
  return {
    show,
    month,
    pages: { page, perPage: rowsPerPage, shown: pageRows.length, total: rows.length },
    sum: usd(rows.reduce((sum, school) => sum + monthlyMinor(school), 0)),
    rows: pageRows.map((school) => ({
      id: school.id,
      name: school.name,
      kind: school.kind === "solo" ? "solo teacher" : "school",
      registeredOn: dayOf(school.registeredAt) ?? "",
      paidOn: dayOf(school.activatedAt),
      endedOn: dayOf(school.endedAt),
      isUsed: school.isUsed,
      monthly: monthlyMinor(school) > 0 ? usd(monthlyMinor(school)) : null,
    })),
  }
}

const titles: Record<GrowthShow, string> = {
  registered: "Registered",
  left: "Registered and gone",
  paid: "Paid",
  used: "In use",
  renewing: "Renewing now",
  cohort: "Paid first",
}

export const handle: FramedPage = {
  title: "Analytics",
  head: () => ({ expression: "how the platform grows; no pupil’s data" }),
}

export const meta: MetaFunction = () => [{ title: "Analytics · Tutti" }]

export default function PlatformAnalytics() {
  const { span, funnel, usedPercent, recurring, registrations, income, cohorts, behind } =
    useLoaderData<typeof loader>()
  const open = (show: GrowthShow, month?: string) =>
    `${paths.platformAnalytics({ months: span, show, month })}#rows`
  return (
    <>
      <Form method="get" className="toolbar no-print">
        <label htmlFor="months">Of the last</label>
        <select id="months" name="months" defaultValue={span} key={span}>
          {spans.map((months) => (
            <option key={months} value={months}>
              {months} months
            </option>
          ))}
        </select>
        <Button type="submit">Show</Button>
      </Form>
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
              label: `took a register in the last 30 days, ${usedPercent}%`,
              to: open("used"),
              metric: "schools-counted",
            },
            { figure: funnel.left, label: "are gone", to: open("left"), metric: "schools-counted" },
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
              label: "a month",
              to: open("renewing"),
              metric: "recurring-revenue",
            },
            {
              figure: recurring.yearly,
              label: "a year, as it stands",
              to: open("renewing"),
              metric: "recurring-revenue-year",
            },
            {
              figure: recurring.schools,
              label: "subscriptions that renew",
              to: open("renewing"),
              metric: "schools-counted",
            },
          ]}
        />
        <p className="small dim">
          At today’s prices; a yearly plan counts for a twelfth a month. Ended and suspended ones do not
          count.
        </p>
      </section>
      <div className="two-columns even">
        {registrations ? <TrendChart trend={registrations} /> : null}
        {income ? <TrendChart trend={income} /> : null}
      </div>
      <p className="small">
        <Link to={paths.transactions()}>The payments behind what was received</Link>
      </p>
      <section className="section" aria-labelledby="retention">
        <h2 id="retention">Who stays</h2>
        {cohorts.length === 0 ? (
          <EmptyState>Nobody paid for the first time in these months.</EmptyState>
        ) : (
          <RetentionTable cohorts={cohorts} addressOf={(month) => open("cohort", month)} />
        )}
      </section>
      {behind ? (
        <section className="section" aria-labelledby="rows">
          <h2 id="rows">
            {titles[behind.show]}
            {behind.month ? ` in ${formatDate(`${behind.month}-01`, "month")}` : ""}: {behind.pages.total}
            {behind.show === "renewing" ? `, ${behind.sum} a month` : ""}
          </h2>
          {behind.rows.length === 0 ? (
            <EmptyState>No school is counted here.</EmptyState>
          ) : (
            <GrowthRows rows={behind.rows} />
          )}
          <Pagination
            {...pagesAround(
              behind.pages,
              (page) =>
                `${paths.platformAnalytics({ months: span, show: behind.show, month: behind.month, page })}#rows`,
            )}
          />
        </section>
      ) : null}
    </>
  )
}
