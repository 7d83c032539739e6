import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button } from "~/components/ui/button"

/** Calls a published event off; its families read the reason. */
export function CancelOccasion({ result }: { result?: SubmissionResult<string[]> }) {
  const [form, fields] = useForm<{ reason: string }>({ id: "cancel-event", lastResult: result })
  return (
    <details className="disclosure" open={result !== undefined}>
      <summary>Cancel event</summary>
      <PostForm className="form" {...getFormProps(form)}>
        <p>Families get an email with the reason. A canceled event can’t be restored.</p>
        <Field meta={fields.reason} label="Reason" maxLength={200} />
        <p>
          <SubmitButton intent="cancel" variant="danger-primary" pending="Canceling…">
            Cancel event
          </SubmitButton>
        </p>
      </PostForm>
    </details>
  )
}

/** Deletes a draft, into the bin. */
export function DeleteOccasion() {
  return (
    <details className="disclosure">
      <summary>Delete draft</summary>
      <PostForm>
        <p>
          The draft is deleted with its students and its program. You can restore it for 30 days under
          Settings, Recently deleted. No one is emailed.
        </p>
        <p>
          <Button type="submit" name="intent" value="delete" variant="danger-primary">
            Delete draft
          </Button>
        </p>
      </PostForm>
    </details>
  )
}
