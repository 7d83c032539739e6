import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Form } from "@remix-run/react"
import { FormToken } from "~/components/form/form-token"
import { ErrorSummary, SubmitButton } from "~/components/form/post-form"
import { unansweredForm } from "~/components/public/unanswered"
import { CalloutText } from "~/components/ui/callout"
import { Toast } from "~/components/ui/toast"
import type { NewPasswordForm } from "~/models/accounts/profile/profile-forms"
import { paths } from "~/utils/paths"
import { NewPasswordFields } from "../password/new-password-fields"

type Asking = { email: string; formToken: string }

/** Sends the mail with the link; the same form on every page that offers it. */
export function SendLink({ formToken, label }: { formToken: string; label: string }) {
  return (
    <form method="post" action={paths.confirmEmail()} className="form">
      <FormToken token={formToken} />
      <SubmitButton pending="Sending…" wide>
        {label}
      </SubmitButton>
    </form>
  )
}

function Refusal({ text }: { text: string | undefined }) {
  return text ? (
    <div role="alert">
      <CalloutText tone="red">{text}</CalloutText>
    </div>
  ) : null
}

export function AskForLink({ email, formToken, refusal }: Asking & { refusal: string | undefined }) {
  return (
    <>
      <Refusal text={refusal} />
      <h1>Confirm your email</h1>
      <p>
        We’ll send a link to <b>{email}</b>. Open it and choose a password to confirm your email. You’ll be
        logged out everywhere else.
      </p>
      <SendLink formToken={formToken} label="Send confirmation email" />
      <BackToProfile />
    </>
  )
}

export function LinkSent({ email, formToken, refusal }: Asking & { refusal: string | undefined }) {
  return (
    <>
      {refusal ? <Refusal text={refusal} /> : <Toast title={`Confirmation email sent to ${email}.`} />}
      <h1>Check your email</h1>
      <p>
        The link works once, for one day. No email after a few minutes? Check your spam folder, then send it
        again.
      </p>
      <SendLink formToken={formToken} label="Send again" />
      <BackToProfile />
    </>
  )
}

/** The person who reads the mailbox chooses a new password, because someone else may have registered the address. */
export function ChooseConfirmingPassword({
  email,
  lastResult,
}: {
  email: string
  lastResult: SubmissionResult | undefined
}) {
  const [form, fields] = useForm<NewPasswordForm>({ id: "confirm-email", lastResult })
  return (
    <>
      <ErrorSummary form={form} />
      <h1>Confirm your email</h1>
      <p>
        Choose a password for <b>{email}</b>. It replaces the old one, and you’ll be logged out everywhere
        else.
      </p>
      <Form method="post" className="form" {...unansweredForm} {...getFormProps(form)}>
        <NewPasswordFields fields={fields} />
        <SubmitButton pending="Confirming…" wide label="Confirm email" />
      </Form>
    </>
  )
}

export function UnusableLink({ asks }: { asks: Asking | null }) {
  return (
    <>
      <h1>This link no longer works</h1>
      <p>Each link works once, for one day, and only the newest one works.</p>
      {asks ? (
        <SendLink formToken={asks.formToken} label="Send a new link" />
      ) : (
        <p>
          <a className="button primary" href={paths.login()}>
            Log in
          </a>
        </p>
      )}
      <p className="dim">
        Did someone else sign up with your email? <a href={paths.forgotPassword()}>Choose a new password</a>{" "}
        to take over the account.
      </p>
    </>
  )
}

export function AlreadyConfirmed() {
  return (
    <>
      <h1>Your email is confirmed</h1>
      <BackToProfile />
    </>
  )
}

export function LogInToConfirm() {
  return (
    <>
      <h1>Confirm your email</h1>
      <p>Log in, and we’ll send you a link.</p>
      <p>
        <a className="button primary" href={paths.login(paths.confirmEmail())}>
          Log in
        </a>
      </p>
    </>
  )
}

function BackToProfile() {
  return (
    <p className="dim">
      <a href={paths.profile()}>Back to your profile</a>
    </p>
  )
}
