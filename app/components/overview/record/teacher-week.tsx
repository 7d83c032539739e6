import { NotComing } from "~/components/teaching/schedule/not-coming"
import { RegisterStatus } from "~/components/teaching/schedule/register-status"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import type { TeacherHours, WeekLesson } from "~/models/overview/record/teacher-record"
import { formatTime } from "~/utils/clock-times"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { durationText } from "~/utils/durations"
import { paths } from "~/utils/paths"

type TeacherWeekProps = {
  name: string
  week: { first: string; last: string }
  lessons: readonly WeekLesson[]
  /** How many of them aren't canceled. */
  planned: number
  hours: TeacherHours
}

/** A teacher's lessons of a week with the status of their attendance: the rows that their hours count. */
export function TeacherWeek({ name, week: { first, last }, lessons, planned, hours }: TeacherWeekProps) {
  const canceled = lessons.length - planned
  return (
    <section className="section" aria-labelledby="week">
      <header>
        <h2 id="week">
          {formatDate(first, "day")} to {formatDate(last, "medium")}
        </h2>
        <span>
          {countOf(planned, "lesson")}, {durationText(hours.plannedMinutes)}
        </span>
      </header>
      {lessons.length === 0 ? (
        <EmptyState>{name} has no lessons in this week.</EmptyState>
      ) : (
        <ul className="rows">
          {lessons.map(
            ({ id, localDate, startTime, minutes, title, students, roomName, register, notComing }) => (
              <li key={id}>
                <span>
                  <Link to={paths.session(id)}>
                    {formatDate(localDate, "short")}, {formatTime(startTime)}
                  </Link>{" "}
                  <NotComing names={notComing} />
                  <br />
                  <span className="dim">
                    {[title, `${minutes} min`, countOf(students, "student"), roomName]
                      .filter(Boolean)
                      .join(", ")}
                  </span>
                </span>
                <RegisterStatus register={register} />
              </li>
            ),
          )}
        </ul>
      )}
      {canceled > 0 ? (
        <p className="dim">
          {countOf(canceled, "canceled lesson")} {canceled === 1 ? "isn’t" : "aren’t"} counted.
        </p>
      ) : null}
    </section>
  )
}
