import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field, SelectField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"

type Choice = { value: string; label: string }
type PartProps = { result?: SubmissionResult; formKey: string }

const reasonHint = "The family can read it."

type GrantFields = Record<"classId" | "minutes" | "lastDay" | "reason", string>

/** A credit without an absence. Sends `intent` grant. */
export function GrantCredit({
  result,
  formKey,
  classes,
  minutes,
  lastDay,
}: PartProps & { classes: Choice[]; minutes: number; lastDay: string }) {
  const [form, fields] = useForm<GrantFields>({
    id: "grant",
    lastResult: result,
    defaultValue: { classId: classes[0]?.value ?? "", minutes: String(minutes), lastDay, reason: "" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <input type="hidden" name="formKey" value={`${formKey}-grant`} />
      <div className="columns">
        <SelectField meta={fields.classId} label="Class" choices={classes} />
        <Field meta={fields.minutes} label="Length (minutes)" inputMode="numeric" />
        <DateField meta={fields.lastDay} label="Last day" />
      </div>
      <Field meta={fields.reason} label="Reason" hint={reasonHint} maxLength={300} autoComplete="off" />
      <SubmitRow label="Grant 1 credit" intent="grant" pending="Granting…" />
    </PostForm>
  )
}

/** A later last day for one of the student’s credits. Sends `intent` extend. */
export function ExtendCredit({
  result,
  formKey,
  credits,
  lastDay,
}: PartProps & { credits: Choice[]; lastDay: string }) {
  const [form, fields] = useForm<Record<"credit" | "lastDay" | "reason", string>>({
    id: "extend",
    lastResult: result,
    defaultValue: { credit: credits[0]?.value ?? "", lastDay, reason: "" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <input type="hidden" name="formKey" value={`${formKey}-extend`} />
      <div className="columns">
        <SelectField meta={fields.credit} label="Credit" choices={credits} />
        <DateField meta={fields.lastDay} label="New last day" />
      </div>
      <Field meta={fields.reason} label="Reason" hint={reasonHint} maxLength={300} autoComplete="off" />
      <SubmitRow label="Extend credit" intent="extend" variant="secondary" pending="Extending…" />
    </PostForm>
  )
}

/** Revokes one of the student’s credits. Sends `intent` revoke. */
export function RevokeCredit({ result, formKey, credits }: PartProps & { credits: Choice[] }) {
  const [form, fields] = useForm<Record<"credit" | "reason", string>>({
    id: "revoke",
    lastResult: result,
    defaultValue: { credit: credits[0]?.value ?? "", reason: "" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <input type="hidden" name="formKey" value={`${formKey}-revoke`} />
      <SelectField meta={fields.credit} label="Credit" choices={credits} />
      <Field meta={fields.reason} label="Reason" hint={reasonHint} maxLength={300} autoComplete="off" />
      <SubmitRow label="Revoke credit" intent="revoke" variant="danger" pending="Revoking…" />
    </PostForm>
  )
}

type ExcuseProps = {
  seatId: string
  /** attendance says absent already */
  corrects: boolean
  result?: SubmissionResult
}

/** Counts a late absence as reported in time because of a note. Sends `intent` excuse. */
export function ExcuseAbsence({ seatId, corrects, result }: ExcuseProps) {
  const [form, fields] = useForm<{ note: string }>({ id: `excuse-${seatId}`, lastResult: result })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <input type="hidden" name="seat" value={seatId} />
      <Field
        meta={fields.note}
        label="Note of illness"
        hint={`For example, doctor’s note of Nov 12. The family can read it.${corrects ? " Attendance changes from absent to excused." : ""}`}
        maxLength={300}
        autoComplete="off"
      />
      <SubmitRow label="Count as reported in time" intent="excuse" variant="secondary" pending="Saving…" />
    </PostForm>
  )
}
