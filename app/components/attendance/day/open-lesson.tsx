import { ErrorSummary } from "~/components/form/error-summary"
import { useHasPassed } from "~/components/shell/offline/use-has-passed"
import { Link } from "~/components/ui/link"
import type { NextLesson } from "~/models/attendance/day/teaching-day"
import type { RegisterView } from "~/models/attendance/register/register-view"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { ExpectedList } from "../register/expected-list"
import { type RegisterAnswer, RegisterForm } from "../register/register-form"

type OpenLessonProps = {
  register: RegisterView
  next: NextLesson | null
  /** "2:45 to 3:30 PM" */
  range: string
  minutesLeft: number | null
  answer?: RegisterAnswer
  sentAt: number
}

/** The lesson of the day that is open: what to know before it, and its attendance in place. */
export function OpenLesson({ register, next, range, minutesLeft, answer, sentAt }: OpenLessonProps) {
  const { name, session, lastNote, phase } = register
  const hasOpened = useHasPassed(register.opensAtMs, sentAt)
  const isExpected = phase === "expected" && !hasOpened
  const errors = Object.fromEntries(
    Object.entries(answer?.result?.error ?? {}).map(([field, messages]) => [field, messages ?? []]),
  )
  const whose = (
    <>
      <input type="hidden" name="sessionId" value={session.id} />
      <input type="hidden" name="lessonTitle" value={name} />
    </>
  )
  return (
    <article className="open-lesson" aria-labelledby={`open-${session.id}`}>
      <header>
        <h2 id={`open-${session.id}`}>{name}</h2>
        <p className="dim">{[range, session.roomName].filter(Boolean).join(", ")}</p>
        {minutesLeft === null ? null : <p>Now, {countOf(minutesLeft, "minute")} left</p>}
      </header>
      <ErrorSummary form={{ id: "register", allErrors: errors, errors: errors[""] }} />
      {lastNote ? (
        <p className="last-note">
          <b>Last note, {formatDate(lastNote.on, "day")}</b> <em>{lastNote.body}</em>
        </p>
      ) : null}
      {phase === "cancelled" ? (
        <p className="dim">Canceled. There’s no attendance to take.</p>
      ) : isExpected ? (
        <>
          <p className="dim">You can take attendance from {register.opensAt}. Expected:</p>
          <ExpectedList rows={register.rows} />
        </>
      ) : (
        <RegisterForm key={session.id} register={register} answer={answer} next={next}>
          {whose}
        </RegisterForm>
      )}
      <p>
        <Link to={paths.session(session.id)}>Assignments, skills and absences</Link>
      </p>
    </article>
  )
}
