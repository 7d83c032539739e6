import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PayLineTable } from "~/components/money/pay/pay-line-table"
import { PayslipList } from "~/components/money/pay/payslip-list"
import { TrendChart } from "~/components/overview/dashboard/trend-chart"
import { PeriodLinks } from "~/components/overview/teacher-area/period-links"
import type { FramedPage } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { FigureRow } from "~/components/ui/figure-row"
import { chosenMonth } from "~/http/chosen-period"
import { orNotFound, requireMember } from "~/http/guards.server"
import { sumLines } from "~/models/money/pay/pay"
import { listEarned } from "~/models/money/pay/pay-lines.server"
import { yearBefore } from "~/models/money/pay/pay-period"
import { listPaySlips } from "~/models/money/pay/payslips.server"
import { listOwnMonths, trendsOf } from "~/models/overview/teacher-area/own-figures.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { countMissingRegisters } from "~/models/teaching/missing-register/missing-registers.server"
import { todayOf } from "~/utils/clock.server"
import { addMonths, monthBounds, monthOf } from "~/utils/dates"
import { durationText } from "~/utils/durations"
import { countOf, formatDate, formatNumber, formFor } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const own = orNotFound(findOwnTeacher(actor))
  const present = monthOf(todayOf(actor))
  const month = chosenMonth(request, present)
  const { first, last } = monthBounds(month)
  const months = listOwnMonths(actor, own.id, month)
  const { sessions = 0, minutes = 0, held = 0, attended = 0 } = months.at(-1) ?? {}
  const lines = listEarned(actor, own.id, { from: first, to: last })
  return {
    month,
    present,
    heading: formatDate(first, "month"),
    before: monthOf(addMonths(first, -1)),
    after: monthOf(addMonths(first, 1)),
    isPaid: actor.school.kind !== "solo",
    currency: actor.school.currency,
    sessions,
    minutes,
    rate: held > 0 ? `${Math.round((attended / held) * 100)}%` : "–",
    trends: months.some((each) => each.sessions > 0) ? trendsOf(actor, own.id, months) : [],
    missing: countMissingRegisters(actor, { teacherId: own.id }),
    lines,
    payMinor: sumLines(lines),
    slips: listPaySlips(actor, own.id, yearBefore(last)),
  }
}

export const handle: FramedPage<typeof loader> = {
  title: "Hours and pay",
  head: ({ heading, isPaid }) => ({
    title: heading,
    over: isPaid ? "Hours and pay" : "Hours",
    actions: isPaid ? <LinkButton to={paths.ownExtraWork()}>Extra work</LinkButton> : undefined,
  }),
}

export const meta: MetaFunction = () => [{ title: "Hours and pay · Tutti" }]

export default function OwnAnalytics() {
  const page = useLoaderData<typeof loader>()
  const { heading, isPaid, currency, sessions, minutes, rate, trends, missing, lines, payMinor } = page
  const to = (month: string) => paths.teacherAnalytics({ month: month === page.present ? undefined : month })
  return (
    <>
      <PeriodLinks unit="month" previous={to(page.before)} today={to(page.present)} next={to(page.after)} />
      <FigureRow
        label={heading}
        items={[
          {
            figure: durationText(minutes),
            label: "taught",
            metric: "hours-taught",
          },
          { figure: formatNumber(sessions), label: formFor(sessions, "lesson"), metric: "lessons-given" },
          { figure: rate, label: "attendance", metric: "attendance-rate" },
          ...(isPaid
            ? [
                {
                  figure: formatMoney(payMinor, currency),
                  label: "earned",
                  metric: "teacher-pay" as const,
                },
              ]
            : []),
        ]}
      />
      {missing ? (
        <p className="warn">
          <Link to={`${paths.teacherHome()}#missing`}>Take attendance for {countOf(missing, "lesson")}</Link>{" "}
          to count {formFor(missing, "it", "them")} here.
        </p>
      ) : null}
      <div className="two-columns even">
        {trends.map((trend) => (
          <TrendChart key={trend.noun} trend={trend} />
        ))}
      </div>
      <section className="section" aria-labelledby="lines">
        <h2 id="lines">{isPaid ? "Lessons and pay" : "Lessons"}</h2>
        {lines.length ? (
          <PayLineTable heading={heading} lines={lines} currency={currency} isPaid={isPaid} />
        ) : (
          <EmptyState>
            No attendance recorded for {heading} yet. Lessons appear here once you take attendance.
          </EmptyState>
        )}
      </section>
      {isPaid ? <PayslipList slips={page.slips} pdf={paths.ownPayslipPdf} /> : null}
    </>
  )
}
