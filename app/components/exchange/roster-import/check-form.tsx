import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ReactNode } from "react"
import { DateField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { Pagination } from "~/components/ui/data-table"
import { rowText } from "~/models/exchange/roster/roster-text"
import type { CheckForm as Values } from "~/models/exchange/roster-import/columns-form"
import {
  type DryRun,
  type Paged,
  ROWS_PER_PAGE,
  type PerhapsKnown as Row,
} from "~/models/exchange/roster-import/dry-run"
import { asSentence } from "~/models/exchange/roster-import/roster-import"
import { countOf } from "~/utils/formats"
import { pagesOf } from "~/utils/page-number"
import { paths } from "~/utils/paths"

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
            <SubmitButton variant="secondary" intent="check" pending="Checking…" label="Update the check" />
          </p>
        </section>
      ) : null}
      <p className="buttons">
        {run.questions.total + run.others.total > 0 && perhapsKnown.total + counts.classes === 0 ? (
          <SubmitButton variant="secondary" intent="check" pending="Checking…" label="Update the check" />
        ) : null}
        {counts.ready + counts.added > 0 ? (
          <SubmitButton intent="import" pending="Importing…">
            Import {asSentence(counts) || `what ${countOf(counts.added, "row adds", "rows add")}`}
          </SubmitButton>
        ) : (
          <span>No rows in this file can be imported.</span>
        )}{" "}
        <Link className="button" to={paths.import(importId, "columns")}>
          Change the columns
        </Link>{" "}
        <span className="dim">
          No changes are made until you import. You can cancel the import while it runs, or undo it until
          someone uses the imported data.
        </span>
      </p>
    </PostForm>
  )
}

type PerhapsKnownProps = {
  list: Paged<Row>
  /** how many of all of them stay out so far */
  leftOut: number
  meta: Pick<FieldMeta, "name" | "initialValue">
}

/** Rows of which only the name says that the school has them already: each stays out when it is ticked. Inside the form of the check. */
function PerhapsKnown({ list, leftOut, meta }: PerhapsKnownProps) {
  const { rows, total } = list
  const typed = typedIn(meta)
  return (
    <section className="section" aria-labelledby="known">
      <h2 id="known">{countOf(total, "possible duplicate")}</h2>
      <p className="dim">
        Tick a row to leave it out{leftOut > 0 ? `; ${countOf(leftOut, "row")} left out so far` : ""}. The
        others are imported.
      </p>
      <ul className="rows">
        {rows.map(({ rowNumber, name, because, isLeftOut }) => (
          <li key={`${rowNumber} ${isLeftOut}`}>
            <input type="hidden" name="listed" value={rowNumber} />
            <label className="checkbox">
              <input
                type="checkbox"
                name={meta.name}
                value={rowNumber}
                defaultChecked={typed?.includes(String(rowNumber)) ?? isLeftOut}
              />
              <span className="wrap-anywhere">
                <b>Leave out row {rowText(rowNumber)}</b> {name} <span className="dim">{because}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {total > ROWS_PER_PAGE ? (
        <>
          <Pagination {...pagesOf(list.page, total, ROWS_PER_PAGE, "duplicates")} />
          <p className="dim">Update the check before you go to another page.</p>
        </>
      ) : null}
      <p className="buttons">
        <SubmitButton variant="secondary" intent="check" pending="Checking…" label="Update the check" />
        {leftOut < total ? (
          <SubmitButton variant="secondary" intent="leave-out-all" pending="Checking…">
            Leave out {total === 1 ? "the row" : `all ${countOf(total, "row")}`}
          </SubmitButton>
        ) : (
          <SubmitButton variant="secondary" intent="keep-all" pending="Checking…">
            Import {total === 1 ? "the row" : `all ${countOf(total, "row")}`}
          </SubmitButton>
        )}
      </p>
    </section>
  )
}

/** What was ticked when the form was sent and refused; undefined before. */
function typedIn({ initialValue }: Pick<FieldMeta, "initialValue">): string[] | undefined {
  if (typeof initialValue === "string") return [initialValue]
  return Array.isArray(initialValue) ? initialValue.map(String) : undefined
}

/** What only the school knows of its file, each with the answer that is taken. Inside the form of the check. */
function CheckQuestions({ list, typed }: { list: DryRun["questions"]; typed?: unknown }) {
  const { rows, total } = list
  if (total === 0) return null
  return (
    <section className="section" aria-labelledby="questions">
      <h2 id="questions">{countOf(total, "question")} about this file</h2>
      <p className="dim">The import uses the answers that are chosen here.</p>
      <ul className="rows">
        {rows.map(({ key, text, choices, chosen }, index) => (
          <li key={`${key} ${chosen}`}>
            <fieldset>
              <legend className="wrap-anywhere">{text}</legend>
              <input type="hidden" name={`answers[${index}].key`} value={key} />
              <input type="hidden" name={`answers[${index}].shown`} value={chosen} />
              {choices.map(({ value, label }) => (
                <label key={value} className="checkbox">
                  <input
                    type="radio"
                    name={`answers[${index}].value`}
                    value={value}
                    defaultChecked={value === (answerIn(typed, key) ?? chosen)}
                  />
                  <span>{label}</span>
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
      {total > rows.length ? (
        <p className="dim">
          And {countOf(total - rows.length, "more question")}, shown when these rows are imported.
        </p>
      ) : null}
    </section>
  )
}

/** What was chosen when the form was sent and refused; undefined before. */
function answerIn(typed: unknown, key: string): string | undefined {
  if (!Array.isArray(typed)) return undefined
  const answer = typed.find((each: { key?: unknown }) => each?.key === key) as { value?: unknown } | undefined
  return typeof answer?.value === "string" ? answer.value : undefined
}

type NoStudentsProps = {
  list: DryRun["others"]
  ticked: readonly number[]
  typed?: readonly string[] | undefined
}

/** Rows that look like totals, titles or notes: each is imported when it is ticked. Inside the form of the check. */
function NoStudents({ list, ticked, typed }: NoStudentsProps) {
  const { rows, total } = list
  if (total + ticked.length === 0) return null
  const isTyped = (rowNumber: number) => typed?.includes(String(rowNumber))
  return (
    <details>
      <summary className="py-2.5">
        {countOf(total, "row isn’t a student", "rows aren’t students")}: totals, titles and notes
      </summary>
      <ul className="rows">
        {rows.map(({ rowNumber, label, text, because }) => (
          <AsStudent key={rowNumber} rowNumber={rowNumber} isChosen={isTyped(rowNumber) ?? false}>
            <span className="wrap-anywhere">
              <b>Import row {label}</b> {text} <span className="dim">{because}</span>
            </span>
          </AsStudent>
        ))}
        {ticked.map((rowNumber) => (
          <AsStudent key={rowNumber} rowNumber={rowNumber} isChosen={isTyped(rowNumber) ?? true}>
            <span>
              <b>Import row {rowNumber}</b>
            </span>
          </AsStudent>
        ))}
      </ul>
    </details>
  )
}

type AsStudentProps = { rowNumber: number; isChosen: boolean; children: ReactNode }

function AsStudent({ rowNumber, isChosen, children }: AsStudentProps) {
  return (
    <li>
      <input type="hidden" name="listedOthers" value={rowNumber} />
      <label className="checkbox">
        <input type="checkbox" name="asStudents" value={rowNumber} defaultChecked={isChosen} />
        {children}
      </label>
    </li>
  )
}
