import type { RegisterRow } from "~/models/attendance/register/register-view"
import { type NoteKind, noteKinds, studentNoteField } from "~/models/attendance/register/student-notes"
import { fieldId } from "./register-row"

type StudentNoteFieldsProps = {
  rows: RegisterRow[]
  typed: Record<string, string>
  errors: Record<string, string[] | null>
}

/** In a group, a note for one student: that family reads it after the note for everyone, and staff read the private one. */
export function StudentNoteFields({ rows, typed, errors }: StudentNoteFieldsProps) {
  const fields = rows.flatMap((row) =>
    noteKinds.map((kind) => ({ row, kind, name: studentNoteField(kind, row.studentId) })),
  )
  const isOpen = fields.some(({ row, kind, name }) => row.notes[kind] || typed[name] || errors[name])
  return (
    <details className="disclosure no-print" open={isOpen}>
      <summary>Notes for one student</summary>
      <p className="dim">Only that student’s family reads the note for the family.</p>
      <ul className="student-notes">
        {rows.map((row) => (
          <li key={row.studentId}>
            <b>{row.name}</b>
            <div className="columns">
              {noteKinds.map((kind) => (
                <NoteField
                  key={kind}
                  row={row}
                  kind={kind}
                  typed={typed[studentNoteField(kind, row.studentId)]}
                  wrong={errors[studentNoteField(kind, row.studentId)] ?? undefined}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
    </details>
  )
}

type NoteFieldProps = { row: RegisterRow; kind: NoteKind; typed?: string; wrong?: string[] }

function NoteField({ row, kind, typed, wrong }: NoteFieldProps) {
  const name = studentNoteField(kind, row.studentId)
  const id = fieldId(name)
  return (
    <div className={wrong ? "field invalid" : "field"}>
      <label htmlFor={id}>
        {kind === "shared" ? "For the family" : "Private"}
        <span className="visually-hidden">: {row.name}</span>
      </label>
      {wrong ? (
        <span className="error" id={`${id}-error`}>
          {wrong.join(" ")}
        </span>
      ) : null}
      <textarea
        id={id}
        name={name}
        rows={2}
        maxLength={2000}
        defaultValue={typed ?? row.notes[kind]}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
      />
    </div>
  )
}
