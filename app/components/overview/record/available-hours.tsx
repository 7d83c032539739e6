import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { shareText, type TeacherHours } from "~/models/overview/record/teacher-record"
import { type AvailableTime, hoursText } from "~/models/teaching/teacher-time/teacher-time"
import { formatDate } from "~/utils/date-text"
import { durationText } from "~/utils/durations"
import { paths } from "~/utils/paths"

type AvailableHoursProps = {
  teacherId: string
  times: readonly AvailableTime[]
  hours: TeacherHours
}

/** A week's planned lessons against the hours there are for them, with the rows of these hours. */
export function AvailableHours({ teacherId, times, hours }: AvailableHoursProps) {
  const { plannedMinutes, availableMinutes } = hours
  return (
    <section className="section" aria-labelledby="available">
      <header>
        <h2 id="available">Hours against availability</h2>
        <Link to={paths.teachingFigures({ teacher: teacherId })}>Analytics</Link>
      </header>
      {times.length === 0 ? (
        <EmptyState>
          No teaching hours set. Add them on the{" "}
          <Link to={`${paths.teacher(teacherId)}#hours`}>overview</Link> to compare lessons with them.
        </EmptyState>
      ) : (
        <>
          <p>
            <b>{shareText(hours)}</b>: {durationText(plannedMinutes)} of lessons,{" "}
            {durationText(availableMinutes)} available.{" "}
            <span className="dim">
              The lessons above that aren’t canceled, future ones included, as a share of the week’s teaching
              hours, less closures and approved time off.
            </span>
          </p>
          <DataTable
            caption="Available hours"
            terse="labelled"
            rows={times}
            rowKey={({ id, date }) => `${id} ${date}`}
            columns={[
              { label: "Day", cell: ({ date }) => formatDate(date, "short") },
              { label: "Teaching hours", cell: (time) => hoursText(time) },
              {
                label: "Not available",
                cell: ({ isClosed, awayMinutes }) =>
                  isClosed ? "Closed" : awayMinutes > 0 ? `Time off, ${durationText(awayMinutes)}` : "–",
              },
              { label: "Available", numeric: true, cell: ({ minutes }) => durationText(minutes) },
            ]}
          />
        </>
      )}
    </section>
  )
}
