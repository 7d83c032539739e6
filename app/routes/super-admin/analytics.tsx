import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { TrendChart } from "~/components/overview/dashboard/trend-chart"
import { RetentionTable } from "~/components/platform/revenue/retention-table"
import { MoveRows, RevenueTable } from "~/components/platform/revenue/revenue-table"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { FigureRow } from "~/components/ui/figure-row"
import { FilterButton, FilterForm, FilterSelect } from "~/components/ui/filter-form"
import { requireStaff } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { planCatalogue } from "~/models/accounts/plan/plan-catalogue"
import {
  cohortsOf,
  type GrowthSchool,
  type GrowthShow,
  growthShows,
  monthlyMinor,
  monthsUpTo,
  schoolsBehind,
} from "~/models/platform/growth/growth"
import { growthTrends, listGrowthSchools } from "~/models/platform/growth/growth.server"
import {
  moveKinds,
  moveLabels,
  type RevenueMonth,
  revenueBetween,
  revenueByMonth,
} from "~/models/platform/revenue/revenue"
import { listRevenue, type SchoolRevenue } from "~/models/platform/revenue/revenue.server"
import { now } from "~/utils/clock.server"
import { addMonths } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { PER_PAGE, pageOf } from "~/utils/page-number"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

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

export const { handle, meta } = framed<typeof loader>({
  title: "Platform analytics",
  head: ({ span }) => ({
    actions: (
      <a className="button" href={paths.platformAnalyticsFile({ months: span })} download>
        Download CSV
      </a>
    ),
  }),
})

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

const usd = (amountMinor: number) => formatMoney(Math.round(amountMinor), "USD")
const dayOf = (at: number | null) => (at === null ? null : formatDate(localDate(at, "UTC"), "medium"))

/** The rows of the figure the address opens, a page of them. */
function readBehind(request: Request, all: GrowthSchool[], months: string[]) {
  const query = new URL(request.url).searchParams
  const show = growthShows.find((each) => each === query.get("show"))
  if (!show) return null
  const month = months.find((each) => each === query.get("month"))
  const rows = schoolsBehind(all, show, month ? [month] : months)
  const page = pageOf(query)
  const pageRows = rows.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  return {
    show,
    month,
    pages: paged(request, rows.length),
    sum: usd(rows.reduce((sum, school) => sum + monthlyMinor(school), 0)),
    rows: pageRows.map((school) => ({
      id: school.id,
      name: school.name,
      kind: school.kind === "solo" ? "Solo teacher" : "School",
      registeredOn: dayOf(school.registeredAt) ?? "",
      paidOn: dayOf(school.activatedAt),
      endedOn: dayOf(school.endedAt),
      isUsed: school.isUsed,
      monthly: monthlyMinor(school) > 0 ? usd(monthlyMinor(school)) : null,
    })),
  }
}

/** The schools with what their history adds: when they first paid, and when they were away. */
function withHistory(all: GrowthSchool[], revenue: readonly SchoolRevenue[]): GrowthSchool[] {
  const known = new Map(revenue.map((school) => [school.id, school]))
  return all.map((school) => {
    const history = known.get(school.id)
    return history && school.activatedAt !== null
      ? {
          ...school,
          gaps: history.gaps,
          activatedAt: Math.min(school.activatedAt, history.firstPaidAt ?? school.activatedAt),
        }
      : school
  })
}

const dayMs = 86_400_000
const signed = (minor: number) => (minor > 0 ? `+${usd(minor)}` : usd(minor))
const share = (percent: number | null) => (percent === null ? "–" : `${percent}%`)

/** The changes of recurring revenue month by month and by plan, newest first, as texts. */
function revenuePart(
  revenue: readonly SchoolRevenue[],
  all: readonly GrowthSchool[],
  months: string[],
  at: number,
) {
  const moves = revenue.map((school) => school.moves)
  const byMonth = revenueByMonth(moves, months, at)
  return {
    months: byMonth.map(monthTexts).reverse(),
    plans: byPlan(revenue, all, months),
    soFar: soFar(byMonth.at(-1), moves, at),
  }
}

const monthTexts = (month: RevenueMonth) => ({
  month: month.month,
  name: formatDate(`${month.month}-01`, "month"),
  start: usd(month.start),
  end: usd(month.end),
  moves: moveKinds.map((kind) => ({ kind, amount: month[kind] === 0 ? null : signed(month[kind]) })),
  netRetention: share(month.netRetention),
  churnRate: share(month.churnRate),
})

