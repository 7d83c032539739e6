import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AnalyticsFilters } from "~/components/overview/analytics/analytics-filters"
import { Answers, Previously } from "~/components/overview/analytics/answers"
import type { Address } from "~/components/overview/analytics/card-head"
import { Definitions } from "~/components/overview/analytics/definitions"
import { FigureCard } from "~/components/overview/analytics/figure-card"
import { FoldedCard } from "~/components/overview/analytics/folded-card"
import { HoursOfTheWeek } from "~/components/overview/analytics/hours-of-the-week"
import { openingMonths } from "~/components/overview/analytics/opening-months"
import { periodText } from "~/components/overview/analytics/period-text"
import { TeachingTable } from "~/components/overview/analytics/teaching-table"
import { TrendChart } from "~/components/overview/dashboard/trend-chart"
import type { FramedPage } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { DataTable, EmptyState } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import { PrintButton } from "~/components/ui/print-button"
import { requireMember } from "~/http/guards.server"
import { type CardPlan, cardPlans } from "~/models/overview/analytics/cards"
import type { FillRow } from "~/models/overview/analytics/cards.server"
import { durationText } from "~/utils/durations"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { readTab } from "./read-tab.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "analytics:read")
  return readTab(actor, request, "teaching", paths.teachingFigures)
}

export const handle: FramedPage<typeof loader> = {
  tab: "teaching",
  title: "Analytics",
  head: (page) => ({ expression: periodText(page), actions: <PrintButton /> }),
}

export const meta: MetaFunction = () => [{ title: "Analytics, lessons · Tutti" }]

export default function TeachingFigures() {
  const figures = useLoaderData<typeof loader>()
  const { address, cards, taught, query, until, filters, search, found } = figures
  return (
    <>
      <AnalyticsFilters
        {...{ query, until, filters, search, found }}
        toTeacher={(teacher) => paths.teachingFigures({ ...address, teacher })}
      />
      {taught.sessions === 0 ? (
        <EmptyState action={<LinkButton to={paths.schedule()}>Go to schedule</LinkButton>}>
          No lessons in these months. Hours and attendance appear here once lessons are taught.
        </EmptyState>
      ) : (
        <TeachingPart figures={figures} address={address} />
      )}
      {(cards.every(({ isEmpty }) => isEmpty) ? [] : cards).map((card) => (
        <FigureCard
          key={card.key}
          card={card}
          address={address}
          note={query.instrument ? (cardPlans[card.key] as CardPlan).ofAllInstruments : undefined}
        />
      ))}
    </>
  )
}

type Spots = Parameters<typeof GroupSpots>[0]

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type TeachingPartProps = { figures: Loaded; address: Address }

const sumOf = (fill: Spots["fill"], of: "enrolled" | "capacity" | "enrolledBefore") =>
  fill.reduce((sum, row) => sum + row[of], 0)
const expected = { card: "attendance", of: "attendance-expected" }

