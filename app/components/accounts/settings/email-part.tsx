import { type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { EditablePart } from "~/components/ui/editable-part"

type Result = SubmissionResult<string[]> | undefined

/** The address the person logs in with. */
export function EmailPart({ email, lastResult }: { email: string; lastResult: Result }) {
  return (
    <EditablePart
      id="login-email"
      title="Login email"
      about="Changing it doesn’t change your contact details at the school."
      isAnswered={lastResult !== undefined}
      facts={[["Email", email]]}
    >
      <EmailForm lastResult={lastResult} />
    </EditablePart>
  )
}

function EmailForm({ lastResult }: { lastResult: Result }) {
  const [form, fields] = useForm<{ email: string; currentPassword: string }>({ id: "email", lastResult })
  return (
    <PartForm adds part="login-email" intent="email" form={form} save="Send link" pending="Sending…">
      <Field
        meta={fields.email}
        label="New email"
        hint="We’ll send a link to it. Your login changes when you open the link."
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <Field
        meta={fields.currentPassword}
        label="Your password"
        type="password"
        autoComplete="current-password"
      />
    </PartForm>
  )
}