/** The month so far beside as many days of the one before. */
function soFar(current: RevenueMonth | undefined, moves: Parameters<typeof revenueBetween>[0], at: number) {
  if (!current) return null
  const today = localDate(at, "UTC")
  const sameDay = addMonths(today, -1)
  const monthBefore = sameDay.slice(0, 7)
  const before = revenueBetween(
    moves,
    monthBefore,
    Date.parse(`${monthBefore}-01T00:00:00Z`),
    Date.parse(`${sameDay}T00:00:00Z`) + dayMs,
  )
  const net = (month: RevenueMonth) => signed(month.end - month.start)
  return `Net change so far in ${formatDate(`${current.month}-01`, "month")}: ${net(current)}. By this day in ${formatDate(`${monthBefore}-01`, "month")}: ${net(before)}.`
}

function byPlan(revenue: readonly SchoolRevenue[], all: readonly GrowthSchool[], months: string[]) {
  const from = Date.parse(`${months[0]}-01T00:00:00Z`)
  const moves = revenue.flatMap((school) => school.moves).filter((move) => move.at >= from)
  return (["soloTeacher", "standard", "professional"] as const).map((plan) => {
    const renewing = all.filter((school) => school.plan === plan && monthlyMinor(school) > 0)
    const ended = moves.filter((move) => move.plan === plan && move.kind === "churn").length
    const begun = moves.filter(
      (move) => move.plan === plan && (move.kind === "new" || move.kind === "reactivation"),
    ).length
    return {
      plan,
      name: planCatalogue[plan].name,
      schools: renewing.length,
      monthly: usd(renewing.reduce((sum, school) => sum + monthlyMinor(school), 0)),
      begun,
      ended,
      churnRate: share(
        renewing.length + ended === 0 ? null : Math.round((ended / (renewing.length + ended)) * 100),
      ),
    }
  })
}

/** The schools behind a change of revenue that the address opens, a page of them. */
function readMoves(request: Request, revenue: readonly SchoolRevenue[], months: string[]) {
  const query = new URL(request.url).searchParams
  const show = moveKinds.find((kind) => kind === query.get("show"))
  if (!show) return null
  const month = months.find((each) => each === query.get("month"))
  const within = month ? [month] : months
  const rows = revenue
    .flatMap(({ id, name, moves }) => moves.map((move) => ({ ...move, id, name })))
    .filter(({ kind, at }) => kind === show && within.includes(new Date(at).toISOString().slice(0, 7)))
    .sort((a, b) => b.at - a.at)
  const page = pageOf(query)
  const pageRows = rows.slice((page - 1) * PER_PAGE, page * PER_PAGE)
  return {
    show,
    month,
    title: `${moveLabels[show]}${month ? ` in ${formatDate(`${month}-01`, "month")}` : ""}: ${signed(rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0))} per month`,
    pages: paged(request, rows.length),
    rows: pageRows.map(({ id, name, at, plan, amountMinor }) => ({
      key: `${id} ${at}`,
      id,
      name,
      when: dayOf(at) ?? "",
      plan: plan ? planCatalogue[plan].name : "–",
      amount: signed(amountMinor),
    })),
  }
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type GrowthRow = NonNullable<Loaded["behind"]>["rows"][number]

/** The schools a figure counted. */
function GrowthRows({ rows }: { rows: GrowthRow[] }) {
  return (
    <DataTable
      caption="Schools counted"
      columns={[
        {
          label: "School",
          cell: ({ id, name }) =>
            name === null ? (
              <span className="dim">Deleted</span>
            ) : (
              <Link to={paths.platformSchool(id)}>{name}</Link>
            ),
        },
        { label: "Type", cell: ({ kind }) => kind },
        { label: "Registered", cell: ({ registeredOn }) => registeredOn },
        { label: "First paid", cell: ({ paidOn }) => paidOn ?? "Not yet" },
        { label: "Ended", cell: ({ endedOn }) => endedOn ?? "–" },
        { label: "Active", cell: ({ isUsed }) => (isUsed ? "Yes" : "No") },
        { label: "Per month", numeric: true, cell: ({ monthly }) => monthly ?? "–" },
      ]}
      rows={rows}
    />
  )
}
