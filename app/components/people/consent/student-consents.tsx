import { Link } from "~/components/ui/link"
import type { ConsentAnswer, ConsentState } from "~/models/people/consent/consent"
import { paths } from "~/utils/paths"
import { ConsentStateText } from "./consent-state"

type StudentConsentsProps = {
  studentId: string
  mayEnter: boolean
  /** The child’s own phone, which gets texts. */
  texts: { phone: string | null; isOn: boolean; agreed: string | null } | null
  consents: {
    id: string
    title: string
    who: string | null
    state: ConsentState
    answer: (ConsentAnswer & { on: string }) | null
  }[]
}

/** What was agreed to for a student, and by the adults of the family. */
export function StudentConsents({ studentId, mayEnter, texts, consents }: StudentConsentsProps) {
  if (consents.length === 0 && !texts) return null
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
        {texts ? (
          <div>
            <dt>Texts to their own phone</dt>
            <dd>
              {texts.isOn ? (
                <>
                  <b>Agreed</b> <span className="small dim">{`${texts.agreed}, ${texts.phone}`}</span>
                </>
              ) : (
                "Not agreed"
              )}
            </dd>
          </div>
        ) : null}
      </dl>
    </section>
  )
}
