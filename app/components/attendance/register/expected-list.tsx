import type { RegisterRow } from "~/models/attendance/register/register-view"

/** Who is expected, before the register opens: names, and what is known already. */
export function ExpectedList({ rows }: { rows: RegisterRow[] }) {
  return (
    <ul className="register-list unmarked">
      {rows.map(({ studentId, name, medicalNotes, alerts }) => (
        <li key={studentId}>
          <div className="name-line">
            <b>{name}</b>{" "}
            <span>
              {medicalNotes ? <strong className="medical">{medicalNotes}</strong> : null}
              {alerts.join(", ")}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
