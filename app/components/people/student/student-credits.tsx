import { Link } from "~/components/ui/button"
import type { CreditRow } from "~/models/teaching/credit/credit"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

type CreditsProps = {
  studentId: string
  credits: Pick<
    CreditRow,
    "creditId" | "minutes" | "originClassName" | "originDate" | "expiresOn" | "originSessionId"
  >[]
}

/** A student’s make-up credits, the first to expire first. */
export function StudentCredits({ studentId, credits }: CreditsProps) {
  return (
    <section className="section" aria-labelledby="credits">
      <header>
        <h2 id="credits">Make-up credits</h2>
        {credits.length > 0 ? <Link to={paths.makeUp(studentId)}>Book make-up lesson</Link> : null}
      </header>
      {credits.length === 0 ? <p className="dim">No make-up credits are available.</p> : null}
      <ul className="rows">
        {credits.map(({ creditId, minutes, originClassName, originDate, originSessionId, expiresOn }) => (
          <li key={creditId} className="flex-wrap">
            <span>
              {originSessionId && originDate ? (
                <Link to={paths.session(originSessionId)}>
                  {originClassName}, {formatDate(originDate, "day")}
                </Link>
              ) : (
                `${originClassName}, granted`
              )}
              <br />
              <span className="dim">{minutes} min</span>
            </span>{" "}
            <span className="dim whitespace-nowrap">use by {formatDate(expiresOn, "medium")}</span>
          </li>
        ))}
      </ul>
      <p>
        <Link to={paths.studentCredits(studentId)}>Manage credits and see why</Link>
      </p>
    </section>
  )
}
