import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Form } from "@remix-run/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { Field } from "~/components/form/field"
import { FormToken } from "~/components/form/form-token"
import { SubmitButton } from "~/components/form/submit-button"
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
          <b>{replaces}</b> has an account that was never confirmed. Choose a password to make it yours: it
          replaces the earlier one, and every browser that’s logged in is logged out.
        </p>
      ) : null}
      <Form method="post" className="form" {...getFormProps(form)}>
        {formToken ? <FormToken token={formToken} /> : null}
        <Field
          meta={fields.password}
          label="Choose a password"
          hint="At least 8 characters. Three words you remember are good."
          type="password"
          autoComplete="new-password"
        />
        <Field
          meta={fields.confirmPassword}
          label="The same again"
          type="password"
          autoComplete="new-password"
        />
        <SubmitButton pending="Opening your pages…" wide>
          Accept and sign in
        </SubmitButton>
      </Form>
    </>
  )
}

/** For a person who has an account, which stays as it is. */
export function LogInFirst({ email, token }: { email: string; token: string }) {
  return (
    <>
      <p>
        <b>{email}</b> already has an account here. Log in with it, then accept: the school is added to what
        you have.
      </p>
      <p>
        <a className="button primary wide" href={paths.login(paths.invitation(token))}>
          Log in to accept
        </a>
      </p>
    </>
  )
}

type AcceptAsUserProps = {
  viewer: { name: string; isInvited: boolean; formToken: string }
  email: string
}

/** For a person who is logged in, as the one invited or as someone else. */
export function AcceptAsUser({ viewer, email }: AcceptAsUserProps) {
  if (viewer.isInvited)
    return (
      <Form method="post" className="form">
        <FormToken token={viewer.formToken} />
        <p>
          You are logged in as {viewer.name} ({email}). The school is added to what you have.
        </p>
        <SubmitButton pending="Opening your pages…" intent="accept" wide>
          Accept
        </SubmitButton>
      </Form>
    )
  return (
    <form method="post" action={paths.logout()} className="form">
      <FormToken token={viewer.formToken} />
      <p>
        This invitation is for <b>{email}</b>, and you are logged in as {viewer.name}. Log out, then open the
        link in the mail again.
      </p>
      <SubmitButton pending="Logging out…" wide>
        Log out
      </SubmitButton>
    </form>
  )
}
