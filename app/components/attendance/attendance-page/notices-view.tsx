import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { MorePages, type Pages } from "~/components/ui/pagination"
import { Status } from "~/components/ui/status"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type NoticeRow = {
  seatId: string
  sessionId: string
  studentName: string
  className: string
  localDate: string
  startTime: string
  text: string | null
  inTime: boolean
  code: MarkCode | null
  statusName: string | null
}

const marks: Record<MarkCode, Parameters<typeof Status>[0]> = {
  present: { head: "on", children: "Present" },
  late: { head: "half", children: "Late" },
  absent: { head: "x", children: "Absent" },
  excused: { head: "open", children: "Excused" },
  cancelled: { head: "rest", children: "Canceled by school" },
}

type NoticesViewProps = {
  notices: NoticeRow[]
  sinceAWeek: boolean
  pages: Pages
}

/** Absence notices, from today on or from a week ago on. */
export function NoticesView({ sinceAWeek, notices, pages }: NoticesViewProps) {
  const other = sinceAWeek ? (
    <Link to={paths.attendance({ view: "notices" })}>Upcoming only</Link>
  ) : (
    <Link to={paths.attendance({ view: "notices", since: "week" })}>Include the last 7 days</Link>
  )
  if (pages.total === 0)
    return (
      <EmptyState action={other}>No absences reported. To record one in advance, open the lesson.</EmptyState>
    )
  return (
    <>
      <p className="dim">
        {sinceAWeek ? "The last 7 days and upcoming" : "Today and upcoming"}, by date. {other}
      </p>
      <DataTable
        caption="Absence notices"
        rows={notices}
        rowKey={({ seatId }) => seatId}
        columns={[
          { label: "Student", cell: ({ studentName }) => studentName },
          {
            label: "Lesson",
            cell: ({ sessionId, className, localDate, startTime }) => (
              <Link to={paths.session(sessionId)}>
                {className}, {formatDate(localDate, "short")}, {formatTime(startTime)}
              </Link>
            ),
          },
          { label: "Reason", cell: ({ text }) => text ?? "No reason given" },
          { label: "Notice", cell: ({ inTime }) => (inTime ? "In time" : "Too late") },
          {
            label: "Attendance",
            cell: ({ code, statusName }) =>
              code ? (
                <Status head={marks[code].head}>{statusName ?? marks[code].children}</Status>
              ) : (
                <Status head="open" tone="dim">
                  Not taken yet
                </Status>
              ),
          },
        ]}
      />
      <MorePages {...pages} />
    </>
  )
}
