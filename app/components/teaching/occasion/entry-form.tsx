import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { FieldProblem } from "~/components/ui/field-problem"
import { Link } from "~/components/ui/link"
import type { Entry } from "./program-list"

type EntryFormProps = {
  /** the entry to change; without one a new one is added */
  entry?: Entry
  /** the invited students to choose from */
  guests: { studentId: string; name: string; answer: "yes" | "no" | null }[]
  /** the students ticked in a form that was refused */
  chosen?: string[]
  /** sent twice, a form adds once */
  formKey: string
  /** back to adding */
  leaveTo: string
  result?: SubmissionResult<string[]>
}

type EntryField = "piece" | "composer" | "accompanist" | "minutes" | "performers"

/** Adds an entry to a program, or changes one. */
export function EntryForm({ entry, guests, chosen, formKey, leaveTo, result }: EntryFormProps) {
  const [form, fields] = useForm<Record<EntryField, string>>({
    id: "entry",
    lastResult: result,
    defaultValue: entry && {
      piece: entry.piece,
      composer: entry.composer ?? "",
      accompanist: entry.accompanist ?? "",
      minutes: entry.minutes === null ? "" : String(entry.minutes),
    },
  })
  const ticked = new Set(chosen ?? entry?.performers.map(({ id }) => id))
  const { performers } = fields
  return (
    <PostForm edits={entry !== undefined} className="form" {...getFormProps(form)}>
      {entry ? (
        <input type="hidden" name="entry" value={entry.id} />
      ) : (
        <input type="hidden" name="formKey" value={String(result?.initialValue?.formKey ?? formKey)} />
      )}
      <div className="columns">
        <Field meta={fields.piece} label="Piece" maxLength={160} />
        <Field meta={fields.composer} label="Composer" optional maxLength={120} />
      </div>
      <div className="columns">
        <Field meta={fields.accompanist} label="Accompanist or teacher" optional maxLength={120} />
        <Field
          meta={fields.minutes}
          label="Minutes"
          type="number"
          inputMode="numeric"
          min={1}
          max={240}
          optional
        />
      </div>
      <fieldset
        className={performers.errors ? "field invalid" : "field"}
        id={performers.id}
        tabIndex={-1}
        aria-describedby={performers.errors ? performers.errorId : undefined}
      >
        <legend>Played by</legend>
        <FieldProblem id={performers.errorId} message={performers.errors?.join(" ")} />
        <div className="columns">
          {guests.map(({ studentId, name, answer }) => (
            <label className="checkbox" key={studentId}>
              <input
                type="checkbox"
                name="performers"
                value={studentId}
                defaultChecked={ticked.has(studentId)}
              />
              <span>
                {name}
                {answer === "no" ? <span className="dim"> can’t come</span> : null}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <p className="buttons">
        <SubmitButton intent={entry ? "change-entry" : "add-entry"} pending="Saving…">
          {entry ? "Save piece" : "Add piece"}
        </SubmitButton>
        {entry ? <Link to={leaveTo}>Cancel</Link> : null}
      </p>
    </PostForm>
  )
}
