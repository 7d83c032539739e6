import { useKeptText } from "~/components/ui/row-texts"
import type { RegisterRow } from "~/models/attendance/register/register-view"

/** Taps the fifth mark of a student, which is out of sight in the list above. */
export function CancelledList({ rows }: { rows: readonly RegisterRow[] }) {
  const students = rows.map(({ studentId, name }) => ({ studentId, name }))
  const kept = useKeptText(`student-labels ${JSON.stringify(students)}`, () => <Names students={students} />)
  return (
    <details className="disclosure no-print">
      <summary>School canceled for a student</summary>
      <p className="dim">For one student only. To cancel the whole lesson, use the schedule.</p>
      {kept === undefined ? (
        <ul className="cancelled-names">
          <Names students={students} />
        </ul>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own markup of the same names
        <ul className="cancelled-names" dangerouslySetInnerHTML={{ __html: kept }} />
      )}
    </details>
  )
}

function Names({ students }: { students: { studentId: string; name: string }[] }) {
  return students.map(({ studentId, name }) => (
    <li key={studentId}>
      <label className="button" htmlFor={`cancelled-${studentId}`}>
        {name}
      </label>
    </li>
  ))
}
