import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import type { SignInState } from "~/models/people/invitation/student-sign-ins"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { signInStatus } from "../student-account/sign-in-status"

export type TeacherRow = {
  id: string
  name: string
  email: string | null
  instruments: string | null
  activeStudents: number
  nextSession: { sessionId: string; localDate: string; startTime: string } | null
  account: SignInState
}

/** Teachers with their students, their next lesson and their portal access; the row sends invitations. */
export function TeacherTable({ teachers }: { teachers: TeacherRow[] }) {
  return (
    <DataTable
      caption="Teachers"
      rows={teachers}
      rowKey={({ id }) => id}
      columns={[
        {
          label: "Name",
          cell: ({ id, name, email }) => (
            <>
              <Link className="inline-block py-1" to={paths.teacher(id)}>
                {name}
              </Link>
              <br />
              <span className="small dim">{email ?? "No email"}</span>
            </>
          ),
        },
        { label: "Instruments", cell: ({ instruments }) => instruments ?? "–" },
        {
          label: "Active students",
          numeric: true,
          cell: ({ id, activeStudents }) => (
            <Link to={paths.students({ teacher: id, status: "active" })}>{activeStudents}</Link>
          ),
        },
        {
          label: "Next lesson",
          cell: ({ nextSession: next }) =>
            next ? (
              <Link className="inline-block py-1 md:whitespace-nowrap" to={paths.session(next.sessionId)}>
                {formatDate(next.localDate, "short")}, {formatTime(next.startTime)}
              </Link>
            ) : (
              "–"
            ),
        },
        { label: "Login", cell: ({ account }) => <Account state={account} /> },
        { label: "Invitation", action: true, cell: (teacher) => <Invitation teacher={teacher} /> },
      ]}
    />
  )
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
