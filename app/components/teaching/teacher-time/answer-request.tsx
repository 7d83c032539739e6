import type { SubmissionResult } from "@conform-to/react"
import { PostForm } from "~/components/form/post-form"
import { FieldProblem } from "~/components/ui/field-problem"
import { NoEnter } from "~/components/ui/no-enter"

type AnswerRequestProps = {
  timeOffId: string
  name: string
  /** The answer to this form that was refused. */
  result?: SubmissionResult
}

/** Approves or declines a request for time off, with a note. Sends `intent` answer-time-off. */
export function AnswerRequest({ timeOffId, name, result }: AnswerRequestProps) {
  const id = `answer-${timeOffId}-answer`
  const problem = result?.error?.answer?.join(" ")
  return (
    <PostForm className="form">
      <NoEnter />
      <input type="hidden" name="timeOffId" value={timeOffId} />
      <input type="hidden" name="intent" value="answer-time-off" />
      <label htmlFor={id}>Note to {name}</label>
      <FieldProblem id={`${id}-error`} message={problem} />
      <input
        id={id}
        name="answer"
        maxLength={300}
        defaultValue={String(result?.initialValue?.answer ?? "")}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
      />
      <p className="buttons">
        <button className="button" type="submit" name="decision" value="approved">
          Approve
        </button>
        <button className="button plain danger" type="submit" name="decision" value="declined">
          Decline
        </button>
      </p>
    </PostForm>
  )
}
