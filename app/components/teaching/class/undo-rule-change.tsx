import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { formatDate } from "~/utils/date-text"

/** When a weekly time was changed, and the way back. */
export function UndoRuleChange({ id, from, isSwap }: { id: string; from: string; isSwap: boolean }) {
  return (
    <PostForm className="stack">
      <input type="hidden" name="change" value={id} />
      <p>
        This time starts {formatDate(from, "medium")}. Lessons before it are at the earlier time.
        {isSwap ? " It was swapped with another student’s, who gets it back if you undo." : ""}
      </p>
      <p className="buttons">
        <SubmitButton intent="undo" variant="secondary" pending="Undoing…">
          Undo this change
        </SubmitButton>
      </p>
    </PostForm>
  )
}
