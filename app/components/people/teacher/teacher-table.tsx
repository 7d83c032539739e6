import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
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
  /** The one they gave on their profile. */
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

/** Teachers with the columns that a person chose; the row sends invitations. */
export function TeacherTable({ teachers, columns, own, filter }: TeacherTableProps) {
  const sorting: Sorting = {
    order: filter,
    usual: "name",
    to: (order) => paths.teachers(writeTeacherQuery({ ...filter, ...order } as TeacherFilter)),
  }
  return (
    <DataTable
      caption="Teachers"
      rows={teachers}
      rowKey={({ id }) => id}
      columns={[
        {
          label: "Name",
          sort: sortedBy(sorting, "name"),
          cell: ({ id, name, email, phone }: TeacherRow) => (
            <>
              <Link className="inline-block py-1" to={paths.teacher(id)}>
                {name}
              </Link>
              <br />
              <span className="small dim">{email ?? "No email"}</span>
              {phone ? (
                <>
                  <br />
                  <span className="small">
                    <PhoneLink number={phone} />
                  </span>
                </>
              ) : null}
            </>
          ),
        },
        ...columns.map((column) => ({
          label: teacherColumns[column],
          sort: sortable.has(column)
            ? sortedBy<TeacherRow>(sorting, column, column === "students")
            : undefined,
          ...shown[column],
        })),
        ...answerCells<TeacherRow>(own, sorting),
        {
          label: "Invitation",
          action: true,
          cell: (teacher: TeacherRow) => <Invitation teacher={teacher} />,
        },
      ]}
    />
  )
}

const sortable = new Set<string>(teacherSorts)

const shown: Record<TeacherColumn, Omit<Column<TeacherRow>, "label" | "sort">> = {
  instruments: { cell: ({ instruments }) => instruments ?? "–" },
  students: {
    numeric: true,
    cell: ({ id, activeStudents }) => (
      <Link to={paths.students({ teacher: id, status: "active" })}>{activeStudents}</Link>
    ),
  },
  next: {
    cell: ({ nextSession: next }) =>
      next ? (
        <Link className="inline-block py-1 md:whitespace-nowrap" to={paths.session(next.sessionId)}>
          {formatDate(next.localDate, "short")}, {formatTime(next.startTime)}
        </Link>
      ) : (
        "–"
      ),
  },
  login: { cell: ({ account }) => <Account state={account} /> },
}

function Account({ state }: { state: SignInState }) {
  const { head, tone, label } = signInStatus(state)
  return (
    <Status head={head} tone={tone}>
      {label}
    </Status>
  )
}

function Invitation({ teacher: { id, name, email, account } }: { teacher: TeacherRow }) {
  if (account.kind === "active" || account.kind === "printed" || account.kind === "locked") return null
  if (!email) return <Link to={paths.teacher(id)}>Add email</Link>
  return (
    <PostForm className="buttons">
      <input type="hidden" name="teacherId" value={id} />
      <SubmitButton
        variant="secondary"
        intent="invite"
        pending="Sending…"
        aria-label={`${account.kind === "none" ? "Invite" : "Invite again"}: ${name}`}
      >
        {account.kind === "none" ? "Invite" : "Invite again"}
      </SubmitButton>
      {account.kind === "invited" ? (
        <SubmitButton
          variant="danger"
          intent="revoke"
          pending="Withdrawing…"
          aria-label={`Withdraw the invitation: ${name}`}
        >
          Withdraw
        </SubmitButton>
      ) : null}
    </PostForm>
  )
}
