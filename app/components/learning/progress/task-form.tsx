import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, SelectField, TextAreaField } from "~/components/form/field"
import { PostForm, SubmitRow } from "~/components/form/post-form"

type TaskFormProps = {
  entryId: string
  day: string
  /** The day the form suggests. */
  dueOn: string
  /** Students to choose among; without them the task is for the one the page is about. */
  students?: { studentId: string; name: string }[]
  result?: SubmissionResult
}

/** An assignment, its students and its due date. */
export function TaskForm({ entryId, day, dueOn, students, result }: TaskFormProps) {
  const [form, fields] = useForm<{ task: string; dueOn: string; whom: string }>({
    id: "task",
    lastResult: result,
    defaultValue: { dueOn, whom: "everybody" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)} sends={{ entryId }}>
      <TextAreaField meta={fields.task} label="Assignment" rows={3} maxLength={500} />
      <div className="columns">
        {students && students.length > 1 ? (
          <SelectField
            meta={fields.whom}
            label="Assign to"
            choices={[
              { value: "everybody", label: `All students (${students.length})` },
              ...students.map(({ studentId, name }) => ({ value: studentId, label: name })),
            ]}
          />
        ) : null}
        <DateField meta={fields.dueOn} label="Due date" optional min={day} />
      </div>
      <SubmitRow
        label="Assign"
        pending="Assigning…"
        intent="assign"
        variant={students ? "secondary" : "primary"}
      />
    </PostForm>
  )
}
