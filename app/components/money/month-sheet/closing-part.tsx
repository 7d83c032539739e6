import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { formatDate } from "~/utils/date-text"
import { formatInstant } from "~/utils/zones"

export const reopenFormId = "reopen"

type Closing = {
  id: string
  createdAt: number
  kind: "close" | "reopen"
  closedThrough: string | null
  reason: string | null
  memberName: string
}

type ClosingPartProps = {
  month: string
  heading: string
  isOver: boolean
  isClosed: boolean
  mayClose: boolean
  closings: Closing[]
  timeZone: string
  result?: SubmissionResult
}

/** Closes the month, or reopens it with a reason; and who did so before. */
export function ClosingPart({
  month,
  heading,
  isOver,
  isClosed,
  mayClose,
  closings,
  timeZone,
  result,
}: ClosingPartProps) {
  const [form, fields] = useForm<{ reason: string }>({ id: reopenFormId, lastResult: result })
  return (
    <section className="section narrow no-print" aria-labelledby="closing">
      <h2 id="closing">{isClosed ? `${heading} is closed` : "Close the month"}</h2>
      {isClosed ? (
        <>
          <p>
            Nothing dated in {heading} can be added, changed or voided. Corrections are dated in the open
            month.
          </p>
          {mayClose ? (
            <PostForm className="form" {...getFormProps(form)}>
              <input type="hidden" name="month" value={month} />
              <Field
                meta={fields.reason}
                label="Reason to reopen"
                hint="also reopens later months"
                maxLength={200}
              />
              <p>
                <SubmitButton intent="reopen-month" variant="secondary" pending="Reopening…">
                  Reopen {heading}
                </SubmitButton>
              </p>
            </PostForm>
          ) : null}
        </>
      ) : isOver && mayClose ? (
        <PostForm className="form">
          <input type="hidden" name="month" value={month} />
          <p>
            Closing keeps these figures as they are: payments, refunds and voids can no longer be dated in{" "}
            {heading} or before.
          </p>
          <p>
            <SubmitButton intent="close-month" variant="secondary" pending="Closing…">
              Close {heading}
            </SubmitButton>
          </p>
        </PostForm>
      ) : (
        <p className="dim">
          {isOver
            ? `An administrator can close ${heading}.`
            : `${mayClose ? "You" : "An administrator"} can close ${heading} once it’s over.`}
        </p>
      )}
      {closings.length > 0 ? (
        <ul className="rows">
          {closings.map((each) => (
            <li key={each.id}>
              <span>
                {each.kind === "close" ? "Closed through" : "Reopened after"}{" "}
                {each.closedThrough ? formatDate(each.closedThrough, "medium") : "the start"}
                <br />
                <span className="small dim">
                  {each.memberName}, {formatInstant(each.createdAt, timeZone)}
                  {each.reason ? `: ${each.reason}` : ""}
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
