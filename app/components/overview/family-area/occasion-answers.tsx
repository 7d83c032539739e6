import { PostForm } from "~/components/form/post-form"
import { CompanionsField } from "~/components/teaching/occasion/companions-field"
import { AnswerStatus } from "~/components/teaching/occasion/guest-list"
import { Button } from "~/components/ui/button"
import { type Answer, whenAndWhere } from "~/models/teaching/occasion/occasion"

type Child = {
  id: string
  firstName: string
  answer: Answer | null
  /** how many come along */
  companions: number
  /** the office entered it for the family */
  isEntered: boolean
  mayAnswer: boolean
  /** an adult is to answer for the child who reads */
  adultAnswers: boolean
  /** the fee can be paid with the answer */
  mayPay: boolean
  /** what is charged for the student, as text */
  charged: string | null
  /** what an exam came to, once families see it */
  result: string | null
  resultNote: string | null
}

/** The form that answers for a student, by what it sends. */
export const answerFormId = (sent: Record<string, unknown> | null | undefined): string =>
  `answer-${sent?.occasion}-${sent?.student}`

/**
 * Whether each of a family's students takes part, with the buttons that say so.
 * @param sent what a refused answer held
 */
export function OccasionAnswers({
  occasion,
  sent,
}: {
  sent?: Record<string, unknown> | null | undefined
  occasion: {
    id: string
    title: string
    feeMinor: number | null
    guestFeeMinor: number | null
    /** the tax that comes on top of them, as text */
    addedTax: string | null
    localDate: string
    startTime: string
    endTime: string
    where: string | null
    children: Child[]
  }
}) {
  const { id, title, feeMinor, guestFeeMinor, addedTax, children } = occasion
  const formIdOf = (child: Child) => answerFormId({ occasion: id, student: child.id })
  return (
    <ul className="rows">
      {children.map((child) => (
        <li key={child.id}>
          <div>
            {child.firstName} <AnswerStatus answer={child.answer} companions={child.companions} />{" "}
            {child.isEntered ? <span className="dim"> entered by the school</span> : null}
            {child.charged ? <p>{child.charged}</p> : null}
            {child.adultAnswers ? <p className="dim">Ask a parent or guardian to answer.</p> : null}
            {child.result || child.resultNote ? (
              <p className="whitespace-pre-line wrap-anywhere">
                Result: <b>{child.result}</b> {child.resultNote}
              </p>
            ) : null}
          </div>
          {child.mayAnswer ? (
            <PostForm
              edits
              id={formIdOf(child)}
              className="buttons"
              sends={{ occasion: id, student: child.id, when: whenAndWhere(occasion) }}
            >
              {feeMinor === null ? null : <input type="hidden" name="fee" value={feeMinor} />}
              {guestFeeMinor === null ? null : <input type="hidden" name="guestFee" value={guestFeeMinor} />}
              {addedTax === null ? null : <input type="hidden" name="addedTax" value={addedTax} />}
              <CompanionsField
                id={`${formIdOf(child)}-companions`}
                label={`Guests with ${child.firstName}`}
                name={`Guests with ${child.firstName}: ${title}`}
                value={
                  formIdOf(child) === answerFormId(sent) ? String(sent?.companions ?? "") : child.companions
                }
              />{" "}
              <Button
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
              {child.mayPay ? (
                <>
                  <Button
                    name="answer"
                    value="pay"
                    aria-label={
                      child.answer === "yes"
                        ? `Pay the fee of ${child.firstName} now: ${title}`
                        : `${child.firstName} takes part, pay now: ${title}`
                    }
                  >
                    {child.answer === "yes" ? "Pay the fee now" : "Takes part, pay now"}
                  </Button>{" "}
                </>
              ) : null}
              {child.answer === "no" ? null : (
                <Button name="answer" value="no" aria-label={`${child.firstName} can’t come: ${title}`}>
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
