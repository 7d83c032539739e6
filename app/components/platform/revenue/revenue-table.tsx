import { Link } from "~/components/ui/button"
import { DataTable, type Pages, Pagination } from "~/components/ui/data-table"
import { type MoveKind, moveKinds, moveLabels } from "~/models/platform/revenue/revenue"
import { paths } from "~/utils/paths"

type MonthRow = {
  month: string
  name: string
  start: string
  end: string
  moves: { kind: MoveKind; amount: string | null }[]
  netRetention: string
  churnRate: string
}
type PlanRow = {
  plan: string
  name: string
  schools: number
  monthly: string
  begun: number
  ended: number
  churnRate: string
}

type RevenueTableProps = {
  months: MonthRow[]
  plans: PlanRow[]
  /** this month beside as many days of the one before */
  soFar: string | null
  addressOf: (kind: MoveKind, month: string) => string
}

/** What recurring revenue did, month by month and by plan; each change opens its schools. */
export function RevenueTable({ months, plans, soFar, addressOf }: RevenueTableProps) {
  return (
    <section className="section" aria-labelledby="revenue-moves">
      <h2 id="revenue-moves">Revenue changes</h2>
      {soFar ? <p>{soFar}</p> : null}
      <DataTable
        caption="Changes of recurring revenue by month, newest first"
        rowsId="revenue-months"
        rows={months}
        rowKey={({ month }) => month}
        columns={[
          { label: "Month", cell: ({ name }) => name },
          { label: "Start", numeric: true, cell: ({ start }) => start },
          ...moveKinds.map((kind) => ({
            label: moveLabels[kind],
            numeric: true,
            cell: ({ month, moves }: MonthRow) => {
              const amount = moves.find((move) => move.kind === kind)?.amount
              return amount ? <Link to={addressOf(kind, month)}>{amount}</Link> : "–"
            },
          })),
          { label: "End", numeric: true, cell: ({ end }) => end },
          { label: "Net retention", numeric: true, cell: ({ netRetention }) => netRetention },
          { label: "Churn rate", numeric: true, cell: ({ churnRate }) => churnRate },
        ]}
      />
      <p className="small dim">
        Monthly amounts at current prices. Net retention is what the schools paying at the start pay at the
        end; the churn rate is how many of them ended. Deleted schools aren’t counted.
      </p>
      <DataTable
        caption="Recurring revenue by plan"
        rowsId="revenue-plans"
        rows={plans}
        rowKey={({ plan }) => plan}
        columns={[
          { label: "Plan", cell: ({ name }) => name },
          { label: "Renewing", numeric: true, cell: ({ schools }) => schools },
          { label: "Per month", numeric: true, cell: ({ monthly }) => monthly },
          { label: "Began in period", numeric: true, cell: ({ begun }) => begun },
          { label: "Ended in period", numeric: true, cell: ({ ended }) => ended },
          { label: "Churn rate", numeric: true, cell: ({ churnRate }) => churnRate },
        ]}
      />
    </section>
  )
}

type MoveRowsProps = {
  title: string
  pages: Pages
  rows: { key: string; id: string; name: string; when: string; plan: string; amount: string }[]
}

/** The schools behind one change. */
export function MoveRows({ title, pages, rows }: MoveRowsProps) {
  return (
    <section className="section" aria-labelledby="rows">
      <h2 id="rows">{title}</h2>
      <DataTable
        caption="Schools behind this change"
        rows={rows}
        empty="No schools in this group."
        rowKey={({ key }) => key}
        columns={[
          { label: "School", cell: ({ id, name }) => <Link to={paths.platformSchool(id)}>{name}</Link> },
          { label: "Date", cell: ({ when }) => when },
          { label: "Plan", cell: ({ plan }) => plan },
          { label: "Per month", numeric: true, cell: ({ amount }) => amount },
        ]}
      />
      <Pagination {...pages} list={`${paths.platformAnalytics()}#rows`} />
    </section>
  )
}
