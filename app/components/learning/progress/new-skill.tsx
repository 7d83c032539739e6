import { type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { EditablePart } from "~/components/ui/editable-part"

type NewSkillProps = { instrument: string; levels: string[]; result?: SubmissionResult }

/** A skill for the end of its level; a new level goes to the end of the list. */
export function NewSkill(props: NewSkillProps) {
  return (
    <EditablePart id="new" title="Add a skill" edit="Add skill" isAnswered={props.result !== undefined}>
      <NewSkillForm {...props} />
    </EditablePart>
  )
}

function NewSkillForm({ instrument, levels, result }: NewSkillProps) {
  const [form, fields] = useForm<{ instrument: string; level: string; name: string }>({
    id: "new-skill",
    lastResult: result,
    defaultValue: { instrument, level: levels.at(-1) },
  })
  return (
    <PartForm adds part="new" intent="add" form={form} save="Add skill" pending="Adding…">
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
    </PartForm>
  )
}
