import type { RegisterView } from "~/models/attendance/register/register-view"
import { CopyLastNote } from "./copy-last-note"
import { fieldId } from "./register-row"

// The texts of a register's form: the notes, and why locked attendance is corrected.

export function ReasonField({ typed, wrong }: { typed?: string; wrong?: string[] | null }) {
  const id = fieldId("reason")
  return (
    <div className={wrong ? "field invalid" : "field"}>
      <label htmlFor={id}>Reason for the correction</label>
      <span className="hint" id={`${id}-hint`}>
        Required for changed attendance. It’s kept in the activity.
      </span>
      {wrong ? (
        <span className="error" id={`${id}-error`}>
          {wrong.join(" ")}
        </span>
      ) : null}
      <input
        type="text"
        id={id}
        name="reason"
        maxLength={200}
        defaultValue={typed ?? ""}
        autoComplete="off"
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-hint ${id}-error` : `${id}-hint`}
      />
    </div>
  )
}

export function NoteFields({
  register,
  typed,
  errors,
}: {
  register: RegisterView
  typed: Record<string, string>
  errors: Record<string, string[] | null>
}) {
  const fields = [
    {
      name: "sharedNote",
      label: "Note for families",
      hint: "What you worked on and what to practice",
      now: register.notes.shared,
    },
    {
      name: "privateNote",
      label: "Private note",
      hint: "Only teachers and the office see it.",
      now: register.notes.private,
    },
  ]
  return (
    <div className="columns">
      {fields.map(({ name, label, hint, now }) => {
        const id = fieldId(name)
        const wrong = errors[name]
        const area = (
          <textarea
            id={id}
            name={name}
            rows={3}
            maxLength={2000}
            defaultValue={typed[name] ?? now}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${id}-hint ${id}-error` : `${id}-hint`}
          />
        )
        return (
          <div key={name} className={wrong ? "field invalid" : "field"}>
            <label htmlFor={id}>{label}</label>
            <span className="hint" id={`${id}-hint`}>
              {hint}
            </span>
            {wrong ? (
              <span className="error" id={`${id}-error`}>
                {wrong.join(" ")}
              </span>
            ) : null}
            {name === "sharedNote" && register.lastNote ? (
              <div>
                {area}
                <CopyLastNote field={id} text={register.lastNote.body} />
              </div>
            ) : (
              area
            )}
          </div>
        )
      })}
    </div>
  )
}
