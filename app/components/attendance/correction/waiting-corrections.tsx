import type { SubmissionResult } from "@conform-to/react"
import { ActButton } from "~/components/form/act-button"
import { DeclineForm } from "~/components/form/decline-form"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { type Correction, correctionLabels } from "~/models/attendance/correction/correction"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

export const declineFormId = (correctionId: string) => `decline-${correctionId}`

type WaitingProps = {
  corrections: Correction[]
  mayAnswer: boolean
  /** The answer to the form of one request. */
  declined: { correction: string; result: SubmissionResult } | null
}

/** Requests that wait for the office: approved with one button, or declined with a reason. */
export function WaitingCorrections({ corrections, mayAnswer, declined }: WaitingProps) {
  if (corrections.length === 0)
    return (
      <EmptyState>
        No corrections are waiting. Teachers ask for one in the lesson, once its attendance is locked.
      </EmptyState>
    )
  return (
    <ul className="rows">
      {corrections.map((correction) => (
        <li key={correction.id}>
          <CorrectionText correction={correction} />
          {mayAnswer ? (
            <div className="buttons">
              <ActButton
                label="Approve correction"
                sends={{ correction: correction.id }}
                intent="approve"
                pending="Correcting…"
                variant="primary"
                about={`for ${correction.studentName}`}
              />
              <DeclineForm
                id={declineFormId(correction.id)}
                sends={{ correction: correction.id }}
                field="answer"
                label={`Reason, sent to ${correction.askedByName}`}
                result={declined?.correction === correction.id ? declined.result : undefined}
                intent="decline"
                aria-label={`Decline correction for ${correction.studentName}`}
              >
                Decline correction
              </DeclineForm>
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Requests that were answered or withdrawn. */
export function AnsweredCorrections({ corrections }: { corrections: Correction[] }) {
  return (
    <ul className="rows">
      {corrections.map((correction) => (
        <li key={correction.id}>
          <CorrectionText correction={correction} />
          <span className="dim">{correctionLabels[correction.state]}</span>
        </li>
      ))}
    </ul>
  )
}

function CorrectionText({ correction }: { correction: Correction }) {
  const { studentId, studentName, sessionId, className, localDate, startTime } = correction
  const { state, recorded, wanted, reason, answer, askedByName } = correction
  return (
    <span>
      <Link to={paths.student(studentId)}>{studentName}</Link>,{" "}
      <Link to={paths.session(sessionId)}>
        {className}, {formatDate(localDate, "medium")}, {formatTime(startTime)}
      </Link>
      <br />
      {state === "asked" ? `Recorded: ${recorded}. ` : ""}Asked for: <b>{wanted}</b>
      <br />
      <span className="small dim">
        {askedByName} wrote: “{reason}”{answer ? ` Answer: “${answer}”` : ""}
      </span>
    </span>
  )
}
