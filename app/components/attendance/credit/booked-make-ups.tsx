import { ActButton } from "~/components/form/act-button"
import { Link } from "~/components/ui/link"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type Booked = { sessionId: string; date: string }

/** Make-up lessons to come that credits paid for; each booking can be canceled. Sends `intent` cancel-booking. */
export function BookedMakeUps({ booked, problem }: { booked: Booked[]; problem: string | undefined }) {
  if (booked.length === 0) return null
  return (
    <section className="section" aria-labelledby="booked">
      <h2 id="booked">Booked make-up lessons</h2>
      <p className="dim">
        Canceling a booking returns the credit and tells the family and the teacher. The lesson takes place
        for its other students; without any, it’s canceled.
      </p>
      {problem ? (
        <p className="error" role="alert">
          {problem}
        </p>
      ) : null}
      <ul className="rows">
        {booked.map(({ sessionId, date }) => (
          <li key={sessionId}>
            <Link to={paths.session(sessionId)}>{formatDate(date, "weekday")}</Link>
            <ActButton
              label="Cancel booking"
              sends={{ session: sessionId }}
              intent="cancel-booking"
              pending="Canceling…"
              variant="danger"
              about={`of ${formatDate(date, "weekday")}`}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
