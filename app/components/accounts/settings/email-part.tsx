import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

type EmailPartProps = { lastResult: SubmissionResult<string[]> | undefined }

/** The address the person logs in with, folded away until it's opened. */
export function EmailPart({ lastResult }: EmailPartProps) {
  const [form, fields] = useForm<{ email: string; currentPassword: string }>({ id: "email", lastResult })
  return (
    <section className="section" aria-labelledby="email-title" id="login-email">
      <h2 id="email-title">Login email</h2>
      <p className="dim">Changing it doesn’t change your contact details at the school.</p>
      <details open={lastResult !== undefined}>
        <summary>Change login email</summary>
        <PostForm className="form" {...getFormProps(form)}>
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
          <p>
            <SubmitButton pending="Sending…" intent="email" variant="secondary">
              Send link
            </SubmitButton>
          </p>
        </PostForm>
      </details>
    </section>
  )
}
