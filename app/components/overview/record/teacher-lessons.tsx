import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import type { TeacherLesson } from "~/models/overview/record/teacher-record"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type TeacherLessonsProps = { teacher: { id: string; name: string }; lessons: readonly TeacherLesson[] }

/** A teacher's next lessons. */
export function TeacherLessons({ teacher, lessons }: TeacherLessonsProps) {
  return (
    <section className="section" aria-labelledby="next">
      <header>
        <h2 id="next">Upcoming lessons</h2>
        <Link to={paths.schedule({ teacher: teacher.id })}>Schedule</Link>
      </header>
      {lessons.length === 0 ? (
        <EmptyState>No upcoming lessons. They appear here once {teacher.name} teaches a class.</EmptyState>
      ) : (
        <ul className="rows">
          {lessons.map(({ id, className, localDate, startTime, minutes, roomName }) => (
            <li key={id}>
              <span>
                <Link to={paths.session(id)}>
                  {formatDate(localDate, "short")}, {formatTime(startTime)}
                </Link>
                <br />
                <span className="dim">{className}</span>
              </span>{" "}
              <span className="dim sm:text-right">
                {[`${minutes} min`, roomName].filter(Boolean).join(", ")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
