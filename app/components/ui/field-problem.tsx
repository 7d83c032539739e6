import { DisputedChoice } from "./disputed-field"
import { NoteHead } from "./note-head"

/** What is wrong with a field, for those that have no frame too; the field names it by `aria-describedby`. */
export function FieldProblem({ id, message }: { id: string; message: string | undefined }) {
  if (!message) return null
  return (
    <>
      <div className="error" id={id}>
        <NoteHead kind="x" />
        <span>{message}</span>
      </div>
      <DisputedChoice message={message} />
    </>
  )
}
