import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AnalyticsFilters } from "~/components/overview/analytics/analytics-filters"
import { Answers, Previously, TotalOf } from "~/components/overview/analytics/answers"
import { type Address, CardHead } from "~/components/overview/analytics/card-head"
import { Definitions } from "~/components/overview/analytics/definitions"
import { FigureCard } from "~/components/overview/analytics/figure-card"
import { FoldedCard } from "~/components/overview/analytics/folded-card"
import { Movers } from "~/components/overview/analytics/movers"
import { openingMonths } from "~/components/overview/analytics/opening-months"
import { periodText } from "~/components/overview/analytics/period-text"
import { TrendChart } from "~/components/overview/dashboard/trend-chart"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { DataTable, EmptyState } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import { PrintButton } from "~/components/ui/print-button"
import { requireMember } from "~/http/guards.server"
import { type Cohort, type CohortSum, retentionSteps } from "~/models/overview/analytics/growth"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { readTab } from "./read-tab.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "analytics:read")
  return readTab(actor, request, "students", paths.analytics)
}

export const handle: FramedPage<typeof loader> = {
  tab: "students",
  title: "Analytics",
  head: (page) => ({ expression: periodText(page), actions: <PrintButton /> }),
}

export const meta: MetaFunction = () => [{ title: "Analytics · Tutti" }]

export default function Analytics() {
  const figures = useLoaderData<typeof loader>()
  const { address, query, until, filters, search, found } = figures
  return (
    <>
      <AnalyticsFilters
        {...{ query, until, filters, search, found }}
        toTeacher={(teacher) => paths.analytics({ ...address, teacher })}
      />
      {figures.isEmpty ? (
        <EmptyState action={<LinkButton to={paths.newStudent()}>New student</LinkButton>}>
          No active or trial students in these months. Who joined, left and stayed appears here once you add
          students.
        </EmptyState>
      ) : (
        <StudentFigures figures={figures} />
      )}
    </>
  )
}

