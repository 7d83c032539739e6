import { Link } from "~/components/ui/link"
import type { ConsentAnswer, ConsentState } from "~/models/people/consent/consent"
import { paths } from "~/utils/paths"
import { ConsentStateText } from "./consent-state"

type StudentConsentsProps = {
  studentId: string
  mayEnter: boolean
  consents: {
    id: string
    title: string
    who: string | null
    state: ConsentState
    answer: (ConsentAnswer & { on: string }) | null
  }[]
}

/** What was agreed to for a student, and by the adults of the family. */
export function StudentConsents({ studentId, mayEnter, consents }: StudentConsentsProps) {
  if (consents.length === 0) return null
  return (
    <section className="section" aria-labelledby="consents">
      <header>
        <h2 id="consents">Consents</h2>
        {mayEnter ? <Link to={paths.paperConsent(studentId)}>Enter a signed consent</Link> : null}
      </header>
      <dl className="ledger facts">
        {consents.map(({ id, title, who, state, answer }) => (
          <div key={id}>
            <dt>{who ? `${title}, ${who}` : title}</dt>
            <dd>
              <ConsentStateText state={state} answer={answer} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
