import { answerCells, type Sorting, sortedBy } from "~/components/foundation/list-view/sorted-by"
import { type Column, DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { PhoneLink } from "~/components/ui/phone-link"
import { Status } from "~/components/ui/status"
import type { SignInState } from "~/models/people/invitation/student-sign-ins"
import {
  type TeacherColumn,
  type TeacherFilter,
  teacherColumns,
  teacherSorts,
  writeTeacherQuery,
} from "~/models/people/teacher/teacher-query"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { signInStatus } from "../student-account/sign-in-status"

export type TeacherRow = {
  id: string
  name: string
  email: string | null
  phone: string | null
  instruments: string | null
  activeStudents: number
  nextSession: { sessionId: string; localDate: string; startTime: string } | null
  account: SignInState
  /** As text, by the school's own field. */
  answers?: Record<string, string>
}

type TeacherTableProps = {
  teachers: TeacherRow[]
  columns: readonly TeacherColumn[]
  own: readonly { id: string; name: string }[]
  filter: TeacherFilter
}

/** Teachers with the columns that a person chose. On a phone: the name over the instruments, the next lesson over the login. */
export function TeacherTable({ teachers, columns, own, filter }: TeacherTableProps) {
  const sorting: Sorting = {
    order: filter,
    usual: "name",
    to: (order) => paths.teachers(writeTeacherQuery({ ...filter, ...order } as TeacherFilter)),
  }
  return (
    <DataTable
      caption="Teachers"
      terse
      rowsId="teachers"
      rows={teachers}
      rowKey={({ id }) => id}
      pick={({ id, name }) => ({ value: id, label: name })}
      columns={[
        {
          label: "Name",
          sort: sortedBy(sorting, "name"),
          cell: ({ id, name }: TeacherRow) => <Link to={paths.teacher(id)}>{name}</Link>,
        },
        ...columns.map((column) => ({
          label: teacherColumns[column],
          sort: sortable.has(column)
            ? sortedBy<TeacherRow>(sorting, column, column === "students")
            : undefined,
          ...shown[column],
        })),
        ...answerCells<TeacherRow>(own, sorting),
      ]}
    />
  )
}

const sortable = new Set<string>(teacherSorts)

const shown: Record<TeacherColumn, Omit<Column<TeacherRow>, "label" | "sort">> = {
  instruments: { small: "under", cell: ({ instruments }) => instruments ?? "–" },
  phone: { cell: ({ phone }) => (phone ? <PhoneLink number={phone} /> : "–") },
  email: { cell: ({ email }) => (email ? <a href={`mailto:${email}`}>{email}</a> : "–") },
  students: {
    numeric: true,
    cell: ({ id, activeStudents }) => (
      <Link to={paths.students({ teacher: id, status: "active" })}>{activeStudents}</Link>
    ),
  },
  next: {
    small: "side",
    cell: ({ nextSession: next }) =>
      next ? (
        <Link className="md:whitespace-nowrap" to={paths.session(next.sessionId)}>
          {formatDate(next.localDate, "short")}, {formatTime(next.startTime)}
        </Link>
      ) : (
        "–"
      ),
  },
  login: { small: "below", cell: ({ account }) => <Account state={account} /> },
}

function Account({ state }: { state: SignInState }) {
  const { head, tone, label } = signInStatus(state)
  const [first, ...rest] = label.split(", ")
  return (
    <Status head={head} tone={tone}>
      {first}
      {rest.length > 0 ? <span className="only-wide">, {rest.join(", ")}</span> : null}
    </Status>
  )
}
