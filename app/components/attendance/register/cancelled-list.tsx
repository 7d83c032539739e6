import type { RegisterRow } from "~/models/attendance/register/register-view"

/** Taps the fifth mark of a student, which is out of sight in the list above. */
export function CancelledList({ rows }: { rows: readonly RegisterRow[] }) {
  const students = rows.map(({ studentId, name }) => ({ studentId, name }))
  return (
    <details className="disclosure no-print">
      <summary>School canceled for a student</summary>
      <p className="dim">For one student only. To cancel the whole lesson, use the schedule.</p>
      <ul className="cancelled-names">
        <Names students={students} />
      </ul>
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
