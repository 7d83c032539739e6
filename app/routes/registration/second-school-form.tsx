import { useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { PublicShell } from "~/components/public/public-shell"
import { RegistrationForm } from "~/components/public/registration-form"
import { RegistrationSteps } from "~/components/public/registration-steps"
import { ScorePlate } from "~/components/public/score-plate"
import { Link } from "~/components/ui/link"
import { isPlanKey } from "~/models/plan/plan-catalogue"
import type { SecondSchoolForm } from "~/models/school/registration-form.server"
import { allowAnyone } from "~/utils/http/guards.server"
import { answerSecondSchoolRegistration } from "~/utils/http/registration.server"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"

export function loader({ request }: LoaderFunctionArgs) {
  allowAnyone()
  const plan = new URL(request.url).searchParams.get("plan")
  return { plan: isPlanKey(plan) ? plan : undefined }
}

export function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  return answerSecondSchoolRegistration(request)
}

export const meta: MetaFunction = () =>
  publicMeta({
    title: "Register your music school · Tutti",
    description: "Open your music school on Tutti, with the password typed twice.",
    path: paths.register(),
  })

export default function SecondSchoolRegistration() {
  const { plan } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<SecondSchoolForm>({
    id: "second-register",
    lastResult: answer?.result,
    defaultValue: { plan },
  })
  return (
    <PublicShell aside={<RegistrationSteps current="Account" />}>
      <main id="main" className="wrap login">
        <div className="split">
          <div className="form">
            <RegistrationForm
              form={form}
              title="Register your music school"
              refusal={answer?.title}
              fields={fields}
            >
              <Field meta={fields.fullName} label="Full Name" autoComplete="name" maxLength={120} />
              <Field
                meta={fields.schoolName}
                label="School Name"
                autoComplete="organization"
                maxLength={120}
              />
              <Field meta={fields.email} label="Email" type="email" autoComplete="email" maxLength={254} />
              <Field
                meta={fields.password}
                label="Password"
                type="password"
                autoComplete="new-password"
                hint="At least 8 characters."
              />
              <Field
                meta={fields.confirmPassword}
                label="Confirm Password"
                type="password"
                autoComplete="new-password"
              />
            </RegistrationForm>
            <p className="dim">
              Already have an account? <Link to={paths.shortLogin()}>Log in</Link>
            </p>
            <p className="dim">
              You teach on your own? <Link to={paths.registerSoloTeacher()}>Register as a solo teacher</Link>
            </p>
          </div>
          <ScorePlate />
        </div>
      </main>
    </PublicShell>
  )
}
