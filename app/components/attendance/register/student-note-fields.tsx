import { type NoteKind, noteKinds, studentNoteField } from "~/models/attendance/register/named-notes"
import type { RegisterRow } from "~/models/attendance/register/register-view"
import { TextField } from "./text-field"

type Props = {
  rows: RegisterRow[]
  typed: Record<string, string>
  errors: Record<string, string[] | null>
}

/** In a group, a note for one student: that family reads it after the note for everyone, and staff read the private one. */
export function StudentNoteFields({ rows, typed, errors }: Props) {
  const students = rows.map((row) => ({ row, fields: fieldsOf(row, typed, errors) }))
  const isOpen = students.some(({ row, fields }) =>
    fields.some(({ kind, text, wrong }) => row.notes[kind] || text || wrong),
  )
  return (
    <details className="disclosure no-print" open={isOpen}>
      <summary>Notes for one student</summary>
      <p className="dim">Only that student’s family reads the note for the family.</p>
      <ul className="student-notes">
        {students.map(({ row, fields }) => (
          <NotesOf key={row.studentId} fields={fields} name={row.name} />
        ))}
      </ul>
    </details>
  )
}

type Field = { kind: NoteKind; name: string; text: string; wrong: string[] | null }

const fieldsOf = (row: RegisterRow, typed: Props["typed"], errors: Props["errors"]): Field[] =>
  noteKinds.map((kind) => {
    const name = studentNoteField(kind, row.studentId)
    return { kind, name, text: typed[name] ?? row.notes[kind], wrong: errors[name] ?? null }
  })

type NotesProps = { name: string; fields: Field[] }

function NotesOf({ name, fields }: NotesProps) {
  return (
    <li>
      <b>{name}</b>
      <div className="columns">
        {fields.map((field) => (
          <NoteField key={field.kind} field={field} student={name} />
        ))}
      </div>
    </li>
  )
}

function NoteField({ field: { kind, name, text, wrong }, student }: { field: Field; student: string }) {
  return (
    <TextField
      name={name}
      label={
        <>
          {kind === "shared" ? "For the family" : "Private"}
          <span className="visually-hidden">{`: ${student}`}</span>
        </>
      }
      wrong={wrong}
      draw={(control) => <textarea {...control} rows={2} maxLength={2000} defaultValue={text} />}
    />
  )
}
