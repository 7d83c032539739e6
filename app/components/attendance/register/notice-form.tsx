import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitRow } from "~/components/form/submit-button"
import type { NoticeForm as Notice } from "~/models/attendance/register/register-form"
import type { RegisterRow } from "~/models/attendance/register/register-view"

type NoticeFormProps = {
  rows: RegisterRow[]
  /** The present by the school's clock, with which the form begins. */
  day: string
  time: string
  result?: SubmissionResult
}

/** Records that a student will be absent; the register then suggests the mark. */
export function NoticeForm({ rows, day, time, result }: NoticeFormProps) {
  const [form, fields] = useForm<Notice>({
    id: "notice",
    lastResult: result,
    defaultValue: { receivedOn: day, receivedAt: time },
  })
  return (
    <PostForm {...getFormProps(form)} className="form">
      <ErrorSummary form={form} />
      <SelectField
        meta={fields.studentId}
        label="Student"
        prompt="Choose a student"
        choices={rows.map(({ studentId, name }) => ({ value: studentId, label: name }))}
      />
      <Field
        meta={fields.text}
        label="Reason"
        hint="For example, sick or traveling"
        optional
        maxLength={200}
        autoComplete="off"
      />
      <div className="columns">
        <DateField meta={fields.receivedOn} label="Date received" />
        <Field meta={fields.receivedAt} label="Time received" type="time" />
      </div>
      <SubmitRow label="Record absence" pending="Saving…" intent="notice" variant="secondary" />
    </PostForm>
  )
}
