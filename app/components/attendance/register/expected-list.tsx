import { EmptyState } from "~/components/ui/data-table"
import type { RegisterRow } from "~/models/attendance/register/register-view"

/** The students expected before the register opens, with what is already known about them. */
export function ExpectedList({ rows }: { rows: RegisterRow[] }) {
  if (rows.length === 0)
    return (
      <EmptyState>
        No students are enrolled in this lesson yet. Students who join the class appear here.
      </EmptyState>
    )
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