/** Lessons given, who gave them when, who attended, and how full groups are. */
function TeachingPart({ figures, address }: TeachingPartProps) {
  const { taught, taughtBefore: before, attendance, teachers, instruments, fill, currency } = figures
  const rowsOf = (of: string) => paths.figureRows({ ...address, card: "lessons-given", of })
  const marked = figures.attendanceByMonth.filter(({ percent }) => percent !== null)
  const table = { total: taught, before, currency, address, definitions: figures.tableDefinitions }
  return (
    <section className="stack" aria-labelledby="teaching">
      <h2 id="teaching">Teaching</h2>
      <Answers label="Teaching in this period">
        <p>
          <Figure of="taught-lessons" to={rowsOf("taught-lessons")}>
            {countOf(taught.sessions, "lesson")}
          </Figure>
          {taught.sessions === 1 ? " was" : " were"} given
          <Previously>{formatNumber(before.sessions)}</Previously>, in{" "}
          <Figure of="taught-hours" to={rowsOf("taught-hours")}>
            {durationText(taught.minutes)}
          </Figure>
          <Previously>{durationText(before.minutes)}</Previously>.
        </p>
        {taught.attendedPercent === null ? null : (
          <p>
            Students attended{" "}
            <Figure of="attendance-rate" to={paths.figureRows({ ...address, ...expected })}>
              {`${taught.attendedPercent}%`}
            </Figure>{" "}
            of their lessons
            {before.attendedPercent === null ? null : <Previously>{`${before.attendedPercent}%`}</Previously>}
            .
          </p>
        )}
        {fill.length === 0 ? null : (
          <p>
            Groups have{" "}
            <Figure
              of="group-spots"
              to={paths.figureRows({ ...address, card: "group-spots", of: "group-spots" })}
            >
              {countOf(sumOf(fill, "enrolled"), "spot")}
            </Figure>{" "}
            of {formatNumber(sumOf(fill, "capacity"))} taken today
            <Previously>{formatNumber(sumOf(fill, "enrolledBefore"))}</Previously>.
          </p>
        )}
      </Answers>
      <Definitions of={figures.definitions} />
      {attendance ? (
        <TrendChart
          trend={openingMonths(
            attendance,
            marked.map(({ month }) => month),
            "attendance-rate",
            (until) => paths.figureRows({ ...address, months: "1", until, ...expected }),
          )}
          file={paths.figureFile({ ...address, card: "attendance-by-month" })}
        />
      ) : null}
      <FoldedCard title="Hours taught by weekday and time" file="hours-of-week" address={address}>
        <HoursOfTheWeek cells={figures.hours} before={figures.hoursBefore} address={address} />
        <Definitions of={figures.hoursDefinitions} />
      </FoldedCard>
      {teachers.length > 0 ? <TeachingTable by="teacher" rows={teachers} {...table} /> : null}
      <TeachingTable by="instrument" rows={instruments} {...table} />
      {fill.length > 0 ? (
        <GroupSpots
          fill={fill}
          dayBefore={figures.dayBefore}
          definitions={figures.fillDefinitions}
          address={address}
        />
      ) : null}
    </section>
  )
}

type GroupSpotsProps = {
  fill: FillRow[]
  /** the day compared with */
  dayBefore: string
  definitions: { name: string; definition: string }[]
  address: Address
}

/** How full groups and ensembles are, and were on an earlier day. Each figure opens the students. */
function GroupSpots({ fill, dayBefore, definitions, address }: GroupSpotsProps) {
  const sum = (pick: (row: FillRow) => number) => fill.reduce((all, row) => all + pick(row), 0)
  const total = {
    classId: "",
    name: "Total",
    enrolled: sum(({ enrolled }) => enrolled),
    capacity: sum(({ capacity }) => capacity),
    enrolledBefore: sum(({ enrolledBefore }) => enrolledBefore),
  }
  const figure = (count: number, part: string, days?: "before") => (
    <Figure
      of="group-spots"
      to={paths.figureRows({
        ...address,
        ...{ card: "group-spots", of: "group-spots", part: part || undefined, days },
      })}
    >
      {formatNumber(count)}
    </Figure>
  )
  return (
    <FoldedCard title="Spots in groups, emptiest first" file="spots-in-groups" address={address}>
      <DataTable
        caption="Spots taken in groups and ensembles"
        terse="labelled"
        rows={fill.length > 1 ? [...fill, total] : fill}
        rowKey={({ classId }) => classId || "total"}
        columns={[
          {
            label: "Class",
            cell: ({ classId, name }) =>
              classId ? <Link to={paths.class(classId)}>{name}</Link> : <b>{name}</b>,
          },
          {
            label: "Taken today",
            numeric: true,
            cell: ({ classId, enrolled, capacity }) => (
              <span>
                {figure(enrolled, classId)}
                {` of ${formatNumber(capacity)}, ${Math.round((enrolled / capacity) * 100)}%`}
              </span>
            ),
          },
          {
            label: `On ${formatDate(dayBefore, "medium")}`,
            numeric: true,
            cell: ({ classId, enrolledBefore }) => figure(enrolledBefore, classId, "before"),
          },
        ]}
      />
      <Definitions of={definitions} />
    </FoldedCard>
  )
}
