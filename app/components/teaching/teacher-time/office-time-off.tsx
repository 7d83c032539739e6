import type { SubmissionResult } from "@conform-to/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { Link } from "~/components/ui/link"
import type { Hours, TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { paths } from "~/utils/paths"
import { AnswerRequest } from "./answer-request"
import { HoursPart } from "./hours-part"
import { TimeOffList } from "./time-off-list"

type OfficeTimeOffProps = {
  teacherId: string
  name: string
  hours: Hours[]
  /** Who can be given the same hours. */
  others: { id: string; name: string }[]
  timeOff: TimeOff[]
  /** Nothing is asked of a teacher who left, and no request of theirs is answered. */
  hasLeft: boolean
  /** What the form of the hours was answered. */
  lastResult: SubmissionResult<string[]> | undefined
}

/** A teacher's hours and time off, for the office, which keeps the hours and answers requests. Sends `intent` answer-time-off. */
export function OfficeTimeOff({
  teacherId,
  name,
  hours,
  others,
  timeOff,
  hasLeft,
  lastResult,
}: OfficeTimeOffProps) {
  return (
    <>
      <AnswerSummary formId="add-hours" result={lastResult} />
      <HoursPart
        hours={hours}
        others={others}
        about={`When ${name} can be given lessons.`}
        empty={hasLeft ? "No teaching hours." : "No teaching hours yet."}
        isFixed={hasLeft}
        lastResult={lastResult}
      />
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
