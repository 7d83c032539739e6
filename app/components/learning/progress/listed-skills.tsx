import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button } from "~/components/ui/button"

type Skill = { id: string; instrument: string; level: string; name: string }

type ListedSkillsProps = {
  skills: Skill[]
  archived: { id: string; level: string; name: string }[]
  result?: SubmissionResult
}

/** The list of an instrument by level: each line opens to be changed, moved or archived. */
export function ListedSkills({ skills, archived, result }: ListedSkillsProps) {
  const levels = [...new Set(skills.map(({ level }) => level))]
  const instrument = skills[0]?.instrument ?? ""
  return (
    <>
      {levels.map((level, index) => {
        const lines = skills.filter((skill) => skill.level === level)
        return (
          <section className="section" key={level} aria-label={level}>
            <header>
              <h2>{level}</h2>
              <PostForm className="buttons">
                <input type="hidden" name="skillId" value={lines[0]?.id} />
                <input type="hidden" name="instrument" value={instrument} />
                {index > 0 ? <MoveButton intent="level-up" what={level} label="Move up" /> : null}
                {index < levels.length - 1 ? (
                  <MoveButton intent="level-down" what={level} label="Move down" />
                ) : null}
              </PostForm>
            </header>
            <ul className="rows">
              {lines.map((skill, at) => (
                <li key={skill.id}>
                  <details className="grow" open={result?.initialValue?.skillId === skill.id}>
                    <summary>{skill.name}</summary>
                    <ChangeSkill
                      key={`${skill.level} ${skill.name}`}
                      skill={skill}
                      isFirst={at === 0}
                      isLast={at === lines.length - 1}
                      result={result?.initialValue?.skillId === skill.id ? result : undefined}
                    />
                  </details>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
      {archived.length ? (
        <details className="disclosure">
          <summary>Archived ({archived.length})</summary>
          <ul className="rows">
            {archived.map(({ id, level, name }) => (
              <li key={id}>
                <span>
                  {name} <span className="dim">{level}</span>
                </span>
                <PostForm>
                  <input type="hidden" name="skillId" value={id} />
                  <input type="hidden" name="instrument" value={instrument} />
                  <Button type="submit" name="intent" value="restore" variant="plain">
                    Restore<span className="visually-hidden"> {name}</span>
                  </Button>
                </PostForm>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  )
}

function MoveButton({ intent, what, label }: { intent: string; what: string; label: string }) {
  return (
    <Button type="submit" name="intent" value={intent} variant="plain">
      {label}
      <span className="visually-hidden"> {what}</span>
    </Button>
  )
}

type ChangeSkillProps = { skill: Skill; isFirst: boolean; isLast: boolean; result?: SubmissionResult }

function ChangeSkill({ skill, isFirst, isLast, result }: ChangeSkillProps) {
  const [form, fields] = useForm<{ level: string; name: string }>({
    id: `skill-${skill.id}`,
    lastResult: result,
    defaultValue: { level: skill.level, name: skill.name },
  })
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <input type="hidden" name="skillId" value={skill.id} />
      <input type="hidden" name="instrument" value={skill.instrument} />
      <div className="columns">
        <Field meta={fields.name} label="Skill" maxLength={120} autoComplete="off" />
        <Field meta={fields.level} label="Level" maxLength={60} autoComplete="off" />
      </div>
      <div className="buttons">
        <SubmitButton pending="Saving…" intent="change" variant="secondary" isMain>
          Save
        </SubmitButton>
        {isFirst ? null : <MoveButton intent="up" what={skill.name} label="Move up" />}
        {isLast ? null : <MoveButton intent="down" what={skill.name} label="Move down" />}
        <Button type="submit" name="intent" value="archive" variant="danger">
          Archive<span className="visually-hidden"> {skill.name}</span>
        </Button>
      </div>
    </PostForm>
  )
}
