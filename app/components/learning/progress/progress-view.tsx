import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field } from "~/components/form/field"
import { ActButton, PostForm, SubmitRow } from "~/components/form/post-form"
import { EmptyState } from "~/components/ui/data-table"
import type { Assignment } from "~/models/learning/assignment/assignment"
import type { Piece } from "~/models/learning/repertoire/piece"
import type { InstrumentSheet } from "~/models/learning/skill/skill"
import { formatDate } from "~/utils/formats"
import { LevelProgressLine } from "./level-standing"
import { PieceStatus } from "./piece-status"
import { type Practice, PracticeLog } from "./practice-log"
import { SkillStatus } from "./skill-status"
import { TaskButton } from "./task-button"
import { TaskList } from "./task-list"

type ProgressViewProps = {
  sheets: InstrumentSheet[]
  pieces: Piece[]
  practice: Practice
  tasks: { open: Assignment[]; done: Assignment[] }
  day: string
  entryId: string
  result?: SubmissionResult
}

/** What a child is assigned, has practiced, plays and can do. */
export function ProgressView(props: ProgressViewProps) {
  const { sheets, pieces, practice, tasks, day, entryId, result } = props
  return (
    <>
      <section className="section" aria-labelledby="tasks">
        <h2 id="tasks">Practice assignments</h2>
        {tasks.open.length ? (
          <TaskList
            tasks={tasks.open}
            action={({ id }) => (
              <TaskButton assignmentId={id} intent="done">
                Mark as complete
              </TaskButton>
            )}
          />
        ) : (
          <p>No assignments right now.</p>
        )}
        {tasks.done.length ? (
          <details className="disclosure">
            <summary>Completed ({tasks.done.length})</summary>
            <TaskList
              tasks={tasks.done}
              action={({ id, task }) => (
                <TaskButton assignmentId={id} intent="undone" variant="plain" aria-label={`Reopen ${task}`}>
                  Reopen
                </TaskButton>
              )}
            />
          </details>
        ) : null}
      </section>
      <section className="section" aria-labelledby="practice-title">
        <h2 id="practice-title">Practice</h2>
        <PracticeForm key={practice.entries[0]?.id} day={day} entryId={entryId} result={result} />
        <PracticeLog {...practice} action={(id, on) => <RemoveButton entry={id} day={on} />} />
      </section>
      <section className="section" aria-labelledby="skills">
        <h2 id="skills">Skills</h2>
        {sheets.length ? (
          sheets.map((sheet) => <SkillLevels key={sheet.instrument} sheet={sheet} />)
        ) : (
          <EmptyState>No skills yet. They appear here once a teacher records them.</EmptyState>
        )}
      </section>
      <section className="section" aria-labelledby="pieces">
        <h2 id="pieces">Pieces</h2>
        {pieces.length ? (
          <ul className="entry-list">
            {pieces.map(({ id, title, composer, state, since }) => (
              <li key={id}>
                <span>
                  {title}
                  {composer ? <span className="dim"> {composer}</span> : null}
                </span>{" "}
                <PieceStatus state={state} />{" "}
                <small className="dim">since {formatDate(since, "medium")}</small>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState>No pieces yet. They appear here once a teacher adds them.</EmptyState>
        )}
      </section>
    </>
  )
}

function RemoveButton({ entry, day }: { entry: string; day: string }) {
  return (
    <ActButton sends={{ entry }} intent="remove-practice" pending="Removing…" variant="danger">
      Remove<span className="visually-hidden"> the entry for {formatDate(day, "day")}</span>
    </ActButton>
  )
}

type PracticeFormProps = { day: string; entryId: string; result?: SubmissionResult }

/** Minutes of a day, logged by the family. */
function PracticeForm({ day, entryId, result }: PracticeFormProps) {
  const [form, fields] = useForm<{ minutes: string; day: string; note: string }>({
    id: "practice",
    lastResult: result,
    defaultValue: { day },
  })
  return (
    <PostForm className="form" {...getFormProps(form)} sends={{ entryId }}>
      <div className="columns">
        <Field meta={fields.minutes} label="Minutes" inputMode="numeric" maxLength={3} autoComplete="off" />
        <DateField meta={fields.day} label="Date" max={day} />
      </div>
      <Field meta={fields.note} label="What you practiced" optional maxLength={300} autoComplete="off" />
      <SubmitRow label="Log practice" pending="Saving…" intent="practice" />
    </PostForm>
  )
}

/** A student's skills of one instrument to read: what is missing, then each level with its skills. */
function SkillLevels({ sheet }: { sheet: InstrumentSheet }) {
  return (
    <section className="section" aria-label={sheet.instrument}>
      <h3>{sheet.instrument}</h3>
      <LevelProgressLine {...sheet} />
      {sheet.levels.map(({ level, secure, lines }) => (
        <details key={level} className="disclosure" open={level === sheet.current}>
          <Level {...{ level, secure, lines }} />
        </details>
      ))}
    </section>
  )
}

function Level({ level, secure, lines }: InstrumentSheet["levels"][number]) {
  return (
    <>
      <summary>
        {`${level} `}
        <span className="dim">{`${secure} of ${lines.length} secure`}</span>
      </summary>
      <ul className="entry-list">
        {lines.map(({ skillId, name, state, comment }) => (
          <li key={skillId}>
            <span>{name}</span> <SkillStatus state={state} />
            {comment ? <p>{comment}</p> : null}
          </li>
        ))}
      </ul>
    </>
  )
}
