import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { useHasRight } from "~/components/ui/limits"
import { type CancelCredits, cancelEffect } from "~/models/teaching/credit/credit"
import { paths } from "~/utils/paths"

type CancelHereProps = { sessionId: string; credits: CancelCredits; isSolo?: boolean }

/**
 * Cancels a lesson where it is seen: the reason and the button that sends it. What is refused is answered on the lesson's
 * own page, which also says what the cancellation frees.
 */
export function CancelHere({ sessionId, credits, isSolo = false }: CancelHereProps) {
  if (!useHasRight()("schedule:write")) return null
  return (
    <PostForm
      className="toolbar no-print"
      action={paths.editSession(sessionId)}
      sends={{ command: "cancel" }}
    >
      <div className="field w-full">
        <label htmlFor="cancel-here">Reason to cancel</label>
        <p className="hint">{cancelEffect(credits, isSolo)}</p>
        <input
          id="cancel-here"
          name="reason"
          required
          minLength={3}
          maxLength={200}
          placeholder="Families see this"
          autoComplete="off"
        />
      </div>
      <Button variant="danger">Cancel lesson</Button>
    </PostForm>
  )
}
