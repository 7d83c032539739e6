import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import {
  type InstrumentSheet,
  type SkillLine,
  skillStateLabels,
  skillStates,
} from "~/models/learning/skill/skill"
import { formatDate } from "~/utils/date-text"

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
export function SkillSheet({ sheet, day, stamp, result }: SkillSheetProps) {
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
