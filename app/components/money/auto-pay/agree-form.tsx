import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField } from "~/components/form/choice-fields"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

export const agreeFormId = "agree-to-automatic-payment"

type AgreeFormProps = {
  familyId: string
  /** what is agreed to; paragraphs with a blank line between them */
  agreement: string
  /** an account is saved already, and this one takes its place */
  replaces: boolean
  isPractice: boolean
  result?: SubmissionResult
}

/** What a payer agrees to before PayPal asks them to save their account. */
export function AgreeForm({ familyId, agreement, replaces, isPractice, result }: AgreeFormProps) {
  const [form, fields] = useForm<{ agree: string }>({
    id: `${agreeFormId}-${familyId}`,
    lastResult: result,
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <input type="hidden" name="family" value={familyId} />
      <Agreement text={agreement} />
      <CheckField meta={fields.agree} label="I agree" />
      <p>
        <SubmitButton intent="agree" variant={replaces ? "secondary" : "primary"} pending="Going to PayPal…">
          {replaces ? "Agree and replace account at PayPal" : "Agree and continue to PayPal"}
        </SubmitButton>
      </p>
      <p className="small dim">
        You’ll confirm at PayPal, then come back here. Nothing is charged now.
        {isPractice ? " This is a test: no money moves." : null}
      </p>
    </PostForm>
  )
}

export function Agreement({ text }: { text: string }) {
  return (
    <div className="stack">
      {text.split("\n\n").map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  )
}
