import { Link } from "~/components/ui/link"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type CreditsProps = {
  studentId: string
  credits: {
    creditId: string
    minutes: number
    originClassName: string
    originDate: string
    expiresOn: string
    originSessionId: string
  }[]
  used: number
}

/** A student’s make-up credits, the first to expire first. */
export function StudentCredits({ studentId, credits, used }: CreditsProps) {
  if (credits.length === 0 && used === 0) return null
  return (
    <section className="section" aria-labelledby="credits">
      <header>
        <h2 id="credits">Make-up credits</h2>
        {credits.length > 0 ? <Link to={paths.makeUp(studentId)}>Book make-up lesson</Link> : null}
      </header>
      {credits.length > 0 ? (
        <ul className="rows">
          {credits.map(({ creditId, minutes, originClassName, originDate, originSessionId, expiresOn }) => (
            <li key={creditId}>
              <span>
                <Link to={paths.session(originSessionId)}>
                  {originClassName}, {formatDate(originDate, "day")}
                </Link>
                <br />
                <span className="dim">{minutes} min</span>
              </span>
              <span className="dim sm:text-right">use by {formatDate(expiresOn, "medium")}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="dim">No unused credits.</p>
      )}
      {used > 0 ? (
        <p className="small">
          <Link to={paths.attendance({ view: "credits", state: "used", student: studentId })}>
            {used} used
          </Link>
        </p>
      ) : null}
    </section>
  )
}
