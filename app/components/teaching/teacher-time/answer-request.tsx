import { PostForm } from "~/components/form/post-form"
import { NoEnter } from "~/components/ui/no-enter"

/** Approves or declines a request for time off, with a note. Sends `intent` answer-time-off. */
export function AnswerRequest({ timeOffId, name }: { timeOffId: string; name: string }) {
  return (
    <PostForm className="form">
      <NoEnter />
      <input type="hidden" name="timeOffId" value={timeOffId} />
      <input type="hidden" name="intent" value="answer-time-off" />
      <label htmlFor={`answer-${timeOffId}`}>Note to {name}</label>
      <input id={`answer-${timeOffId}`} name="answer" maxLength={300} />
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
