import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { FieldProblem } from "~/components/ui/field-problem"
import type { Answer } from "~/models/teaching/occasion/occasion"
import { programText } from "~/models/teaching/occasion/program"
import { type Entry, ProgramList } from "./program-list"

type ProgramPartProps = {
  entries: Entry[]
  guests: { studentId: string; name: string; answer: Answer | null }[]
  /** the page itself, and the page that is printed */
  to: string
  sheetTo: string
  /** the entry that the address names */
  editing: string | null
  formKey: string
  isOpen: boolean
  canMove: boolean
  answer?: { result: SubmissionResult<string[]>; chosen?: string[] }
}

/** The program of an event with the form that adds to it or changes an entry. */
export function ProgramPart(props: ProgramPartProps) {
  const { entries, guests, to, sheetTo, editing, formKey, isOpen, canMove, answer } = props
  const entry = entries.find(({ id, isOwn }) => id === editing && isOwn)
  const open = isOpen ? entries : entries.map((each) => ({ ...each, isOwn: false }))
  return (
    <>
      {entries.length === 0 ? (
        <EmptyState>
          {!isOpen
            ? "No pieces."
            : guests.length === 0
              ? "No pieces yet. You can add them once students are invited."
              : "No pieces yet. Add who plays what, in the order of the program."}
        </EmptyState>
      ) : (
        <>
          <p>
            {programText(entries)}. <Link to={sheetTo}>Program to print</Link>
          </p>
          <ProgramList entries={open} editTo={(id) => `${to}?entry=${id}`} canMove={canMove} />
        </>
      )}
      {isOpen && guests.length > 0 ? (
        <section className="section narrow" aria-labelledby="entry-form">
          <h2 id="entry-form">{entry ? `Edit ${entry.piece}` : "Add a piece"}</h2>
          <EntryForm
            key={`${entry?.id} ${entries.length}`}
            entry={entry}
            guests={guests}
            chosen={answer?.chosen}
            leaveTo={to}
            formKey={formKey}
            result={answer?.result}
          />
        </section>
      ) : null}
    </>
  )
}

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
function EntryForm({ entry, guests, chosen, formKey, leaveTo, result }: EntryFormProps) {
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
      <SubmitRow
        label={entry ? "Save piece" : "Add piece"}
        intent={entry ? "change-entry" : "add-entry"}
        pending="Saving…"
        cancel={entry ? leaveTo : null}
      />
    </PostForm>
  )
}
