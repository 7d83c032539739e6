import type { ReactNode } from "react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { spellStatus } from "~/models/accounts/custom-status/custom-status"
import type { Comparison, NoteName } from "~/models/attendance/register/merge-registers"
import {
  noteKinds,
  ownerOf,
  studentNoteField,
  studentNotesIn,
} from "~/models/attendance/register/named-notes"
import { markName, minutesName } from "./register-row"
import { ShownState } from "./shown-state"

const noteLabels = { sharedNote: "Note for families", privateNote: "Private note" }

/** "Note for families"; "Milo Okafor, note for the family" for a student's own. */
function noteLabel(name: NoteName, of: string | null): string {
  const owner = ownerOf(name)
  if (owner) return `${of ?? "Student"}, ${owner.kind === "shared" ? "note for the family" : "private note"}`
  return name === "sharedNote" ? noteLabels.sharedNote : noteLabels.privateNote
}

/** Two versions of the same attendance: one choice for each student and note that both changed. Everything else is combined. */
export function CompareForm({ comparison, reason }: { comparison: Comparison; reason?: string }) {
  const { merged, stored, marks, notes } = comparison
  const disputed = [...marks.map(({ studentId }) => studentId), ...notes.map(({ name }) => name)]
  return (
    <PostForm id="register" className="section">
      <ShownState
        formStamp={comparison.formStamp}
        marks={Object.entries({ ...merged.marks, ...stored.marks })}
        notes={{ shared: stored.notes.sharedNote, private: stored.notes.privateNote }}
        studentNotes={studentNotesIn(stored.notes)}
      />
      {reason ? <input type="hidden" name="reason" value={reason} /> : null}
      {Object.entries(merged.marks).map(([studentId, mark]) => (
        <span key={studentId} hidden>
          <input type="hidden" name={markName(studentId)} value={spellStatus(mark)} />
          <input type="hidden" name={minutesName(studentId)} value={mark.minutesLate ?? ""} />
        </span>
      ))}
      <input type="hidden" name="sharedNote" value={merged.notes.sharedNote} />
      <input type="hidden" name="privateNote" value={merged.notes.privateNote} />
      {Object.entries(studentNotesIn(merged.notes)).flatMap(([studentId, texts]) =>
        noteKinds.map((kind) => (
          <input
            key={`${studentId} ${kind}`}
            type="hidden"
            name={studentNoteField(kind, studentId)}
            value={texts[kind] ?? ""}
          />
        )),
      )}
      {disputed.map((key) => (
        <input key={key} type="hidden" name="disputed" value={key} />
      ))}
      <h2>Choose which version to keep</h2>
      {marks.map(({ studentId, name, yours, theirs }) => (
        <Choice key={studentId} id={studentId} label={name}>
          <Version of={studentId} version="yours">
            Yours: <b>{yours}</b>
          </Version>
          <Version of={studentId} version="theirs">
            Theirs: <b>{theirs}</b>
          </Version>
        </Choice>
      ))}
      {notes.map(({ name, of, yours, theirs }) => (
        <Choice key={name} id={name} label={noteLabel(name, of)}>
          <Version of={name} version="yours">
            Yours: <NoteText text={yours} />
          </Version>
          <Version of={name} version="theirs">
            Theirs: <NoteText text={theirs} />
          </Version>
          {yours && theirs ? (
            <Version of={name} version="both">
              Both, theirs first
            </Version>
          ) : null}
        </Choice>
      ))}
      <SubmitButton intent="save" pending="Saving…" wide isMain label="Save attendance" />
    </PostForm>
  )
}

function Choice({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <fieldset className="field versions" id={`register-${id}`}>
      <legend>{label}</legend>
      {children}
    </fieldset>
  )
}

function Version({ of, version, children }: { of: string; version: string; children: ReactNode }) {
  return (
    <label className="checkbox">
      <input type="radio" name={`settled.${of}`} value={version} required />
      <span>{children}</span>
    </label>
  )
}

const NoteText = ({ text }: { text: string }) => (text ? <q>{text}</q> : <em>no note</em>)
