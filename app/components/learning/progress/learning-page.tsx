import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field, SelectField, TextAreaField } from "~/components/form/field"
import { GroupedOptions } from "~/components/form/grouped-options"
import { AnswerSummary, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { type ExamResult, ResultList } from "~/components/teaching/occasion/result-list"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { EmptyState, type Pages } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"
import { Tabs } from "~/components/ui/tabs"
import type { Assignment } from "~/models/learning/assignment/assignment"
import type { Feedback } from "~/models/learning/feedback/feedback"
import {
  type Learner,
  type LearningArea,
  type LearningView,
  learningPath,
} from "~/models/learning/learner/learner"
import { type Piece, pieceStateLabels, pieceStates } from "~/models/learning/repertoire/piece"
import type { Report } from "~/models/learning/report/report"
import {
  type InstrumentSheet,
  type SkillLine,
  skillStateLabels,
  skillStates,
} from "~/models/learning/skill/skill"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { instrumentWord } from "~/utils/word-within"
import { FeedbackList } from "./feedback-list"
import { replyFormId } from "./lesson-feedback"
import { LevelProgressLine } from "./level-standing"
import { periodOf } from "./period-of"
import { type Practice, PracticeLog } from "./practice-log"
import { SkillStatus } from "./skill-status"
import { TaskButton } from "./task-button"
import { TaskForm } from "./task-form"
import { TaskList } from "./task-list"

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
function PiecesView({ name, pieces, practice, typed = {}, result }: PiecesViewProps) {
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
        <PracticeLog {...practice} />
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
              <GroupedOptions choices={choices} />
            </select>{" "}
            <small className="dim">since {formatDate(since, "medium")}</small>
            <Button name="remove" value={id} variant="danger">
              Remove<span className="visually-hidden"> {title}</span>
            </Button>
          </li>
        ))}
      </ul>
      <SubmitRow label="Save pieces" pending="Saving…" intent="save-pieces" />
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
        <SubmitRow label="Add piece" pending="Adding…" intent="add-piece" variant="secondary" />
      </PostForm>
    </details>
  )
}

type SkillsContent = Pick<
  Parameters<typeof SkillsView>[0],
  "sheets" | "chosen" | "unlisted" | "changes" | "stamp"
>

type LearningContent =
  | (SkillsContent & { view: "skills" })
  | { view: "pieces"; pieces: Piece[]; practice: Practice }
  | { view: "tasks"; entryId: string; open: Assignment[]; done: Assignment[] }
  | { view: "notes"; pages: Pages; entryId: string; lessons: Feedback[] }
  | { view: "reports"; reports: Report[]; exams: ExamResult[] }

type LearningPageProps = {
  area: LearningArea
  learner: Learner
  timeZone: string
  day: string
  inAWeek: string
  termStart: string
  mayEditList: boolean
  content: LearningContent
  result?: SubmissionResult
}

const labels: Record<LearningView, string> = {
  skills: "Skills",
  pieces: "Pieces and practice",
  tasks: "Assignments",
  notes: "Lesson notes",
  reports: "Reports and exams",
}

const formIds: Record<string, string> = {
  record: "skills",
  "add-piece": "piece",
  assign: "task",
  "write-report": "report",
}

/** The student's instrument and level for the heading. */
export const learnerLabel = ({ instrument, level }: Learner): string =>
  [instrument, level].filter(Boolean).join(", ")

/** Everything one student learns: the same page for the office and for their teachers. */
export function LearningPage(props: LearningPageProps) {
  const { area, learner, day, inAWeek, termStart, mayEditList, content, result } = props
  const { intent, sessionId } = result?.initialValue ?? {}
  return (
    <>
      <AnswerSummary
        formId={intent === "reply" ? replyFormId(String(sessionId)) : (formIds[String(intent)] ?? "form")}
        result={result}
      />
      <Tabs
        label={`${learner.firstName}’s progress`}
        tabs={(Object.keys(labels) as LearningView[]).map((view) => ({
          to: learningPath(area, learner.id, { view }),
          label: labels[view],
          current: view === content.view,
        }))}
      />
      {content.view === "skills" ? (
        <SkillsView
          {...content}
          learner={learner}
          area={area}
          day={day}
          mayEditList={mayEditList}
          result={intent === "record" ? result : undefined}
        />
      ) : null}
      {content.view === "pieces" ? (
        <PiecesView
          {...content}
          name={learner.firstName}
          typed={(intent === "save-pieces" && result?.initialValue?.states) || undefined}
          result={intent === "add-piece" ? result : undefined}
        />
      ) : null}
      {content.view === "tasks" ? (
        <TasksView
          {...content}
          name={learner.firstName}
          day={day}
          inAWeek={inAWeek}
          result={intent === "assign" ? result : undefined}
        />
      ) : null}
      {content.view === "notes" ? (
        <div className="stack narrow">
          <FeedbackList
            {...content}
            timeZone={props.timeZone}
            to="the family"
            empty={`No lesson notes yet. Notes you share with attendance appear here, with replies from ${learner.firstName}’s family.`}
            result={intent === "reply" ? result : undefined}
          />
        </div>
      ) : null}
      {content.view === "reports" ? (
        <ReportsView
          {...content}
          name={learner.firstName}
          day={day}
          termStart={termStart}
          result={intent === "write-report" ? result : undefined}
        />
      ) : null}
    </>
  )
}

