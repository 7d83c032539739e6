import { type Mark, spellMark } from "~/models/attendance/register/merge-registers"
import { noteKinds, type StudentNotes, shownNoteField } from "~/models/attendance/register/named-notes"

type ShownStateProps = {
  formStamp: string
  /** by student */
  marks: [studentId: string, mark: Mark][]
  notes: Required<StudentNotes[string]>
  studentNotes: StudentNotes
  /** of a form that was answered and not saved: what the page that sent it showed */
  sent?: [name: string, value: string][]
}

/** What the form's page shows before anything is changed, so that what someone else saves meanwhile can be merged. */
export function ShownState({ formStamp, marks, notes, studentNotes, sent }: ShownStateProps) {
  if (sent) return sent.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
  return (
    <>
      <input type="hidden" name="formStamp" value={formStamp} />
      {marks.map(([studentId, mark]) => (
        <input key={studentId} type="hidden" name={`base.${studentId}`} value={spellMark(mark)} />
      ))}
      <input type="hidden" name="baseSharedNote" value={notes.shared} />
      <input type="hidden" name="basePrivateNote" value={notes.private} />
      {Object.entries(studentNotes).flatMap(([studentId, texts]) =>
        noteKinds.map((kind) =>
          texts[kind] ? (
            <input
              key={`${studentId} ${kind}`}
              type="hidden"
              name={shownNoteField(kind, studentId)}
              value={texts[kind]}
            />
          ) : null,
        ),
      )}
    </>
  )
}
