import { Fragment } from "react"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { RehearsalLetter } from "~/components/ui/rehearsal-letter"
import type { TimeWithDay } from "~/models/teaching/free-time/find-times"
import { bookingOf, letterOf } from "~/models/teaching/free-time/times-in-week"
import { formatTime, formatTimeRange } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type FoundTimesProps = {
  /** Null before a search. */
  times: TimeWithDay[] | null
  hasErrors: boolean
  /** The lesson that is to move; without one the times lead to a new lesson. */
  lessonId: string | undefined
  classId: string | undefined
  /** Whom a new lesson is for where they have no class together. */
  studentIds: string[]
  minutes: string
  /** The search, as its address has it. */
  find: string
}

/** Free times, best first, each with its reasons and a link to the form that books it. */
export function FoundTimes({
  times,
  hasErrors,
  lessonId,
  classId,
  studentIds,
  minutes,
  find,
}: FoundTimesProps) {
  if (hasErrors) return null
  if (!times)
    return (
      <EmptyState>
        Free times for students, teacher and room appear here. Choose who, then Find times.
      </EmptyState>
    )
  if (times.length === 0)
    return (
      <EmptyState>
        No time is free for everyone on these days. Try another teacher, any room, a shorter lesson or more
        days.
      </EmptyState>
    )
  return (
    <ol className="found-times">
      {times.map((time, index) => {
        const { date, startTime, endTime, teacherId, teacherName, roomName, reasons, day } = time
        const when = `${formatDate(date, "short")}, ${formatTime(startTime)}`
        return (
          <li key={`${date} ${startTime} ${teacherId}`}>
            <RehearsalLetter letter={letterOf(index)} />
            <div>
              <b>
                {formatDate(date, "short")}, {formatTimeRange(startTime, endTime)}
              </b>{" "}
              <span>
                {[teacherName, roomName].filter(Boolean).join(", ")}. {reasons.map((reason) => `${reason}. `)}
              </span>
              <p className="small dim">
                That day:{" "}
                {day.map(({ text, isThis }, place) => (
                  <Fragment key={text}>
                    {place > 0 ? "; " : null}
                    {isThis ? <strong>{text}</strong> : text}
                  </Fragment>
                ))}
                . <Link to={paths.schedule({ date, teacher: teacherId, find })}>Show in the week</Link>
              </p>
            </div>
            <LinkButton
              variant={index === 0 ? "primary" : "secondary"}
              to={bookingOf(time, { lessonId, classId, studentIds, minutes: Number(minutes) })}
            >
              {lessonId ? `Move to ${when}` : `Book ${when}`}
            </LinkButton>
          </li>
        )
      })}
    </ol>
  )
}