type TasksViewProps = Pick<LearningPageProps, "day" | "inAWeek" | "result"> & {
  name: string
  entryId: string
  open: Assignment[]
  done: Assignment[]
}

/** Assignments to do, those completed in the last two months, and a form for a new one. */
function TasksView({ name, day, inAWeek, entryId, open, done, result }: TasksViewProps) {
  return (
    <div className="two-columns">
      <section className="section" aria-labelledby="open">
        <h2 id="open">{open.length ? `To do (${open.length})` : "To do"}</h2>
        {open.length ? (
          <TaskList
            tasks={open}
            action={({ id }) => (
              <div className="buttons">
                <TaskButton assignmentId={id} intent="done">
                  Mark as complete
                </TaskButton>
                <TaskButton assignmentId={id} intent="withdraw" variant="danger">
                  Remove
                </TaskButton>
              </div>
            )}
          />
        ) : (
          <EmptyState>No assignments to do. New ones appear here and on {name}’s family page.</EmptyState>
        )}
        {done.length ? (
          <details className="disclosure">
            <summary>Completed in the last two months ({done.length})</summary>
            <TaskList
              tasks={done}
              action={({ id, task }) => (
                <TaskButton assignmentId={id} intent="undone" variant="plain" aria-label={`Reopen ${task}`}>
                  Reopen
                </TaskButton>
              )}
            />
          </details>
        ) : null}
      </section>
      <section className="section" aria-labelledby="give">
        <h2 id="give">New assignment</h2>
        <TaskForm key={open.length} entryId={entryId} day={day} dueOn={inAWeek} result={result} />
      </section>
    </div>
  )
}

type ReportsViewProps = Pick<LearningPageProps, "day" | "termStart" | "result"> & {
  name: string
  reports: Report[]
  exams: ExamResult[]
}

