import type { ReactNode } from "react"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

type IntentFormProps = {
  intent: string
  /** Sent twice, it's done once. */
  formKey?: string
  pending: string
  variant?: "secondary" | "primary" | "plain" | "danger"
  children: ReactNode
}

/** A form with one button that does one thing to the record of this page. */
export function IntentForm({ intent, formKey, pending, variant = "secondary", children }: IntentFormProps) {
  return (
    <PostForm needs="invoice:issue">
      {formKey ? <input type="hidden" name="key" value={formKey} /> : null}
      <SubmitButton intent={intent} pending={pending} variant={variant}>
        {children}
      </SubmitButton>
    </PostForm>
  )
}
