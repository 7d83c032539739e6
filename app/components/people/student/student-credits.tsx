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
}

/** A student’s make-up credits, the first to expire first. */
export function StudentCredits({ studentId, credits }: CreditsProps) {
  if (credits.length === 0) return null
  return (
    <section className="section" aria-labelledby="credits">
      <header>
        <h2 id="credits">Make-up credits</h2>
        <Link to={paths.makeUp(studentId)}>Book make-up lesson</Link>
      </header>
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
    </section>
  )
}
