import { type Mark, type NoteName, spellMark } from "~/models/attendance/register/merge-registers"

type ShownStateProps = {
  formStamp: string
  /** by student */
  marks: [studentId: string, mark: Mark][]
  notes: Record<NoteName, string>
}

/** What the form's page shows before anything is changed, so that what someone else saves meanwhile can be merged. */
export function ShownState({ formStamp, marks, notes }: ShownStateProps) {
  return (
    <>
      <input type="hidden" name="formStamp" value={formStamp} />
      {marks.map(([studentId, mark]) => (
        <input key={studentId} type="hidden" name={`base.${studentId}`} value={spellMark(mark)} />
      ))}
      <input type="hidden" name="baseSharedNote" value={notes.sharedNote} />
      <input type="hidden" name="basePrivateNote" value={notes.privateNote} />
    </>
  )
}
