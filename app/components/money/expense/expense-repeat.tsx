import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { type RepeatRhythm, repeatRhythms, rhythmLabels, rhythmUnits } from "~/models/money/expense/expense"
import { formatDate } from "~/utils/date-text"

type ExpenseRepeatProps = {
  /** `YYYY-MM-DD` of the next entry; null when it doesn't repeat. */
  nextOn: string | null
  rhythm: RepeatRhythm | null
  isClosed: boolean
  /** What was wrong with how often it should come again. */
  refused?: string
}

export const repeatFormId = "expense-repeat"
const errorId = `${repeatFormId}-error`

/** Whether an expense comes again, how often, and the button that begins or ends it. */
export function ExpenseRepeat({ nextOn, rhythm, isClosed, refused }: ExpenseRepeatProps) {
  if (nextOn === null && isClosed) return null
  return (
    <section className="section" aria-labelledby="repeat">
      <h2 id="repeat">Repeats</h2>
      <p>
        {nextOn
          ? `Entered again each ${rhythmUnits[rhythm ?? "monthly"]}, next on ${formatDate(nextOn, "full")}. The entry copies the newest one without its receipt.`
          : "Rent, insurance and other costs that come again can be entered for you, on the same day."}
      </p>
      {refused ? (
        <p className="error" id={errorId}>
          {refused}
        </p>
      ) : null}
      <PostForm>
        {nextOn ? (
          <SubmitButton variant="secondary" intent="end-repeat" pending="Ending…">
            Stop repeating
          </SubmitButton>
        ) : (
          <p>
            <select
              id={`${repeatFormId}-rhythm`}
              name="rhythm"
              aria-label="How often"
              aria-invalid={refused ? true : undefined}
              aria-describedby={refused ? errorId : undefined}
            >
              {repeatRhythms.map((value) => (
                <option key={value} value={value}>
                  {rhythmLabels[value]}
                </option>
              ))}
            </select>
            <SubmitButton variant="secondary" intent="repeat" pending="Saving…">
              Repeat this entry
            </SubmitButton>
          </p>
        )}
      </PostForm>
    </section>
  )
}
