import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { Pages } from "./pages"

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
}

const marks: Record<MarkCode, Parameters<typeof Status>[0]> = {
  present: { head: "on", children: "Came" },
  late: { head: "half", children: "Came late" },
  absent: { head: "x", children: "Absent" },
  excused: { head: "open", children: "Excused" },
  cancelled: { head: "rest", children: "Cancelled by school" },
}

type NoticesViewProps = {
  notices: NoticeRow[]
  sinceAWeek: boolean
  page: number
  pageSize: number
  total: number
}

/** Absence notices, from today on or from a week ago on. */
export function NoticesView({ sinceAWeek, ...props }: NoticesViewProps) {
  const other = sinceAWeek ? (
    <Link to={paths.attendance({ view: "notices" })}>Only from today on</Link>
  ) : (
    <Link to={paths.attendance({ view: "notices", since: "week" })}>Include the last 7 days</Link>
  )
  if (props.total === 0)
    return (
      <EmptyState action={other}>
        Nobody has said they will not come. Open a session to record a notice; its register then suggests the
        mark.
      </EmptyState>
    )
  return (
    <>
      <p className="dim">
        {sinceAWeek ? "From a week ago on" : "From today on"}, soonest first. {other}
      </p>
      <DataTable
        caption="Absence notices"
        rows={props.notices}
        rowKey={({ seatId }) => seatId}
        columns={[
          { label: "Student", cell: ({ studentName }) => studentName },
          {
            label: "Session",
            cell: ({ sessionId, className, localDate, startTime }) => (
              <Link to={paths.session(sessionId)}>
                {className}, {formatDate(localDate, "short")}, {formatTime(startTime)}
              </Link>
            ),
          },
          { label: "Said", cell: ({ text }) => text ?? "no reason given" },
          { label: "Notice", cell: ({ inTime }) => (inTime ? "in time" : "too late") },
          {
            label: "Mark",
            cell: ({ code }) =>
              code ? (
                <Status {...marks[code]} />
              ) : (
                <Status head="open" tone="dim">
                  Not marked yet
                </Status>
              ),
          },
        ]}
      />
      <Pages
        {...props}
        to={(page) => paths.attendance({ view: "notices", since: sinceAWeek ? "week" : undefined, page })}
      />
    </>
  )
}
