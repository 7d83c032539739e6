import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ReactNode } from "react"
import { TextAreaField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"

type ReasonFormProps = {
  result?: SubmissionResult
  formKey?: string
  /** What the reason is for and who reads it. */
  hint: string
  button: string
  pending: string
  /** Where the reader goes who changes their mind. */
  keep: { to: string; label: string }
  /** What will happen. */
  children: ReactNode
}

/** A correction that needs a reason: what will happen, the reason, the button. */
export function ReasonForm({ result, formKey, hint, button, pending, keep, children }: ReasonFormProps) {
  const [form, fields] = useForm<{ reason: string }>({ id: "reason", lastResult: result })
  return (
    <>
      <ErrorSummary form={form} />
      {children}
      <PostForm className="form" {...getFormProps(form)}>
        {formKey ? <input type="hidden" name="formKey" value={formKey} /> : null}
        <TextAreaField meta={fields.reason} label="Reason" hint={hint} maxLength={300} rows={3} />
        <SubmitRow
          label={button}
          pending={pending}
          variant="danger-primary"
          cancel={keep.to}
          cancelLabel={keep.label}
        />
      </PostForm>
    </>
  )
}
