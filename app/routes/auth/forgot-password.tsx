import { getFormProps, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { ErrorSummary, SubmitButton } from "~/components/form/post-form"
import { PublicShell } from "~/components/public/public-shell"
import { ScorePlate } from "~/components/public/score-plate"
import { Toast } from "~/components/ui/toast"
import { allowAnyone } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { passwordRequestFailure, resetLinkLife } from "~/models/accounts/password-reset/password-reset"
import { ForgotPasswordForm } from "~/models/accounts/password-reset/password-reset-forms"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"
import { answerPasswordRequest } from "./password-reset.server"

export function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  return { sent: new URL(request.url).searchParams.has("sent") }
}

export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  const submission = readForm(await request.formData(), { schema: ForgotPasswordForm, words: null })
  if (submission.status !== "success") return invalid(submission)
  const answer = await answerPasswordRequest(request, submission.value)
  if (!answer.ok) return invalid(submission, { form: answer.message }, answer.status, answer.title)
  return redirect(`${new URL(request.url).pathname}?sent=yes`, 303)
}

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  publicMeta({
    title: `${data?.sent ? "Email sent" : "Forgot password"} · Tutti`,
    description: "Get a link to choose a new password.",
    path: paths.forgotPassword(),
  })

export default function ForgotPassword() {
  const { sent } = useLoaderData<typeof loader>()
  return (
    <PublicShell>
      <main className="page-width form-page" id="main">
        <div className="split">
          <div className="form">{sent ? <LinkSent /> : <Ask />}</div>
          <ScorePlate />
        </div>
      </main>
    </PublicShell>
  )
}

function Ask() {
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<ForgotPasswordForm>({ id: "forgot-password", lastResult: answer?.result })
  return (
    <>
      <ErrorSummary form={form} title={answer?.title} />
      <h1>Forgot password</h1>
      <p className="dim">Enter your email, and we’ll send you a link to choose a new password.</p>
      <Form
        method="post"
        className="form"
        data-failed={passwordRequestFailure.title}
        data-failed-text={passwordRequestFailure.text}
        {...getFormProps(form)}
      >
        <Field meta={fields.email} label="Email" type="email" autoComplete="email" spellCheck={false} />
        <SubmitButton pending="Sending…" wide label="Send link" />
      </Form>
      <p className="dim">
        No email on your account? Ask your family or your school’s office for a temporary password.{" "}
        <a href={paths.shortLogin()}>Back to Login</a>
      </p>
    </>
  )
}

function LinkSent() {
  return (
    <>
      <Toast title="Password reset email sent">
        If an account with this email exists, you'll receive password reset instructions.
      </Toast>
      <h1>Email Sent!</h1>
      <p>
        The link works once, for {resetLinkLife.text}. No email after a few minutes? Check your spam folder,
        then <a href={paths.forgotPassword()}>request another</a>.
      </p>
      <p>
        <a className="button" href={paths.shortLogin()}>
          Back to Login
        </a>
      </p>
    </>
  )
}
