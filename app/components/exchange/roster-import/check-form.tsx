import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Link } from "~/components/ui/link"
import type { CheckForm as Values } from "~/models/exchange/roster-import/columns-form"
import type { DryRun } from "~/models/exchange/roster-import/dry-run"
import { asSentence } from "~/models/exchange/roster-import/roster-import"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"
import { CheckQuestions, NoStudents } from "./check-questions"
import { PerhapsKnown, typedIn } from "./perhaps-known"

type CheckFormProps = {
  importId: string
  run: Pick<DryRun, "counts" | "perhapsKnown" | "leftOut" | "questions" | "others" | "asStudents" | "added">
  fingerprint: string
  lessonsFrom: string
  lastResult?: SubmissionResult<string[]>
}

/** What can still be chosen at the check, and the import itself. */
export function CheckForm({ importId, run, fingerprint, lessonsFrom, lastResult }: CheckFormProps) {
  const { counts, perhapsKnown, leftOut } = run
  const [form, fields] = useForm<Values>({ id: "check", lastResult, defaultValue: { lessonsFrom } })
  return (
    <PostForm className="stack" {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <input type="hidden" name="fingerprint" value={fingerprint} />
      <CheckQuestions list={run.questions} typed={lastResult && fields.answers.initialValue} />
      <NoStudents
        list={run.others}
        ticked={run.asStudents}
        typed={lastResult && typedIn(fields.asStudents)}
      />
      {perhapsKnown.total > 0 ? (
        <PerhapsKnown
          list={perhapsKnown}
          leftOut={leftOut}
          meta={{ name: fields.leaveOut.name, initialValue: lastResult && fields.leaveOut.initialValue }}
        />
      ) : null}
      {counts.classes > 0 ? (
        <section className="section" aria-labelledby="from">
          <h2 id="from">First lessons</h2>
          <div className="sm:max-w-60">
            <DateField meta={fields.lessonsFrom} label="Schedule lessons from" />
          </div>
          <p className="buttons">
            <SubmitButton variant="secondary" intent="check" pending="Checking…">
              Update the check
            </SubmitButton>
          </p>
        </section>
      ) : null}
      <p className="buttons">
        {run.questions.total + run.others.total > 0 && perhapsKnown.total + counts.classes === 0 ? (
          <SubmitButton variant="secondary" intent="check" pending="Checking…">
            Update the check
          </SubmitButton>
        ) : null}
        {counts.ready + counts.added > 0 ? (
          <SubmitButton intent="import" pending="Importing…">
            Import {asSentence(counts) || `what ${countOf(counts.added, "row adds", "rows add")}`}
          </SubmitButton>
        ) : (
          <span>No rows in this file can be imported.</span>
        )}
        <Link className="button" to={paths.import(importId, "columns")}>
          Change the columns
        </Link>
        <span className="dim">
          No changes are made until you import. You can cancel the import while it runs, or undo it until
          someone uses the imported data.
        </span>
      </p>
    </PostForm>
  )
}
