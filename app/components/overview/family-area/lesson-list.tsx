import { Link } from "~/components/ui/link"
import { type PortalSession, portalTitle, portalWhere } from "~/models/overview/family-area/portal-session"
import { addMinutes, formatTimeRange } from "~/utils/clock-times"
import { paths } from "~/utils/paths"
import { LessonStatus } from "./lesson-status"

/** With its time where the reader is, when that is another. */
type Listed = PortalSession & { ownTime: string | null }
type Day = { date: string; heading: string; closure: string | null; sessions: Listed[] }

/** A family's lessons day by day; each opens its page. */
export function LessonList({ days, withNames }: { days: Day[]; withNames: boolean }) {
  return days.map(({ date, heading, closure, sessions }) => (
    <section className="section" key={date} aria-labelledby={`on-${date}`}>
      <h2 id={`on-${date}`}>{heading}</h2>
      {closure ? <p className="dim">No lessons: {closure}.</p> : null}
      <ul className="register-list unmarked">
        {sessions.map((session) => (
          <li key={`${session.id} ${session.studentId}`}>
            <div className="name-line">
              <b>
                <Link to={paths.studentSession(session.id, { child: session.studentId })}>
                  {formatTimeRange(session.startTime, addMinutes(session.startTime, session.minutes))}
                  <span className="visually-hidden">{`, ${heading}`}</span>
                </Link>
              </b>{" "}
              <LessonStatus session={session} />
            </div>
            <p>
              {[withNames ? session.studentName : null, portalTitle(session), portalWhere(session)]
                .filter(Boolean)
                .join(", ")}
            </p>
            {session.ownTime ? <p className="small dim">{session.ownTime}</p> : null}
            {session.cancelReason ? <p className="small dim">{session.cancelReason}</p> : null}
          </li>
        ))}
      </ul>
    </section>
  ))
}
