import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

type NewSkillProps = { instrument: string; levels: string[]; result?: SubmissionResult }

/** A skill for the end of its level; a new level goes to the end of the list. */
export function NewSkill({ instrument, levels, result }: NewSkillProps) {
  const [form, fields] = useForm<{ instrument: string; level: string; name: string }>({
    id: "new-skill",
    lastResult: result,
    defaultValue: { instrument, level: levels.at(-1) },
  })
  return (
    <section className="section" aria-labelledby="new">
      <h2 id="new">Add a skill</h2>
      <PostForm className="form" {...getFormProps(form)}>
        <div className="columns">
          <Field meta={fields.instrument} label="Instrument" maxLength={60} autoComplete="off" />
          <Field
            meta={fields.level}
            label="Level"
            hint={levels.length ? `Current levels: ${levels.join(", ")}` : "For example, Beginner or Grade 1"}
            maxLength={60}
            autoComplete="off"
          />
        </div>
        <Field meta={fields.name} label="Skill" maxLength={120} autoComplete="off" />
        <p>
          <SubmitButton pending="Adding…" intent="add">
            Add skill
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
