import { Form } from "@remix-run/react"
import { Button, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterInput } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import { MorePages, type Pages } from "~/components/ui/pagination"
import type { SessionRow } from "~/models/teaching/session/session"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { addDays } from "~/utils/dates"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { SessionTable } from "./session-table"

type RegistersViewProps = {
  day: string
  today: string
  /** of this page */
  sessions: SessionRow[]
  pages: Pages
  /** of the whole day: planned lessons, and those with attendance */
  planned: number
  taken: number
  withTeacher: boolean
}

/** A day's lessons with the status of their attendance. */
export function RegistersView(props: RegistersViewProps) {
  const { day, today, sessions, pages, planned, taken, withTeacher } = props
  return (
    <>
      <div className="toolbar">
        <LinkButton to={paths.attendance({ day: addDays(day, -1) })}>Previous day</LinkButton>{" "}
        {day === today ? null : <LinkButton to={paths.attendance()}>Today</LinkButton>}{" "}
        <LinkButton to={paths.attendance({ day: addDays(day, 1) })}>Next day</LinkButton>
        <Form className="toolbar" action={paths.attendance()}>
          <label className="visually-hidden" htmlFor="day">
            Date
          </label>
          <FilterInput type="date" id="day" name="day" value={day} />
          <Button type="submit">Go to date</Button>
        </Form>
      </div>
      <section className="section" aria-labelledby="registers-of">
        <h2 id="registers-of">{formatDate(day, "weekday")}</h2>
        {sessions.length ? (
          <>
            <p className="dim">
              Attendance taken for {formatNumber(taken)} of {countOf(planned, "lesson")}.
              {taken < planned && day <= today ? (
                <>
                  {" "}
                  <Link to={paths.attendanceDay({ day })}>Attendance for the whole day</Link>
                </>
              ) : null}
            </p>
            <SessionTable
              caption={`Lessons on ${formatDate(day, "full")}`}
              sessions={sessions}
              withTeacher={withTeacher}
            />
            <MorePages {...pages} />
          </>
        ) : (
          <EmptyState>No lessons on this day. Choose another date.</EmptyState>
        )}
      </section>
    </>
  )
}
