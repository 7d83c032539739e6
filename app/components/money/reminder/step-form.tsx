import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, Field, TextAreaField } from "~/components/form/field"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { LinkButton } from "~/components/ui/button"
import { MergeFields } from "~/components/ui/merge-fields"
import {
  isOverdueStep,
  mergeFields,
  type ReminderStep,
  stepLabels,
} from "~/models/money/reminder/reminder-steps"

export const stepFormId = "reminder-step"

type Fields = Record<"step" | "isOn" | "chargesLateFee" | "days" | "subject" | "body", string | null>

type StepFormProps = { step: ReminderStep; backTo: string; result?: SubmissionResult }

/** One step as a form, with what its merge fields stand for. */
export function StepForm({ step, backTo, result }: StepFormProps) {
  const [form, fields] = useForm<Fields>({
    id: stepFormId,
    lastResult: result,
    defaultValue: {
      isOn: step.isOn ? "on" : null,
      chargesLateFee: step.chargesLateFee ? "on" : null,
      days: String(Math.abs(step.offsetDays)),
      subject: step.subject,
      body: step.body,
    },
  })
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <h3>{stepLabels[step.step]}</h3>
      <input type="hidden" name="step" value={step.step} />
      <CheckField meta={fields.isOn} label="Send this reminder" />
      {step.step === "due" ? null : (
        <Field
          meta={fields.days}
          label={step.step === "before" ? "Days before the due date" : "Days after the due date"}
          inputMode="numeric"
          maxLength={3}
        />
      )}
      {isOverdueStep(step.step) ? (
        <CheckField
          meta={fields.chargesLateFee}
          label="Charge the late fee with this reminder"
          hint="Late fees then follow your reminders instead of the days in your late fee rule. The email names the fee."
        />
      ) : null}
      <Field meta={fields.subject} label="Subject" maxLength={150} />
      <TextAreaField meta={fields.body} label="Text" rows={6} maxLength={3000} />
      <MergeFields fields={Object.entries(mergeFields)} />
      <p className="buttons">
        <SubmitButton intent="save" isMain pending="Saving…" label="Save reminder" />
        <SubmitButton intent="preview" variant="secondary" pending="Previewing…" label="Preview" />
        <LinkButton to={backTo} variant="plain">
          Cancel
        </LinkButton>
      </p>
    </PostForm>
  )
}
