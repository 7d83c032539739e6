import type { ReactNode } from "react"
import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"
import type { CreditAnswer } from "~/models/attendance/absence-record/why-credit"
import { formatDate, formatTime } from "~/utils/formats"

export type ListedAbsence = {
  seatId: string
  sessionId: string
  className: string
  localDate: string
  startTime: string
  /** What attendance says; null while it isn't taken. */
  statusLabel: string | null
  /** Nothing was reported: the school canceled the lesson. */
  isCanceled?: boolean
  excusedNote: string | null
  answer: CreditAnswer
}

type AbsenceListProps<Absence> = {
  absences: readonly Absence[]
  lessonTo: (sessionId: string) => string
  /** What can be done about an absence. */
  children?: (absence: Absence) => ReactNode
}

/** A student's absences, each with its make-up credit or the reason there is none. */
export function AbsenceList<Absence extends ListedAbsence>({
  absences,
  lessonTo,
  children,
}: AbsenceListProps<Absence>) {
  if (absences.length === 0)
    return <EmptyState>No absences in the past year. Each one is listed here with its credit.</EmptyState>
  return (
    <ul className="rows">
      {absences.map((absence) => (
        <li key={absence.seatId}>
          <span>
            <Link to={lessonTo(absence.sessionId)}>
              {absence.className}, {formatDate(absence.localDate, "medium")}, {formatTime(absence.startTime)}
            </Link>
            <br />
            {absence.answer.text}
            {absence.excusedNote ? <span className="dim"> Note: {absence.excusedNote}</span> : null}
            {children?.(absence)}
          </span>
          <Status
            head={absence.answer.hasCredit ? "on" : "rest"}
            tone={absence.answer.hasCredit ? "ok" : "dim"}
          >
            {absence.statusLabel ?? (absence.isCanceled ? "Canceled by the school" : "Reported")}
          </Status>
        </li>
      ))}
    </ul>
  )
}
