import { LinkButton } from "~/components/ui/button"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import { addMinutes, formatTimeRange } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type Session = {
  id: string
  className: string
  localDate: string
  startTime: string
  minutes: number
  teacherName: string | null
  roomName: string | null
}

type NextSessionProps = {
  child: { firstName: string; isSelf: boolean; isChild: boolean }
  /** The next lesson they attend. */
  next: (Session & { ownTime: string | null }) | null
  /** Upcoming lessons with a reported absence. */
  absences: (Session & { reportedOn: string | null })[]
  to: (sessionId: string) => string
  /** whether this person could turn on notifications of changed lessons and hasn't */
  mayTurnOnPush: boolean
}

/** The next lesson, and the lessons with a reported absence, which can be withdrawn on their own page. */
export function NextSession({ child, next, absences, to, mayTurnOnPush }: NextSessionProps) {
  const { firstName, isSelf, isChild } = child
  return (
    <section className="sheet" aria-labelledby="next">
      <div>
        <p className="expression dim" id="next">
          {isSelf ? "Your" : `${firstName}’s`} next lesson
        </p>
        {next ? (
          <>
            <h2>{whenOf(next)}</h2>
            {next.ownTime ? <p className="dim">{next.ownTime}</p> : null}
            <p>
              {[next.className, next.teacherName && `with ${next.teacherName}`, next.roomName]
                .filter(Boolean)
                .join(", ")}
            </p>
            <p className="buttons pt-3">
              {isChild ? null : <LinkButton to={`${to(next.id)}#cannot`}>Can’t make it?</LinkButton>}{" "}
              <LinkButton variant="plain" to={to(next.id)}>
                Lesson details
              </LinkButton>
            </p>
            {mayTurnOnPush ? (
              <p className="small dim">
                <Link to={`${paths.preferences()}#push`}>Get a notification</Link> when a lesson is moved or
                canceled.
              </p>
            ) : null}
          </>
        ) : (
          <p>{absences.length ? "No other upcoming lessons." : "No upcoming lessons."}</p>
        )}
        {absences.length ? (
          <ul className="rows">
            {absences.map((session) => (
              <li key={session.id}>
                <span>
                  <Link to={to(session.id)}>{whenOf(session)}</Link>
                  <br />
                  <span className="dim">{session.className}</span>
                </span>{" "}
                <span className="sm:text-right">
                  <Status head="rest" tone="warn">
                    Not coming
                  </Status>{" "}
                  {session.reportedOn ? <span className="dim"> reported {session.reportedOn}</span> : null}
                  {isChild ? null : (
                    <>
                      <br />
                      <Link to={to(session.id)}>
                        Withdraw absence<span className="visually-hidden"> for {whenOf(session)}</span>
                      </Link>
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  )
}

const whenOf = ({ localDate, startTime, minutes }: Session): string =>
  `${formatDate(localDate, "short")}, ${formatTimeRange(startTime, addMinutes(startTime, minutes))}`
