import { Link } from "~/components/ui/link"
import type { OutsidePayer } from "~/models/money/payer/payer-rules"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

/** Who pays without being a guardian, with the way to their details and to add one. */
export function OutsidePayerList({
  payers,
  familyId,
}: {
  payers: readonly OutsidePayer[]
  familyId: string
}) {
  return (
    <section className="section" aria-labelledby="outside-payers">
      <header>
        <h2 id="outside-payers">Payers who aren’t guardians</h2>
        <p>
          <Link to={paths.newOutsidePayer(familyId)}>Add a payer</Link>
        </p>
      </header>
      {payers.length === 0 ? (
        <p className="dim">
          None yet. Add an employer, an office, a foundation or a grandparent who pays part of the invoices.
        </p>
      ) : (
        <ul className="rows">
          {payers.map(({ id, name, email, reference, endsOn, hasEnded }) => (
            <li key={id}>
              <span>
                <Link to={paths.outsidePayer(familyId, id)}>{name}</Link>
                <br />
                <span className="small dim">
                  {email}
                  {reference ? `, reference ${reference}` : null}
                </span>
                {endsOn ? (
                  <>
                    <br />
                    <span className="small">
                      {hasEnded ? "Paid" : "Pays"} through {formatDate(endsOn, "medium")}
                    </span>
                  </>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
