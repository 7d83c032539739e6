import { Link } from "~/components/ui/link"
import {
  type Hours,
  hoursText,
  type TimeOff,
  weekdayOfHours,
} from "~/models/teaching/teacher-time/teacher-time"
import { paths } from "~/utils/paths"
import { AnswerRequest } from "./answer-request"
import { TimeOffList } from "./time-off-list"

type OfficeTimeOffProps = {
  teacherId: string
  name: string
  hours: Hours[]
  timeOff: TimeOff[]
  /** Nothing is asked of a teacher who left, and no request of theirs is answered. */
  hasLeft: boolean
}

/** A teacher's hours and time off, for the office, which answers requests. Sends `intent` answer-time-off. */
export function OfficeTimeOff({ teacherId, name, hours, timeOff, hasLeft }: OfficeTimeOffProps) {
  return (
    <>
      <section className="section" aria-labelledby="hours-title">
        <h2 id="hours-title">Teaching hours</h2>
        {hours.length ? (
          <ul className="rows">
            {hours.map((each) => (
              <li key={each.id}>
                <b>{weekdayOfHours(each)}</b> <span>{hoursText(each)}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="dim">{hasLeft ? "No teaching hours." : `${name} hasn’t added teaching hours yet.`}</p>
        )}
      </section>
      <section className="section" aria-labelledby="time-off-title" id="time-off">
        <header>
          <h2 id="time-off-title">Time off</h2>
          {hasLeft ? null : (
            <Link to={`${paths.absences({ teacher: teacherId })}#record`}>Record an absence</Link>
          )}
        </header>
        {timeOff.length ? (
          <TimeOffList
            timeOff={timeOff}
            buttons={({ id, state, sessions }) =>
              hasLeft ? null : state === "requested" ? (
                <AnswerRequest timeOffId={id} name={name} />
              ) : state === "approved" && sessions > 0 ? (
                <p>
                  <Link to={paths.absence(id)}>Arrange these lessons</Link>
                </p>
              ) : null
            }
          />
        ) : (
          <p className="dim">No time off requested.</p>
        )}
      </section>
    </>
  )
}