/** Growth, and the cards of students. */
function StudentFigures({ figures }: { figures: ReturnType<typeof useLoaderData<typeof loader>> }) {
  const { address, cards } = figures
  return (
    <>
      <GrowthPart figures={figures} address={address} />
      {cards.map((card) => (
        <FigureCard key={card.key} card={card} address={address} />
      ))}
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type GrowthPartProps = { figures: Loaded; address: Address }

/** Who joined, who left and why, and who stayed. */
function GrowthPart({ figures, address }: GrowthPartProps) {
  const { students: trend, byMonth, joined, left, reasons, cohorts, definitions } = figures
  const rows = (of: string) => paths.figureRows({ ...address, card: "joined-and-left", of })
  return (
    <section className="stack" aria-labelledby="growth">
      <h2 id="growth">Students</h2>
      <Answers label="Growth in this period">
        <p>
          <Figure of="students-joined" to={rows("students-joined")}>
            {countOf(joined.length, "student")}
          </Figure>{" "}
          joined
          <Previously>{formatNumber(figures.joinedBefore)}</Previously> and{" "}
          <Figure of="students-left" to={rows("students-left")}>
            {`${formatNumber(left.length)} left`}
          </Figure>
          <Previously>{formatNumber(figures.leftBefore)}</Previously>.
        </p>
        <p>
          With paused students,{" "}
          <Figure of="students-net" to={rows("students-net")}>
            {`net growth is ${formatNumber(joined.length - left.length)}`}
          </Figure>
          <Previously>{formatNumber(figures.joinedBefore - figures.leftBefore)}</Previously>.
        </p>
        <Stayed cards={figures.cards} address={address} />
      </Answers>
      <Definitions of={definitions} />
      {trend ? (
        <TrendChart
          trend={openingMonths(
            trend,
            byMonth.map(({ month }) => month),
            "students-then",
            (part) => paths.figureRows({ ...address, card: "students-then", of: "students-then", part }),
          )}
          file={paths.figureFile({ ...address, card: "students-by-month" })}
        />
      ) : null}
      <FoldedCard title="Names and reasons" address={address}>
        <Movers label="Joined" movers={joined} to={rows("students-joined")} />
        <Movers label="Left" movers={left} to={rows("students-left")} />
        {reasons.length > 0 ? (
          <LeavingReasons
            reasons={reasons}
            total={{ count: left.length, before: figures.leftBefore }}
            address={address}
          />
        ) : null}
      </FoldedCard>
      {cohorts.length === 0 ? null : (
        <CohortTable
          cohorts={cohorts}
          total={figures.cohortSum}
          before={figures.cohortsBefore}
          definitions={figures.cohortDefinitions}
          address={address}
        />
      )}
    </section>
  )
}

const stayed = [
  ["retention-by-teacher", "students with a teacher", "kept the same one"],
  ["retention-by-instrument", "students with an instrument", "kept it"],
] as const

/** How many of those here at the start stayed, each counted for every teacher or instrument they had; nothing where there were none. */
function Stayed({ cards, address }: { cards: Parameters<typeof TotalOf>[0]["cards"]; address: Address }) {
  const found = stayed.find(([of]) =>
    cards.some(({ key, total: [start] }) => key === of && start !== formatNumber(0)),
  )
  if (!found) return null
  const total = { card: found[0], cards, address }
  return (
    <p>
      Of <TotalOf of="retained-start" noun={found[1]} {...total} /> at the start,{" "}
      <TotalOf of="retained-kept" noun={found[2]} {...total} /> (
      <TotalOf of="retention-rate" {...total} />
      ).
    </p>
  )
}

type Reason = { reason: string; count: number; before: number }

type LeavingReasonsProps = {
  reasons: Reason[]
  /** who left altogether, now and in the days compared with */
  total: { count: number; before: number }
  address: Address
}

/** Why students left, and how many said so in the days compared with. Each figure opens those students. */
function LeavingReasons({ reasons, total, address }: LeavingReasonsProps) {
  const figure = (count: number, reason: string | undefined, days?: "before") => (
    <Figure
      of="students-left"
      to={paths.figureRows({
        ...address,
        ...{ card: "joined-and-left", of: "students-left", part: reason, days },
      })}
    >
      {formatNumber(count)}
    </Figure>
  )
  const rows = [
    ...reasons.map((row) => ({ ...row, part: row.reason as string | undefined })),
    { reason: "All reasons", ...total, part: undefined },
  ]
  return (
    <>
      <CardHead title="Reasons for leaving" file="reasons-for-leaving" address={address} />
      <DataTable
        caption="Reasons for leaving"
        rows={rows}
        rowKey={({ reason, part }) => part ?? `All ${reason}`}
        columns={[
          { label: "Reason", cell: ({ reason, part }) => (part === undefined ? <b>{reason}</b> : reason) },
          { label: "Left", numeric: true, cell: ({ count, part }) => figure(count, part) },
          {
            label: "Previously",
            numeric: true,
            cell: ({ before, part }) => figure(before, part, "before"),
          },
        ]}
      />
    </>
  )
}

type CohortTableProps = {
  cohorts: Cohort[]
  /** all start months together, and those compared with */
  total: CohortSum
  before: CohortSum
  definitions: { name: string; definition: string }[]
  address: Address
}

type Line = CohortSum & { name: string; month?: string; days?: "before" }

/** Of those who joined in a month, how many were still here some months later. Each figure opens them. */
function CohortTable({ cohorts, total, before, definitions, address }: CohortTableProps) {
  const lines: Line[] = [
    ...cohorts.map(({ month, joined, kept }) => ({
      ...{ name: formatDate(`${month}-01`, "month"), month, joined },
      kept: kept.map((count) => (count === null ? null : { of: joined, count })),
    })),
    { ...total, name: "All start months" },
    { ...before, name: "Previously", days: "before" },
  ]
  const figure = (
    of: "cohort-started" | "cohort-kept",
    { days }: Line,
    part: string | undefined,
    text: string,
  ) => (
    <Figure of={of} to={paths.figureRows({ ...address, card: "cohorts", of, part, days })}>
      {text}
    </Figure>
  )
  return (
    <FoldedCard title="Retention by start month" file="retention-by-start-month" address={address}>
      <DataTable
        caption="Retention by start month"
        rows={lines}
        rowKey={({ name }) => name}
        columns={[
          { label: "Start month", cell: ({ name, month }) => (month ? name : <b>{name}</b>) },
          {
            label: "Students",
            numeric: true,
            cell: (line) => figure("cohort-started", line, line.month, formatNumber(line.joined)),
          },
          ...retentionSteps.map((step, index) => ({
            label: `After ${countOf(step, "month")}`,
            numeric: true,
            cell: (line: Line) => {
              const kept = line.kept[index]
              if (!kept) return "not yet"
              const text = `${formatNumber(kept.count)}, ${Math.round((kept.count / kept.of) * 100)}%`
              return figure("cohort-kept", line, line.month ? `${line.month} ${step}` : String(step), text)
            },
          })),
        ]}
      />
      <Definitions of={definitions} />
    </FoldedCard>
  )
}
