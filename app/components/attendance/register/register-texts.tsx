import type { RegisterView } from "~/models/attendance/register/register-view"
import { CopyLastNote } from "./copy-last-note"
import { TextField } from "./text-field"

// The texts of a register's form: the notes, and why locked attendance is corrected.

export function ReasonField({ typed, wrong }: { typed?: string; wrong?: string[] | null }) {
  return (
    <TextField
      name="reason"
      label="Reason for the correction"
      hint="Required for changed attendance. It’s kept in the activity."
      wrong={wrong}
      draw={(control) => (
        <input {...control} type="text" maxLength={200} defaultValue={typed ?? ""} autoComplete="off" />
      )}
    />
  )
}

type NoteFieldsProps = {
  register: RegisterView
  typed: Record<string, string>
  errors: Record<string, string[] | null>
  /** Among other lessons the private note is folded until it says something. */
  isFolded: boolean
}

export function NoteFields({ register: { notes, lastNote }, typed, errors, isFolded }: NoteFieldsProps) {
  const area = (control: { id: string; name: string }, now: string) => (
    <textarea
      {...control}
      rows={isFolded ? 2 : 3}
      maxLength={2000}
      defaultValue={typed[control.name] ?? now}
    />
  )
  const privateNote = (
    <TextField
      name="privateNote"
      label="Private note"
      hint="Only teachers and the office see it."
      wrong={errors.privateNote}
      draw={(control) => area(control, notes.private)}
    />
  )
  return (
    <div className="columns">
      <TextField
        name="sharedNote"
        label="Note for families"
        hint="What you worked on and what to practice"
        wrong={errors.sharedNote}
        draw={(control) =>
          lastNote ? (
            <div>
              {area(control, notes.shared)}
              <CopyLastNote field={control.id} text={lastNote.body} />
            </div>
          ) : (
            area(control, notes.shared)
          )
        }
      />
      {isFolded ? (
        <details className="disclosure" open={(typed.privateNote ?? notes.private) !== ""}>
          <summary>Private note</summary>
          {privateNote}
        </details>
      ) : (
        privateNote
      )}
    </div>
  )
}
