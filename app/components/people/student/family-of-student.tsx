import { Link } from "~/components/ui/link"
import type { StudentStatus as Status } from "~/models/people/student/student"
import { formatFigure } from "~/utils/formats"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { StudentStatus } from "./student-status"

type Guardian = {
  id: string
  name: string
  relation: string | null
  email: string | null
  phone: string | null
  /** basis points */
  payerShare: number
  seesMoney: boolean
}

type Family = {
  id: string
  name: string
  address: string | null
  guardians: Guardian[]
  students: { id: string; firstName: string; lastName: string; status: Status }[]
}

/** The guardians and siblings of a student, and how to reach them. */
export function FamilyOfStudent({ family, studentId }: { family: Family; studentId: string }) {
  const siblings = family.students.filter(({ id }) => id !== studentId)
  return (
    <section className="section" aria-labelledby="family">
      <header>
        <h2 id="family">{family.name}</h2>
        <span className="buttons">
          <Link to={paths.newStudent({ family: family.id })}>Add sibling</Link>
          <Link to={paths.family(family.id)}>Ledger</Link>
        </span>
      </header>
      <ul className="rows bracket indented">
        {family.guardians.map((guardian) => (
          <li key={guardian.id} className="flex-wrap">
            <span>
              <b>{guardian.name}</b>
              <br />
              <span className="dim">{roleOf(guardian)}</span>
            </span>
            <span className="wrap-anywhere">
              {guardian.phone ? (
                <a href={`tel:${guardian.phone.replace(/[^\d+]/g, "")}`}>{guardian.phone}</a>
              ) : null}
              {guardian.phone && guardian.email ? <br /> : null}
              {guardian.email ? <a href={`mailto:${guardian.email}`}>{guardian.email}</a> : null}
            </span>
          </li>
        ))}
        {siblings.map((sibling) => (
          <li key={sibling.id}>
            <span>
              <Link to={paths.student(sibling.id)}>{fullName(sibling)}</Link>
              <br />
              <span className="dim">sibling</span>
            </span>
            <StudentStatus status={sibling.status} />
          </li>
        ))}
        {family.guardians.length === 0 && siblings.length === 0 ? (
          <li className="dim">No guardians yet. Adult students can have their own login.</li>
        ) : null}
      </ul>
      {family.address ? <p className="dim whitespace-pre-line">{family.address}</p> : null}
    </section>
  )
}

/** "mother, pays 60%, sees invoices" */
function roleOf({ relation, payerShare, seesMoney }: Guardian): string {
  const pays =
    payerShare === 10_000 ? "payer" : payerShare > 0 ? `pays ${formatFigure(payerShare / 100)}%` : null
  return [relation?.toLowerCase() ?? "guardian", pays, seesMoney ? "sees invoices" : null]
    .filter(Boolean)
    .join(", ")
}
