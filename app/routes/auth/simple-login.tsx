import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { Form, useActionData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { ErrorSummary, SubmitButton } from "~/components/form/post-form"
import { loginData } from "~/components/public/login-data"
import { PublicShell } from "~/components/public/public-shell"
import { allowAnyone } from "~/http/guards.server"
import type { LoginForm } from "~/models/accounts/sign-in/login-form"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"
import { answerLogin, redirectSignedIn } from "./login.server"

export async function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  await redirectSignedIn(request)
  return null
}

export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  return answerLogin(request)
}

export const meta: MetaFunction = () =>
  publicMeta({
    title: "Simple login · Tutti",
    description: "A simple login page for slow computers and text browsers.",
    path: paths.simpleLogin(),
  })

/** The plainest login: two fields and a button, for slow machines and text browsers. */
export default function SimpleLogin() {
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<LoginForm>({ id: "simple-login", lastResult: answer?.result })
  return (
    <PublicShell>
      <main className="page-width form-page" id="main">
        <div className="split">
          <div className="form">
            <ErrorSummary form={form} title={answer?.title} />
            <h1>Log in</h1>
            <Form method="post" className="form" {...loginData("alert")} {...getFormProps(form)}>
              <Field meta={fields.username} label="Username" autoComplete="username" spellCheck={false} />
              <Field
                meta={fields.password}
                label="Password"
                type="password"
                autoComplete="current-password"
              />
              <SubmitButton pending="Signing in..." label="Log in" />
            </Form>
            <p className="dim">
              No email on your account? Ask your family or your school’s office for a temporary password.
            </p>
          </div>
        </div>
      </main>
    </PublicShell>
  )
}
