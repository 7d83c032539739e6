import { Link } from "~/components/ui/button"
import { Status } from "~/components/ui/status"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { markLooks } from "../family-area/lesson-status"
import { Notes } from "./noted-sessions"

type Lesson = {
  sessionId: string
  className: string
  localDate: string
  code: MarkCode | null
  statusName: string | null
  minutesLate: number | null
  sharedNote: string | null
  privateNote: string | null
}

/** Past lessons with attendance and notes. */
export function LessonHistory({ lessons }: { lessons: Lesson[] }) {
  return (
    <ul className="register-list unmarked">
      {lessons.map(({ sessionId, className, localDate, sharedNote, privateNote, ...mark }) => (
        <li key={sessionId}>
          <div className="name-line">
            <b>
              <Link to={paths.session(sessionId)}>{formatDate(localDate, "short")}</Link>
            </b>{" "}
            <span>
              <Mark {...mark} />
            </span>
          </div>
          <p className="small dim">{className}</p>
          <Notes sharedNote={sharedNote} privateNote={privateNote} />
        </li>
      ))}
    </ul>
  )
}

/** Of a status of the school's own also what it counts as. */
function Mark({ code, statusName, minutesLate }: Pick<Lesson, "code" | "statusName" | "minutesLate">) {
  if (!code) return <Status head="open">Not recorded yet</Status>
  const { head, children } = markLooks[code]
  return (
    <>
      <Status head={head}>{statusName ?? children}</Status>
      {minutesLate ? ` ${minutesLate} min` : null}
      {statusName ? <span className="dim"> (counts as {children.toLowerCase()})</span> : null}
    </>
  )
}
