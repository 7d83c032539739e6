import { paged } from "~/http/page-number"
import { planCatalogue } from "~/models/accounts/plan/plan-catalogue"
import {
  type GrowthSchool,
  growthShows,
  monthlyMinor,
  schoolsBehind,
} from "~/models/platform/platform/growth"
import {
  moveKinds,
  moveLabels,
  type RevenueMonth,
  revenueBetween,
  revenueByMonth,
} from "~/models/platform/revenue/revenue"
import type { SchoolRevenue } from "~/models/platform/revenue/revenue.server"
import { formatDate } from "~/utils/date-text"
import { addMonths } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import { PER_PAGE, pageOf } from "~/utils/page-number"
import { localDate } from "~/utils/zones"

export const usd = (amountMinor: number) => formatMoney(Math.round(amountMinor), "USD")
const dayOf = (at: number | null) => (at === null ? null : formatDate(localDate(at, "UTC"), "medium"))

/** The rows of the figure the address opens, a page of them. */
export function readBehind(request: Request, all: GrowthSchool[], months: string[]) {
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
export function withHistory(all: GrowthSchool[], revenue: readonly SchoolRevenue[]): GrowthSchool[] {
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
export function revenuePart(
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
export function readMoves(request: Request, revenue: readonly SchoolRevenue[], months: string[]) {
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
