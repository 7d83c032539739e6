import { getFormProps, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { NewPasswordFields } from "~/components/accounts/password/new-password-fields"
import { ErrorSummary, SubmitButton } from "~/components/form/post-form"
import { PublicShell } from "~/components/public/public-shell"
import { ScorePlate } from "~/components/public/score-plate"
import { CalloutText } from "~/components/ui/callout"
import { Toast } from "~/components/ui/toast"
import { allowAnyone } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import {
  invalidResetLink,
  newPasswordUnanswered,
  resetLinkLife,
} from "~/models/accounts/password-reset/password-reset"
import { findResetLink } from "~/models/accounts/password-reset/password-reset.server"
import { ResetPasswordForm } from "~/models/accounts/password-reset/password-reset-forms"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"
import { answerNewPassword } from "./password-reset.server"

export function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  const { searchParams } = new URL(request.url)
  const token = searchParams.get("token") ?? ""
  const email = searchParams.get("email") ?? ""
  if (searchParams.has("done")) return { view: "done", token: "", email: "" } as const
  const view = findResetLink(token, email) ? "form" : "unusable"
  return { view, token, email } as const
}

export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  const submission = readForm(await request.formData(), { schema: ResetPasswordForm })
  if (submission.status !== "success") return invalid(submission)
  const answer = await answerNewPassword(request, submission.value)
  if (!answer.ok) return invalid(submission, { form: answer.message }, answer.status)
  return redirect(`${paths.resetPassword()}?done=yes`, { status: 303, headers: answer.headers })
}

/** The address holds a secret, so it is neither passed on nor cached. */
export const headers = () => ({ "Referrer-Policy": "no-referrer", "Cache-Control": "no-store" })

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...publicMeta({
    title: "Choose a new password · Tutti",
    description: "Choose a new password with the link we sent you.",
    path: paths.resetPassword(),
  }),
  ...(data?.token ? [{ name: "robots", content: "noindex" }] : []),
]

export default function ResetPassword() {
  const { view } = useLoaderData<typeof loader>()
  return (
    <PublicShell>
      <main className="page-width form-page" id="main">
        <div className="split">
          <div className="form">
            {view === "form" ? <ChoosePassword /> : view === "done" ? <Done /> : <Unusable />}
          </div>
          <ScorePlate />
        </div>
      </main>
    </PublicShell>
  )
}

function ChoosePassword() {
  const { token, email } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<ResetPasswordForm>({
    id: "reset-password",
    lastResult: answer?.result,
    defaultValue: { token, email },
  })
  return (
    <>
      <ErrorSummary form={form} />
      <h1>Choose a new password</h1>
      <p className="dim">For {email}. You’ll be logged out everywhere else.</p>
      <Form method="post" className="form" data-failed={newPasswordUnanswered} {...getFormProps(form)}>
        <input type="hidden" name={fields.token.name} value={token} />
        <input type="hidden" name={fields.email.name} value={email} />
        <NewPasswordFields fields={fields} isAnother />
        <SubmitButton pending="Saving…" wide label="Change password" />
      </Form>
      <BackToLogin />
    </>
  )
}

function Unusable() {
  return (
    <>
      <h1>Choose a new password</h1>
      <CalloutText tone="red">{invalidResetLink}</CalloutText>
      <p>Each link works once, for {resetLinkLife.text}, and only the newest one works.</p>
      <p>
        <a className="button primary" href={paths.forgotPassword()}>
          Request new link
        </a>
      </p>
      <BackToLogin />
    </>
  )
}

function Done() {
  return (
    <>
      <Toast title="Password Reset Successful">
        Your password has been updated. You can now log in with your new password.
      </Toast>
      <h1>Password changed</h1>
      <p>
        <a className="button primary" href={paths.shortLogin()} data-follow-after="3000">
          Go to Login
        </a>
      </p>
    </>
  )
}

function BackToLogin() {
  return (
    <p>
      <a href={paths.shortLogin()}>Back to Login</a>
    </p>
  )
}
