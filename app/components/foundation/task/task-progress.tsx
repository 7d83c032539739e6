import { ActButton, PostForm, SubmitButton } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import { useLookAgain } from "~/components/ui/look-again"
import { isUnderWay, type TaskFacts, taskKinds } from "~/models/foundation/task/task"
import { countOf, formatNumber } from "~/utils/formats"

type TaskProgressProps = Pick<TaskFacts, "kind" | "state" | "total" | "done" | "excepted">

/** How far a task is, and the button that stops it. */
export function TaskProgress({ kind, state, total, done, excepted }: TaskProgressProps) {
  useLookAgain(isUnderWay({ state }))
  const { running, made, item, cancel } = taskKinds[kind]
  const percent = total === 0 ? 0 : Math.floor((done * 100) / total)
  return (
    <section className="section" aria-labelledby="progress">
      <h2 id="progress">{running}</h2>
      {state === "failed" ? (
        <Callout tone="red">
          <p role="alert">
            This stopped because of a problem on our side. What’s done is safe. Continue, or cancel the rest.
          </p>
        </Callout>
      ) : null}
      <div className="progress-line">
        <label htmlFor="done">
          {percent}%: {formatNumber(done)} of {countOf(total, ...item)}
        </label>
        <progress id="done" max={Math.max(total, 1)} value={done} />
      </div>
      <p aria-live="polite">
        So far: {made(done - excepted)}
        {excepted > 0 ? `, ${countOf(excepted, "exception")}` : ""}.
      </p>
      {state === "failed" ? (
        <ActButton
          label="Continue"
          className="buttons"
          intent="continue"
          pending="Continuing…"
          variant="primary"
        />
      ) : (
        <p className="dim">You can leave this page. The work keeps running in the background.</p>
      )}
      <PostForm className="buttons">
        <p>{cancel.stays}</p>
        <SubmitButton variant="danger-primary" intent="cancel" pending={cancel.pending}>
          {cancel.button}
        </SubmitButton>
      </PostForm>
    </section>
  )
}
