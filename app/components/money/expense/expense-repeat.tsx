import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { formatDate } from "~/utils/date-text"

type ExpenseRepeatProps = {
  /** `YYYY-MM-DD` of the next entry; null when it doesn't repeat. */
  nextOn: string | null
  isClosed: boolean
}

/** Whether an expense comes again each month, and the button that begins or ends it. */
export function ExpenseRepeat({ nextOn, isClosed }: ExpenseRepeatProps) {
  if (nextOn === null && isClosed) return null
  return (
    <section className="section" aria-labelledby="repeat">
      <h2 id="repeat">Monthly</h2>
      <p>
        {nextOn
          ? `Entered again each month, next on ${formatDate(nextOn, "full")}. The entry copies the newest one without its receipt.`
          : "Rent and other costs that come every month can be entered for you, on the same day."}
      </p>
      <PostForm>
        {nextOn ? (
          <SubmitButton variant="secondary" intent="end-repeat" pending="Ending…">
            Stop repeating
          </SubmitButton>
        ) : (
          <SubmitButton variant="secondary" intent="repeat" pending="Saving…">
            Repeat monthly
          </SubmitButton>
        )}
      </PostForm>
    </section>
  )
}
