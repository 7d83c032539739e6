import { answerCells, type Sorting, sortedBy } from "~/components/foundation/list-view/sorted-by"
import { FamilyTitle } from "~/components/people/family/family-title"
import { StudentStatus } from "~/components/people/student/student-status"
import { Link } from "~/components/ui/button"
import { type Column, DataTable } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"
import {
  type PortalState,
  type StudentColumn,
  studentColumns,
} from "~/models/money/student-list/student-columns"
import type { StudentStatus as State, StudentFilter, StudentSort } from "~/models/people/student/student"
import { writeStudentQuery } from "~/models/people/student/student"
import { formatDate, formatTime } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export type StudentRow = {
  id: string
  name: string
  status: State
  portal: PortalState | null
  age?: number | null
  lessons?: string
  family?: { familyName: string; familyChildren: string | null }
  next?: { sessionId: string | null; localDate: string; startTime: string } | null
  balance?: { minor: number; isOverdue: boolean }
  credits?: number
  attendance?: { attended: number; held: number } | null
  /** As text, by the school's own field. */
  answers?: Record<string, string>
}

type StudentTableProps = {
  students: StudentRow[]
  columns: readonly StudentColumn[]
  own: readonly { id: string; name: string }[]
  filter: StudentFilter
  currency: string
}

/** Students with the columns that a person chose. On a phone: the name over the next lesson, the balance over one exception. */
export function StudentTable({ students, columns, own, filter, currency }: StudentTableProps) {
  const shown = columnsIn(currency)
  const sorting: Sorting = {
    order: filter,
    usual: "name",
    to: (order) =>
      paths.students(writeStudentQuery({ filter: { ...filter, ...order } as StudentFilter, page: 1 })),
  }
  const sort = (name: StudentSort) => sortedBy<StudentRow>(sorting, name, startsHigh.has(name))
  return (
    <DataTable
      caption="Students"
      terse
      rowsId="students"
      rows={students}
      pick={({ id, name }) => ({ value: id, label: name || "a student without a name" })}
      columns={[
        {
          label: "Name",
          sort: sort("name"),
          cell: ({ id, name, age }: StudentRow) => (
            <>
              <Link to={paths.student(id)}>{name || "No name"}</Link>{" "}
              {age == null ? null : <i className="years">{age}</i>}
            </>
          ),
        },
        ...columns.filter(isColumn).map((column) => ({
          label: studentColumns[column],
          sort: sorts[column] && sort(sorts[column]),
          ...shown[column],
        })),
        ...answerCells<StudentRow>(own, sorting),
      ]}
    />
  )
}

/** The first click's order of each column that can be sorted by. */
const sorts: Partial<Record<StudentColumn, StudentSort>> = {
  family: "family",
  next: "next",
  balance: "balance",
  credits: "credits",
  portal: "portal",
  status: "status",
}

/** Amounts and credits begin with the largest. */
const startsHigh = new Set<StudentSort>(["balance", "credits"])

/** The age stands behind the name. */
const isColumn = (column: StudentColumn): column is Exclude<StudentColumn, "age"> => column !== "age"

type Drawn = Omit<Column<StudentRow>, "label" | "sort">

const columnsIn = (currency: string): Record<Exclude<StudentColumn, "age">, Drawn> => ({
  lessons: { cell: ({ lessons }) => <span className="clipped">{lessons || "–"}</span> },
  family: { cell: ({ family }) => (family ? <FamilyTitle {...family} /> : "–") },
  next: { small: "under", cell: ({ next }) => (next ? <NextSession {...next} /> : "–") },
  balance: {
    numeric: true,
    small: "side",
    cell: ({ balance }) => <Balance {...balance} currency={currency} />,
  },
  credits: { numeric: true, cell: ({ credits }) => credits || "–" },
  attendance: {
    numeric: true,
    cell: ({ attendance }) => (attendance ? `${attendance.attended} of ${attendance.held}` : "–"),
  },
  portal: { cell: ({ portal }) => <Portal portal={portal} /> },
  status: {
    small: "below",
    cell: ({ status, portal }) => (
      <>
        <span className={status === "active" ? "only-wide" : undefined}>
          <StudentStatus status={status} />
        </span>{" "}
        {status === "active" && portal !== "access" ? (
          <span className="only-small">
            <Portal portal={portal} />
          </span>
        ) : null}
      </>
    ),
  },
})

function Balance({
  minor = 0,
  isOverdue,
  currency,
}: {
  minor?: number
  isOverdue?: boolean
  currency: string
}) {
  if (minor === 0) return <span className="dim">{formatMoney(0, currency)}</span>
  if (isOverdue && minor > 0) return <Status tone="bad">{formatMoney(minor, currency)}</Status>
  return formatMoney(minor, currency)
}

function Portal({ portal }: { portal: PortalState | null }) {
  if (portal === "access") return <Status head="on">Has access</Status>
  if (portal === "invited") return <Status head="half">Invited</Status>
  return (
    <Status head="open" tone="dim">
      Not invited
    </Status>
  )
}

function NextSession({ sessionId, localDate, startTime }: NonNullable<StudentRow["next"]>) {
  const when = `${formatDate(localDate, "short")}, ${formatTime(startTime)}`
  return sessionId === null ? when : <Link to={paths.session(sessionId)}>{when}</Link>
}