/** The student's reports and exam results, and a form for a new one over a period. */
function ReportsView({ name, day, termStart, reports, exams, result }: ReportsViewProps) {
  return (
    <div className="two-columns">
      <section className="section" aria-labelledby="reports">
        <h2 id="reports">Reports</h2>
        {reports.length ? (
          <ul className="entry-list">
            {reports.map((report) => (
              <li key={report.id}>
                <Link to={paths.progressReport(report.id)}>{periodOf(report)}</Link>{" "}
                {report.sharedOn ? (
                  <Status tone="ok">Shared {formatDate(report.sharedOn, "medium")}</Status>
                ) : (
                  <Status head="held" tone="dim">
                    Draft
                  </Status>
                )}{" "}
                {report.by ? <small className="dim"> by {report.by}</small> : null}
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState>
            No reports yet. Write one at the end of a term, then share it with the family.
          </EmptyState>
        )}
        <h2>Exam results</h2>
        {exams.length ? (
          <ResultList results={exams} />
        ) : (
          <EmptyState>
            No exam results yet. They’re entered on the page of an event of the kind Exam.
          </EmptyState>
        )}
      </section>
      <section className="section" aria-labelledby="write">
        <h2 id="write">Write a report</h2>
        <p className="dim">
          Skills, pieces, attendance, assignments and practice for these dates are filled in as they are now.
          Add your comments for {name}.
        </p>
        <ReportForm day={day} termStart={termStart} result={result} />
      </section>
    </div>
  )
}

type ReportFormProps = { day: string; termStart: string; result?: SubmissionResult }

function ReportForm({ day, termStart, result }: ReportFormProps) {
  const [form, fields] = useForm<{ fromDate: string; toDate: string; words: string }>({
    id: "report",
    lastResult: result,
    defaultValue: { fromDate: termStart, toDate: day },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <div className="columns">
        <DateField meta={fields.fromDate} label="From" max={day} />
        <DateField meta={fields.toDate} label="To" />
      </div>
      <TextAreaField meta={fields.words} label="Comments" optional rows={6} maxLength={4000} />
      <SubmitRow label="Write report" pending="Writing…" intent="write-report" />
    </PostForm>
  )
}

type SkillSheetProps = {
  sheet: InstrumentSheet
  /** The present day, with which the form begins. */
  day: string
  /** What the form was made from. */
  stamp: string
  result?: SubmissionResult
}

type Typed = Record<string, { state?: string; comment?: string } | undefined>

const errorsOf = (result: SubmissionResult | undefined, name: string) => result?.error?.[name]?.join(" ")

/** Every skill of an instrument by level with its state and comment, in one form. */
function SkillSheet({ sheet, day, stamp, result }: SkillSheetProps) {
  const [form, fields] = useForm<{ since: string }>({
    id: "skills",
    lastResult: result,
    defaultValue: { since: day },
  })
  const typed = (result?.initialValue?.said ?? {}) as Typed
  return (
    <PostForm edits className="form" {...getFormProps(form)} sends={{ stamp, instrument: sheet.instrument }}>
      {sheet.levels.map(({ level, secure, lines }) => (
        <details
          key={level}
          className="disclosure"
          open={level === sheet.current || lines.some(({ skillId }) => typed[skillId])}
        >
          <summary>
            {level} <span className="dim">{`${secure} of ${lines.length} secure`}</span>
          </summary>
          <ul className="skill-sheet">
            {lines.map((line) => (
              <SkillRow
                key={`${line.skillId} ${stamp}`}
                line={line}
                typed={typed[line.skillId]}
                error={errorsOf(result, `said.${line.skillId}.comment`)}
              />
            ))}
          </ul>
        </details>
      ))}
      <div className="toolbar">
        <div className="w-44">
          <DateField meta={fields.since} label="As of" max={day} />
        </div>
        <SubmitButton pending="Saving…" intent="record">
          Save {instrumentWord(sheet.instrument)} skills
        </SubmitButton>
      </div>
    </PostForm>
  )
}

function SkillRow({ line, typed, error }: { line: SkillLine; typed: Typed[string]; error?: string }) {
  const { skillId, name, state, comment, since, by } = line
  const [stateName, commentName] = [`said.${skillId}.state`, `said.${skillId}.comment`]
  return (
    <li>
      <label htmlFor={`skills-${stateName}`}>{name}</label>
      <select id={`skills-${stateName}`} name={stateName} defaultValue={typed?.state ?? state}>
        <GroupedOptions
          choices={skillStates.map((each) => ({ value: each, label: skillStateLabels[each].word }))}
        />
      </select>
      <input
        id={`skills-${commentName}`}
        name={commentName}
        aria-label={`Comment on ${name}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `skills-${commentName}-error` : undefined}
        placeholder="Comment"
        maxLength={300}
        autoComplete="off"
        defaultValue={typed?.comment ?? comment ?? ""}
      />
      <small className={error ? "bad" : "dim"} id={error ? `skills-${commentName}-error` : undefined}>
        {error ?? (since ? [formatDate(since, "medium"), by].filter(Boolean).join(", ") : "")}
      </small>
    </li>
  )
}

type Change = Omit<SkillLine, "skillId" | "since"> & { id: string; since: string }

type SkillsViewProps = Pick<LearningPageProps, "learner" | "area" | "day" | "mayEditList" | "result"> & {
  sheets: InstrumentSheet[]
  chosen: string | null
  unlisted: string[]
  changes: Change[]
  stamp: string
}

/** The skill sheet of one instrument, what is missing for the next level, and the latest changes. */
function SkillsView(props: SkillsViewProps) {
  const { learner, area, day, sheets, chosen, unlisted, changes, stamp, mayEditList, result } = props
  const sheet = sheets.find(({ instrument }) => instrument === chosen)
  return (
    <>
      {sheets.length > 1 ? (
        <nav className="toolbar" aria-label="Instruments">
          {sheets.map(({ instrument }) => (
            <Link
              key={instrument}
              to={learningPath(area, learner.id, { instrument })}
              aria-current={instrument === chosen ? "page" : undefined}
            >
              {instrument}
            </Link>
          ))}
        </nav>
      ) : null}
      {sheet ? (
        <div className="two-columns">
          <SkillSheet key={sheet.instrument} sheet={sheet} day={day} stamp={stamp} result={result} />
          <div className="stack">
            <section className="section" aria-labelledby="standing">
              <h2 id="standing">Next level</h2>
              <LevelProgressLine {...sheet} />
            </section>
            {changes.length ? <Changes changes={changes} /> : null}
          </div>
        </div>
      ) : null}
      {unlisted.length || !sheet ? (
        <EmptyState
          action={
            mayEditList ? (
              <LinkButton to={paths.skillList(unlisted[0])} variant={sheet ? "secondary" : "primary"}>
                {unlisted[0] ? `Create ${unlisted[0].toLowerCase()} skill list` : "Create skill list"}
              </LinkButton>
            ) : undefined
          }
        >
          {unlisted.length
            ? `There’s no skill list for ${unlisted.join(" or ").toLowerCase()} yet. `
            : `No instrument is set for ${learner.firstName} yet. `}
          {mayEditList
            ? "Start from our template or create your own."
            : "The office can start from our template."}
        </EmptyState>
      ) : null}
    </>
  )
}

function Changes({ changes }: { changes: Change[] }) {
  return (
    <section className="section" aria-labelledby="changes">
      <h2 id="changes">Recent updates</h2>
      <ul className="entry-list">
        {changes.map(({ id, name, state, since, comment, by }) => (
          <li key={id}>
            <span>{name}</span> <SkillStatus state={state} />
            {comment ? <p>{comment}</p> : null}{" "}
            <small className="dim">{[formatDate(since, "medium"), by].filter(Boolean).join(", ")}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
