import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { type Piece, pieceStateLabels, pieceStates } from "~/models/learning/repertoire/piece"
import { formatDate } from "~/utils/date-text"
import { type Practice, PracticeLog } from "./practice-log"

type PiecesViewProps = {
  name: string
  pieces: Piece[]
  practice: Practice
  /** The states by piece that were sent and refused. */
  typed: unknown
  result?: SubmissionResult
}

const choices = pieceStates.map((value) => ({ value, label: pieceStateLabels[value].word }))

/** The student's pieces with their state, a form for a new one, and the practice log. */
export function PiecesView({ name, pieces, practice, typed = {}, result }: PiecesViewProps) {
  return (
    <div className="two-columns">
      <section className="section" aria-labelledby="pieces">
        <h2 id="pieces">Pieces</h2>
        {pieces.length ? (
          <PieceStates
            key={pieces.map(({ id, state }) => id + state).join()}
            pieces={pieces}
            typed={typed as Record<string, string>}
          />
        ) : (
          <EmptyState>No pieces yet. Add what {name} is working on.</EmptyState>
        )}
        <NewPiece key={pieces.length} result={result} />
      </section>
      <section className="section" aria-labelledby="practice">
        <h2 id="practice">Practice</h2>
        <PracticeLog {...practice} name={name} />
      </section>
    </div>
  )
}

function PieceStates({ pieces, typed }: { pieces: Piece[]; typed: Record<string, string> }) {
  return (
    <PostForm edits id="piece-states" className="form">
      <ul className="piece-list">
        {pieces.map(({ id, title, composer, state, since }) => (
          <li key={id}>
            <label htmlFor={`piece-${id}`}>
              {title}
              {composer ? <span className="dim"> {composer}</span> : null}
            </label>
            <select id={`piece-${id}`} name={`states.${id}`} defaultValue={typed[id] ?? state}>
              {choices.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <small className="dim">since {formatDate(since, "medium")}</small>
            <Button type="submit" name="remove" value={id} variant="danger">
              Remove<span className="visually-hidden"> {title}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p>
        <SubmitButton pending="Saving…" intent="save-pieces">
          Save pieces
        </SubmitButton>
      </p>
    </PostForm>
  )
}

function NewPiece({ result }: { result?: SubmissionResult }) {
  const [form, fields] = useForm<{ title: string; composer: string; state: string }>({
    id: "piece",
    lastResult: result,
    defaultValue: { state: "learning" },
  })
  return (
    <details className="disclosure form-disclosure" open={Boolean(result)}>
      <summary>
        <span className="button">Add a piece</span>
      </summary>
      <PostForm className="form" {...getFormProps(form)}>
        <div className="columns">
          <Field meta={fields.title} label="Title" maxLength={160} autoComplete="off" />
          <Field meta={fields.composer} label="Composer" optional maxLength={120} autoComplete="off" />
          <SelectField meta={fields.state} label="Status" choices={choices} />
        </div>
        <p>
          <SubmitButton pending="Adding…" intent="add-piece" variant="secondary">
            Add piece
          </SubmitButton>
        </p>
      </PostForm>
    </details>
  )
}
