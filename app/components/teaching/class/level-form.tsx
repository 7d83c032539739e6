import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

type LevelFormProps = { level: string; levels: string[]; result?: SubmissionResult<string[]> }

/** The lowest level with which a student joins a class. Renders nothing for a school without levels. */
export function LevelForm({ level, levels, result }: LevelFormProps) {
  const [form, fields] = useForm<{ minLevel: string }>({
    id: "level",
    lastResult: result,
    defaultValue: { minLevel: level },
  })
  if (levels.length === 0) return null
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <SelectField
        meta={fields.minLevel}
        label="Lowest level"
        hint="On the student’s record, for the class’s instrument"
        prompt="Choose a level"
        choices={levels.map((name) => ({ value: name, label: name }))}
      />
      <p>
        <SubmitButton intent="set-level" variant="secondary" pending="Saving…">
          Save level
        </SubmitButton>
      </p>
    </PostForm>
  )
}
