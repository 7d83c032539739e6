import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { CheckField, Field } from "~/components/form/field"
import { ErrorSummary, SubmitButton } from "~/components/form/post-form"
import { loginData } from "~/components/public/login-data"
import { PublicShell } from "~/components/public/public-shell"
import { ScorePlate } from "~/components/public/score-plate"
import { Link } from "~/components/ui/button"
import { allowAnyone } from "~/http/guards.server"
import type { LoginForm } from "~/models/accounts/sign-in/login-form"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"
import { answerLogin, redirectSignedIn } from "./login.server"

export async function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  await redirectSignedIn(request)
  return { to: new URL(request.url).searchParams.get("to") ?? "" }
}

export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  return answerLogin(request)
}

export const meta: MetaFunction = () =>
  publicMeta({
    title: "Log in · Tutti",
    description: "Log in to your music school as an administrator, teacher, student or parent.",
    path: paths.login(),
  })

export default function Login() {
  const { to } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<LoginForm>({ id: "login", lastResult: answer?.result, defaultValue: { to } })
  return (
    <PublicShell>
      <main className="page-width form-page" id="main">
        <div className="split">
          <div className="form">
            <ErrorSummary form={form} title={answer?.title} />
            <h1>Log in</h1>
            <Form method="post" className="form" {...loginData("toast")} {...getFormProps(form)}>
              <input type="hidden" name={fields.to.name} defaultValue={fields.to.initialValue} />
              <Field
                meta={fields.username}
                label="Username or email"
                autoComplete="username"
                spellCheck={false}
              />
              <Field
                meta={fields.password}
                label="Password"
                type="password"
                autoComplete="current-password"
              />
              <div className="buttons between">
                <CheckField meta={fields.rememberMe} label="Remember me" />
                <Link className="button plain" to={paths.forgotPassword()}>
                  Forgot password?
                </Link>
              </div>
              <SubmitButton pending="Signing in..." wide label="Log in" />
            </Form>
            <p className="dim">
              Forgot your password and have no email? Ask your family or your school’s office for a temporary
              password.
            </p>
            <p className="dim">
              New here? <Link to={paths.signUp()}>Sign up</Link>
            </p>
          </div>
          <ScorePlate />
        </div>
      </main>
    </PublicShell>
  )
}
