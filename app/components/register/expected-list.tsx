import type { RegisterRow } from "~/models/register/register-view"

/** Who is expected, before the register opens: names, and what is known already. */
export function ExpectedList({ rows }: { rows: RegisterRow[] }) {
  return (
    <ul className="reg expected">
      {rows.map(({ studentId, name, medicalNotes, alerts }) => (
        <li key={studentId}>
          <div className="who">
            <b>{name}</b>{" "}
            <span>
              {medicalNotes ? <strong className="med">{medicalNotes}</strong> : null}
              {alerts.join(", ")}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
