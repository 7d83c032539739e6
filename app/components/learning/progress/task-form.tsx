import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { DateField } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"

type TaskFormProps = {
  day: string
  /** The day the form suggests. */
  dueOn: string
  /** Students to choose among; without them the task is for the one the page is about. */
  students?: { studentId: string; name: string }[]
  result?: SubmissionResult
}

/** A task, for whom, and until when. */
export function TaskForm({ day, dueOn, students, result }: TaskFormProps) {
  const [form, fields] = useForm<{ task: string; dueOn: string; whom: string }>({
    id: "task",
    lastResult: result,
    defaultValue: { dueOn, whom: "everybody" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <TextAreaField meta={fields.task} label="What is to be done" rows={3} maxLength={500} />
      <div className="columns">
        {students && students.length > 1 ? (
          <SelectField
            meta={fields.whom}
            label="For whom"
            choices={[
              { value: "everybody", label: `Everybody, ${students.length}` },
              ...students.map(({ studentId, name }) => ({ value: studentId, label: name })),
            ]}
          />
        ) : null}
        <DateField meta={fields.dueOn} label="Until" optional min={day} />
      </div>
      <p>
        <SubmitButton pending="Saving…" intent="assign" variant={students ? "secondary" : "primary"}>
          Give task
        </SubmitButton>
      </p>
    </PostForm>
  )
}
