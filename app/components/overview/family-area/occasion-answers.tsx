import { PostForm } from "~/components/form/post-form"
import { AnswerStatus } from "~/components/teaching/occasion/guest-list"
import { Button } from "~/components/ui/button"
import { type Answer, mostCompanions } from "~/models/teaching/occasion/occasion"

type Child = {
  id: string
  firstName: string
  answer: Answer | null
  /** how many come along */
  companions: number
  /** the office entered it for the family */
  isEntered: boolean
  mayAnswer: boolean
  /** what is charged for the student, as text */
  charged: string | null
  /** what an exam came to, once families see it */
  result: string | null
  resultNote: string | null
}

/** The form that answers for a student, by what it sends. */
export const answerFormId = (sent: Record<string, unknown> | null | undefined): string =>
  `answer-${sent?.occasion}-${sent?.student}`

/** Whether each of a family's students takes part, with the buttons that say so. */
export function OccasionAnswers({
  occasion,
}: {
  occasion: {
    id: string
    title: string
    feeMinor: number | null
    guestFeeMinor: number | null
    children: Child[]
  }
}) {
  const { id, title, feeMinor, guestFeeMinor, children } = occasion
  const formIdOf = (child: Child) => answerFormId({ occasion: id, student: child.id })
  return (
    <ul className="rows">
      {children.map((child) => (
        <li key={child.id}>
          <div>
            {child.firstName} <AnswerStatus answer={child.answer} companions={child.companions} />{" "}
            {child.isEntered ? <span className="dim"> entered by the school</span> : null}
            {child.charged ? <p>{child.charged}</p> : null}
            {child.result || child.resultNote ? (
              <p className="whitespace-pre-line wrap-anywhere">
                Result: <b>{child.result}</b> {child.resultNote}
              </p>
            ) : null}
          </div>
          {child.mayAnswer ? (
            <PostForm id={formIdOf(child)} className="buttons">
              <input type="hidden" name="occasion" value={id} />
              <input type="hidden" name="student" value={child.id} />
              {feeMinor === null ? null : <input type="hidden" name="fee" value={feeMinor} />}
              {guestFeeMinor === null ? null : <input type="hidden" name="guestFee" value={guestFeeMinor} />}
              <label>
                Guests with {child.firstName}{" "}
                <input
                  id={`${formIdOf(child)}-companions`}
                  className="w-16"
                  type="number"
                  name="companions"
                  min={0}
                  max={mostCompanions}
                  defaultValue={child.companions}
                  aria-label={`Guests with ${child.firstName}: ${title}`}
                />
              </label>{" "}
              <Button
                type="submit"
                name="answer"
                value="yes"
                data-main=""
                aria-label={
                  child.answer === "yes"
                    ? `Save guests with ${child.firstName}: ${title}`
                    : `${child.firstName} takes part: ${title}`
                }
              >
                {child.answer === "yes" ? "Save guests" : "Takes part"}
              </Button>{" "}
              {child.answer === "no" ? null : (
                <Button
                  type="submit"
                  name="answer"
                  value="no"
                  aria-label={`${child.firstName} can’t come: ${title}`}
                >
                  Can’t come
                </Button>
              )}
            </PostForm>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
