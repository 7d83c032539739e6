import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { type Learner, type LearningArea, learningPath } from "~/models/learning/learner/learner"
import {
  type InstrumentSheet,
  type SkillLine,
  type SkillState,
  skillStateLabels,
  skillStates,
} from "~/models/learning/skill/skill"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { LevelProgressLine } from "./level-standing"
import { SkillStatus } from "./skill-status"

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
    <PostForm edits className="form" {...getFormProps(form)}>
      <input type="hidden" name="stamp" value={stamp} />
      <input type="hidden" name="instrument" value={sheet.instrument} />
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
          Save {sheet.instrument.toLowerCase()} skills
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
        {skillStates.map((each) => (
          <option key={each} value={each}>
            {skillStateLabels[each].word}
          </option>
        ))}
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

type Change = {
  id: string
  name: string
  state: SkillState
  since: string
  comment: string | null
  by: string | null
}

type SkillsViewProps = {
  learner: Learner
  area: LearningArea
  day: string
  sheets: InstrumentSheet[]
  chosen: string | null
  unlisted: string[]
  changes: Change[]
  stamp: string
  mayEditList: boolean
  result?: SubmissionResult
}

/** The skill sheet of one instrument, what is missing for the next level, and the latest changes. */
export function SkillsView(props: SkillsViewProps) {
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
