import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { Compared } from "~/components/overview/analytics/compared"
import { GrowthPart } from "~/components/overview/analytics/growth-part"
import { HoursOfTheWeek, hoursText } from "~/components/overview/analytics/hours-of-the-week"
import { MoneyPart } from "~/components/overview/analytics/money-part"
import { TeachingTable } from "~/components/overview/analytics/teaching-table"
import { TrendChart } from "~/components/overview/dashboard/trend-chart"
import { LinkButton } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterForm, FilterInput, FilterSelect } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { PrintButton } from "~/components/ui/print-button"
import { requireMember } from "~/http/guards.server"
import { filledIn } from "~/http/search-params"
import { findAnalyticsAside } from "~/models/overview/analytics/analytics.server"
import { spans } from "~/models/overview/analytics/analytics-period"
import { AnalyticsQuery } from "~/models/overview/analytics/analytics-query.server"
import { formFor } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import type { RepeatedPage } from "~/utils/repeated-page"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "analytics:read")
  return findAnalyticsAside(actor, AnalyticsQuery.parse(filledIn(request)))
}

export const handle: RepeatedPage = { repeats: true }

export const meta: MetaFunction = () => [{ title: "Analytics · Tutti" }]

export default function Analytics() {
  const figures = useLoaderData<typeof loader>()
  const { span, months, until, taught } = figures
  return (
    <div className="stack">
      <PageHead
        title="Analytics"
        expression={`${formatDate(span.first, "full")} to ${formatDate(span.last, "full")}, compared with the ${months} months before`}
        actions={<PrintButton />}
      />
      <Period months={months} until={until} />
      <GrowthPart
        trend={figures.students}
        joined={figures.joined}
        joinedBefore={figures.joinedBefore}
        left={figures.left}
        leftBefore={figures.leftBefore}
        reasons={figures.reasons}
        cohorts={figures.cohorts}
      />
      <MoneyPart
        months={figures.money}
        before={figures.moneyBefore}
        trend={figures.revenue}
        ageing={figures.ageing}
        currency={figures.currency}
      />
      {taught.sessions === 0 ? (
        <EmptyState action={<LinkButton to={paths.schedule()}>Go to schedule</LinkButton>}>
          No lessons in these months. Hours and attendance appear here once lessons are taught.
        </EmptyState>
      ) : (
        <Teaching />
      )}
    </div>
  )
}

function Period({ months, until }: { months: number; until: string }) {
  return (
    <FilterForm aria-label="Period">
      <label className="toolbar">
        <span>Months</span>
        <FilterSelect name="months" value={String(months)}>
          {spans.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </FilterSelect>
      </label>
      <label className="toolbar">
        <span>through</span>
        <FilterInput
          type="month"
          name="until"
          value={until}
          pattern="[0-9]{4}-[0-9]{2}"
          placeholder="2026-11"
        />
      </label>
      <button className="button" type="submit">
        Update figures
      </button>
    </FilterForm>
  )
}

function Teaching() {
  const { taught, taughtBefore, attendance, teachers, instruments, fill, hours, currency } =
    useLoaderData<typeof loader>()
  return (
    <section className="stack" aria-labelledby="teaching">
      <h2 id="teaching">Teaching</h2>
      <Compared
        label="Teaching in this period"
        figures={[
          {
            figure: formatNumber(taught.sessions),
            noun: formFor(taught.sessions, "lesson given", "lessons given"),
            before: formatNumber(taughtBefore.sessions),
            metric: "lessons-given",
          },
          {
            figure: hoursText(taught.minutes),
            noun: "hours",
            before: hoursText(taughtBefore.minutes),
            metric: "hours-taught",
          },
        ]}
      />
      <div className="two-columns even">
        {attendance ? <TrendChart trend={attendance} /> : null}
        <section className="section">
          <h3>Hours taught by weekday and time</h3>
          <HoursOfTheWeek cells={hours} />
        </section>
      </div>
      {teachers.length > 0 ? (
        <TeachingTable
          by="Teacher"
          rows={teachers}
          currency={currency}
          addressOf={({ id }) => (id ? paths.teacher(id) : undefined)}
        />
      ) : null}
      <TeachingTable
        by="Instrument"
        rows={instruments}
        currency={currency}
        addressOf={({ id }) => (id ? paths.students({ instrument: id }) : undefined)}
      />
      {fill.length > 0 ? (
        <section className="section">
          <h3>Spots in groups, emptiest first</h3>
          <DataTable
            caption="Spots taken in groups and ensembles today"
            rows={fill}
            rowKey={({ classId }) => classId}
            columns={[
              { label: "Class", cell: ({ classId, name }) => <Link to={paths.class(classId)}>{name}</Link> },
              {
                label: "Taken",
                numeric: true,
                cell: ({ enrolled, capacity }) =>
                  `${enrolled} of ${capacity}, ${Math.round((enrolled / capacity) * 100)}%`,
              },
            ]}
          />
        </section>
      ) : null}
    </section>
  )
}
