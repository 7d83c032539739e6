import type { SubmissionResult } from "@conform-to/react"
import { AnswerRequest } from "~/components/teaching/teacher-time/answer-request"
import { daysOffText, type TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { countOf } from "~/utils/count-of"

/** Teachers' requests for time off that wait for the office. */
export function TimeOffRequests({ requests, result }: { requests: TimeOff[]; result?: SubmissionResult }) {
  return (
    <section className="section" aria-labelledby="requests-title" id="requests">
      <h2 id="requests-title">{countOf(requests.length, "request")} to answer</h2>
      <ul className="register-list unmarked">
        {requests.map((off) => (
          <li key={off.id}>
            <div className="name-line">
              <b>{off.teacherName}</b> <span>{daysOffText(off)}</span>
            </div>
            <p className="small dim wrap-anywhere">
              {[
                off.reason,
                off.sessions === 0 ? "no lessons scheduled" : `${countOf(off.sessions, "lesson")} scheduled`,
              ]
                .filter(Boolean)
                .join("; ")}
            </p>
            <AnswerRequest
              timeOffId={off.id}
              name={off.teacherName}
              result={result?.initialValue?.timeOffId === off.id ? result : undefined}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
