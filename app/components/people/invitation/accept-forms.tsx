import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Form } from "@remix-run/react"
import { NewPasswordFields } from "~/components/accounts/password/new-password-fields"
import { ErrorSummary } from "~/components/form/error-summary"
import { FormToken } from "~/components/form/form-token"
import { SubmitButton } from "~/components/form/submit-button"
import { unansweredForm } from "~/components/public/unanswered"
import type { NewPasswordForm } from "~/models/accounts/profile/new-password-form"
import { paths } from "~/utils/paths"

type ChoosePasswordProps = {
  /** the address of an unconfirmed account, whose password this one replaces */
  replaces?: string | undefined
  /** for a person who is logged in to that account */
  formToken?: string | undefined
  lastResult?: SubmissionResult | undefined
}

/** For a person whose address is new or was never confirmed. */
export function ChoosePassword({ replaces, formToken, lastResult }: ChoosePasswordProps) {
  const [form, fields] = useForm<NewPasswordForm>({ id: "accept", lastResult })
  return (
    <>
      <ErrorSummary form={form} />
      {replaces ? (
        <p>
          <b>{replaces}</b> has an account that was never confirmed. Choose a password to make it yours. It
          replaces the old one and logs out every browser.
        </p>
      ) : null}
      <Form method="post" className="form" {...unansweredForm} {...getFormProps(form)}>
        {formToken ? <FormToken token={formToken} /> : null}
        <NewPasswordFields fields={fields} />
        <SubmitButton pending="Accepting…" wide>
          Accept and log in
        </SubmitButton>
      </Form>
    </>
  )
}

type LogInFirstProps = {
  email: string
  token: string
  /** They log in at this school already. */
  isHere: boolean
}

/** For a person who has an account, which stays as it is. */
export function LogInFirst({ email, token, isHere }: LogInFirstProps) {
  return (
    <>
      <p>
        {isHere ? (
          <>
            Log in as <b>{email}</b>, then confirm.
          </>
        ) : (
          <>
            <b>{email}</b> already has an account here. Log in, then accept to add this school.
          </>
        )}
      </p>
      <p>
        <a className="button primary wide" href={paths.login(paths.invitation(token))}>
          {isHere ? "Log in to confirm" : "Log in to accept"}
        </a>
      </p>
    </>
  )
}

type AcceptAsUserProps = {
  viewer: { name: string; isInvited: boolean; formToken: string }
  email: string
  isHere: boolean
}

/** For a person who is logged in, as the one invited or as someone else. */
export function AcceptAsUser({ viewer, email, isHere }: AcceptAsUserProps) {
  if (viewer.isInvited)
    return (
      <Form method="post" className="form" {...unansweredForm}>
        <FormToken token={viewer.formToken} />
        <p>
          You’re logged in as {viewer.name} ({email}).{" "}
          {isHere
            ? "Confirm to be the administrator. Your other browsers are logged out."
            : "Accept to add this school to your account."}
        </p>
        <SubmitButton pending={isHere ? "Confirming…" : "Accepting…"} intent="accept" wide>
          {isHere ? "Become the administrator" : "Accept invitation"}
        </SubmitButton>
      </Form>
    )
  return (
    <form method="post" action={paths.logout()} className="form">
      <FormToken token={viewer.formToken} />
      <p>
        This invitation is for <b>{email}</b>, but you’re logged in as {viewer.name}. Log out, then open the
        link in the email again.
      </p>
      <SubmitButton pending="Logging out…" wide>
        Log out
      </SubmitButton>
    </form>
  )
}
