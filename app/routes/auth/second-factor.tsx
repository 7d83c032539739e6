import { getFormProps, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { Form, useActionData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { ErrorSummary, SubmitButton } from "~/components/form/post-form"
import { PublicShell } from "~/components/public/public-shell"
import { ScorePlate } from "~/components/public/score-plate"
import { unansweredForm } from "~/components/public/unanswered"
import { allowAnyone } from "~/http/guards.server"
import { readHalfSignIn } from "~/http/half-sign-in.server"
import type { SecondFactorForm } from "~/models/accounts/second-factor/second-factor-form"
import { paths } from "~/utils/paths"
import { answerSecondFactor, redirectSignedIn } from "./login.server"

export async function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  await redirectSignedIn(request)
  if (!(await readHalfSignIn(request))) throw redirect(paths.login())
  return null
}

export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  return answerSecondFactor(request)
}

export const meta: MetaFunction = () => [
  { title: "Enter your code · Tutti" },
  { name: "robots", content: "noindex" },
]

/** The second step of a login, after the password. */
export default function SecondFactor() {
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<SecondFactorForm>({ id: "second-factor", lastResult: answer?.result })
  return (
    <PublicShell>
      <main className="page-width form-page" id="main">
        <div className="split">
          <div className="form">
            <ErrorSummary form={form} />
            <h1>Enter your code</h1>
            <Form method="post" className="form" {...unansweredForm} {...getFormProps(form)}>
              <Field
                meta={fields.code}
                label="Code from your authenticator app"
                hint="6 digits, new every 30 seconds"
                optional
                autoComplete="one-time-code"
                inputMode="numeric"
                maxLength={20}
              />
              <details open={Boolean(fields.recoveryCode.errors)}>
                <summary>I don’t have my phone</summary>
                <Field
                  meta={fields.recoveryCode}
                  label="Recovery code"
                  hint="One of the codes you saved when you turned on two-factor login"
                  optional
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={40}
                />
              </details>
              <SubmitButton pending="Signing in..." wide label="Log in" />
            </Form>
            <p className="dim">
              <a href={paths.login()}>Start over</a>
            </p>
          </div>
          <ScorePlate />
        </div>
      </main>
    </PublicShell>
  )
}
