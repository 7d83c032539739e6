import { Link } from "~/components/ui/button"
import { useMayOpen } from "~/components/ui/limits"
import { Status } from "~/components/ui/status"
import type { SessionRow } from "~/models/teaching/session/session"
import { formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"

type ComingSession = Pick<
  SessionRow,
  "id" | "className" | "localDate" | "startTime" | "minutes" | "teacherName" | "roomName"
> & { isNotComing: boolean }

type ComingSessionsProps = { studentId: string; sessions: ComingSession[]; isSolo: boolean }

/** The next lessons of one student; each opens its page. */
export function ComingSessions({ studentId, sessions, isSolo }: ComingSessionsProps) {
  const mayOpen = useMayOpen()
  if (sessions.length === 0) return null
  const finder = paths.findTime({ student: studentId })
  return (
    <section className="section" aria-labelledby="next">
      <header>
        <h2 id="next">Upcoming lessons</h2>
        {mayOpen(finder) ? <Link to={finder}>Find a time</Link> : null}
      </header>
      <ul className="rows">
        {sessions.map(
          ({ id, className, localDate, startTime, minutes, teacherName, roomName, isNotComing }) => (
            <li key={id} className="flex-wrap">
              <span>
                <Link to={paths.session(id)}>
                  <time dateTime={`${localDate}T${startTime}`}>
                    {formatDate(localDate, "short")}, {formatTime(startTime)}
                  </time>
                </Link>{" "}
                {isNotComing ? (
                  <Status head="rest" tone="warn">
                    Not coming
                  </Status>
                ) : null}
                <br />
                <span className="dim">{className}</span>
              </span>{" "}
              <span className="dim sm:text-right">
                {[`${minutes} min`, isSolo ? null : teacherName, roomName].filter(Boolean).join(", ")}
              </span>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
