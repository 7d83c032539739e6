import { NotComing } from "~/components/teaching/schedule/not-coming"
import { RegisterLink, RegisterStatus } from "~/components/teaching/schedule/register-status"
import { DataTable } from "~/components/ui/data-table"
import { namesAway, type SessionRow, sessionEnd, sessionTitle } from "~/models/teaching/session/session"
import { formatTimeRange } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"

type SessionTableProps = {
  caption: string
  sessions: SessionRow[]
  /** rows of several days say which */
  withDate?: boolean
  /** false for a solo teacher, who is the only one */
  withTeacher?: boolean
}

/** Lessons with the status of their attendance and a link to each. */
export function SessionTable({ caption, sessions, withDate, withTeacher }: SessionTableProps) {
  const range = (row: SessionRow) => formatTimeRange(row.startTime, sessionEnd(row))
  const what = (row: SessionRow) => `${sessionTitle(row)}, ${formatDate(row.localDate, "day")}`
  return (
    <DataTable
      caption={caption}
      middle
      terse
      rows={sessions}
      rowKey={({ id }) => id}
      columns={[
        {
          label: "Lesson",
          cell: (row) => (
            <>
              {sessionTitle(row)} <NotComing names={namesAway(row)} />
            </>
          ),
        },
        ...(withDate
          ? [{ label: "Date", cell: (row: SessionRow) => formatDate(row.localDate, "short") }]
          : []),
        { label: "Time", beside: true, cell: range },
        ...(withTeacher
          ? [{ label: "Teacher", cell: (row: SessionRow) => row.teacherName ?? "No teacher yet" }]
          : []),
        { label: "Room", cell: ({ roomName }) => roomName ?? "No room" },
        { label: "Attendance", cell: ({ register }) => <RegisterStatus register={register} /> },
        { label: "Action", action: true, cell: (row) => <RegisterLink {...row} what={what(row)} /> },
      ]}
    />
  )
}
