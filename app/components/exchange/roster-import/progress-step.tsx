import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"
import { useLookAgain } from "~/components/ui/look-again"
import { asSentence, type ImportSummary } from "~/models/exchange/roster-import/roster-import"
import { countOf, formatNumber } from "~/utils/formats"

type ProgressStepProps = {
  state: "importing" | "undoing"
  done: number
  total: number
  isCanceled: boolean
  hasStopped: boolean
  made: ImportSummary
}

/** The progress of an import or its undo, and the button that stops it. */
export function ProgressStep({ state, done, total, isCanceled, hasStopped, made }: ProgressStepProps) {
  useLookAgain(!hasStopped)
  const percent = total === 0 ? 0 : Math.floor((done * 100) / total)
  const isImporting = state === "importing"
  const title = isImporting ? "Importing" : isCanceled ? "Canceling the import" : "Undoing the import"
  return (
    <section className="section" aria-labelledby="progress">
      <h2 id="progress">{title}</h2>
      {hasStopped ? (
        <Callout tone="red">
          <p role="alert">
            {isImporting
              ? "The import stopped because of a problem on our side. Your data is safe. Continue the import or cancel it."
              : "This stopped because of a problem on our side. Continue to remove the rest."}
          </p>
        </Callout>
      ) : null}
      <div className="progress-line">
        <label htmlFor="done">
          {total === 0 ? "Preparing…" : `${percent}%: step ${formatNumber(done)} of ${formatNumber(total)}`}
        </label>
        <progress id="done" max={Math.max(total, 1)} value={total === 0 ? undefined : done} />
      </div>
      {isImporting ? (
        <p aria-live="polite">
          So far: {asSentence(made) || "no records"}
          {made.sessions > 0 ? `, ${countOf(made.sessions, "lesson")}` : ""}.
        </p>
      ) : null}
      <p className="dim">
        You can leave this page. {isImporting ? "The import" : "This"} keeps running in the background.
      </p>
      {hasStopped ? (
        <PostForm className="buttons">
          <SubmitButton intent="continue" pending="Continuing…">
            {isImporting ? "Continue the import" : "Continue removing"}
          </SubmitButton>
        </PostForm>
      ) : null}
      {isImporting ? (
        <PostForm className="buttons">
          <p>Canceling deletes only what this import has created so far.</p>
          <SubmitButton
            variant="danger-primary"
            intent="cancel"
            pending="Canceling…"
            label="Cancel the import"
          />
        </PostForm>
      ) : null}
    </section>
  )
}
