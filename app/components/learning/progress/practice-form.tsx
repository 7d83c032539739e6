import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

type PracticeFormProps = { day: string; entryId: string; result?: SubmissionResult }

/** Minutes of a day, logged by the family. */
export function PracticeForm({ day, entryId, result }: PracticeFormProps) {
  const [form, fields] = useForm<{ minutes: string; day: string; note: string }>({
    id: "practice",
    lastResult: result,
    defaultValue: { day },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <input type="hidden" name="entryId" value={entryId} />
      <div className="columns">
        <Field meta={fields.minutes} label="Minutes" inputMode="numeric" maxLength={3} autoComplete="off" />
        <DateField meta={fields.day} label="Date" max={day} />
      </div>
      <Field meta={fields.note} label="What you practiced" optional maxLength={300} autoComplete="off" />
      <p>
        <SubmitButton pending="Saving…" intent="practice">
          Log practice
        </SubmitButton>
      </p>
    </PostForm>
  )
}
