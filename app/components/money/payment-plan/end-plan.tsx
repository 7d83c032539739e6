import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

/** Ends a payment plan with a reason. */
export function EndPlan({
  dueText,
  unreached,
  result,
}: {
  dueText: string
  /** Who gets no email, and why. */
  unreached: string
  result?: SubmissionResult
}) {
  const [form, fields] = useForm<{ reason: string }>({ id: "end-plan", lastResult: result })
  return (
    <details className="form-disclosure" open={result !== undefined}>
      <summary className="button">End payment plan</summary>
      <ErrorSummary form={form} />
      <p className="small dim">{dueText} The family gets an email.</p>
      {unreached ? <p className="bad">{unreached}</p> : null}
      <PostForm className="form" {...getFormProps(form)}>
        <Field meta={fields.reason} label="Reason" hint="The family reads it in the email." maxLength={200} />
        <p>
          <SubmitButton intent="end" variant="danger-primary" pending="Ending…">
            End payment plan
          </SubmitButton>
        </p>
      </PostForm>
    </details>
  )
}
