import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AbsencesAhead } from "~/components/attendance/absence/absences-ahead"
import { MoneyAhead } from "~/components/overview/dashboard/money-ahead"
import { TrendChart } from "~/components/overview/dashboard/trend-chart"
import { ScoreDay, ScoreLegend } from "~/components/teaching/schedule/score-day"
import { LinkButton } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { Figure } from "~/components/ui/figure"
import { type FigureItem, FigureRow } from "~/components/ui/figure-row"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { findDashboard } from "~/models/overview/dashboard/dashboard.server"
import { countOf, formFor } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import type { RepeatedPage } from "~/utils/repeated-page"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "dashboard:read")
  return findDashboard(actor)
}

export const handle: RepeatedPage = { repeats: true }

export const meta: MetaFunction = () => [{ title: "Dashboard · Tutti" }]

export default function Dashboard() {
  const {
    date,
    expression,
    isEmpty,
    figures,
    score,
    missing,
    absences,
    money,
    students,
    learning,
    attendance,
  } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={date}
        expression={expression}
        actions={
          <>
            <LinkButton to={paths.imports()}>Import a roster</LinkButton>
            <LinkButton variant="primary" to={paths.newInvoice()}>
              New invoice
            </LinkButton>
          </>
        }
      />
      <FigureRow label="Needs your attention" items={figureItemsOf(figures)} />
      <AbsencesAhead {...absences} />
      {isEmpty ? (
        <EmptyState
          action={
            <LinkButton variant="primary" to={paths.imports()}>
              Import a roster
            </LinkButton>
          }
        >
          No lessons yet. Import your roster to add students, families, teachers and weekly times in one step.
        </EmptyState>
      ) : null}
      {score && !isEmpty ? (
        <div className="grid gap-4">
          <ScoreDay
            day={{ ...score.day, heading: "Today" }}
            columns={score.columns}
            alone={{ hours: score.hours, link: <Link to={paths.schedule()}>Full schedule</Link> }}
          />
          {score.lines && score.lines.total > score.lines.shown ? (
            <p className="dim">
              {`The first ${score.lines.shown} of ${countOf(score.lines.total, "teacher")}. `}
              <Link to={paths.schedule({ view: "day", page: "2" })}>Next teachers</Link>
            </p>
          ) : null}
          <ScoreLegend days={[score.day]} />
        </div>
      ) : null}
      <div className="two-columns">
        <section className="section" aria-labelledby="missing">
          <header>
            <h2 id="missing">Attendance to record</h2>
            <Link to={paths.attendance()}>All attendance</Link>
          </header>
          {missing.length === 0 ? (
            <p className="dim">You’re all caught up.</p>
          ) : (
            <DataTable
              caption="Lessons without attendance, oldest first"
              rows={missing}
              rowKey={({ id }) => id}
              columns={[
                {
                  label: "Lesson",
                  cell: ({ title, when }) => (
                    <>
                      <b>{title}</b>
                      <br />
                      <span className="dim">{when}</span>
                    </>
                  ),
                },
                { label: "Teacher", cell: ({ teacher }) => teacher },
                { label: "Students", cell: ({ students: count }) => count, numeric: true },
                {
                  label: "Action",
                  cell: ({ id }) => <LinkButton to={paths.session(id)}>Take attendance</LinkButton>,
                  action: true,
                },
              ]}
            />
          )}
        </section>
        <MoneyAhead money={money} />
      </div>
      <div className="two-columns even">
        {students ? (
          <TrendChart trend={students}>
            <p className="small">
              <Figure of="students-learning" to={paths.students({ status: "learning" })}>
                {formatNumber(learning)} active or on trial today
              </Figure>
            </p>
          </TrendChart>
        ) : null}
        {attendance ? <TrendChart trend={attendance} /> : null}
      </div>
    </>
  )
}

type Figures = ReturnType<typeof useLoaderData<typeof loader>>["figures"]

function figureItemsOf(figures: Figures): FigureItem[] {
  return [
    {
      figure: formatNumber(figures.registersMissing),
      label: `${formFor(figures.registersMissing, "lesson")} without attendance`,
      to: paths.attendance({ view: "missing" }),
      metric: "lessons-without-attendance",
    },
    {
      figure: formatNumber(figures.unbilled),
      label: `${formFor(figures.unbilled, "item")} ready to invoice, ${figures.unbilledAmount}`,
      to: paths.unbilled(),
      metric: "ready-to-invoice ready-to-invoice-amount",
    },
    {
      figure: formatNumber(figures.noticesToday),
      label: formFor(figures.noticesToday, "absence reported", "absences reported"),
      to: paths.attendance({ view: "notices" }),
      metric: "absences-ahead",
    },
    {
      figure: formatNumber(figures.creditsExpiring),
      label: `${formFor(figures.creditsExpiring, "make-up credit")} expiring soon`,
      to: paths.attendance({ view: "credits", state: "expiring" }),
      metric: "credits",
    },
  ]
}
