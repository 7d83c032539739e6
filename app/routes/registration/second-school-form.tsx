import { useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { PublicShell } from "~/components/public/public-shell"
import { RegistrationForm } from "~/components/public/registration-form"
import { RegistrationSteps } from "~/components/public/registration-steps"
import { ScorePlate } from "~/components/public/score-plate"
import { Link } from "~/components/ui/link"
import type { SecondSchoolForm } from "~/models/school/registration-form.server"
import { onwardOf } from "~/utils/http/add-school.server"
import { chosenPlan } from "~/utils/http/chosen-plan"
import { allowAnyone, findViewer } from "~/utils/http/guards.server"
import { afterLogin, answerSecondSchoolRegistration } from "~/utils/http/registration.server"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findViewer(request)
  const chosen = chosenPlan(request)
  return { chosen, onward: onwardOf(viewer, chosen), loginTo: afterLogin("school", chosen) }
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
  const { chosen, onward, loginTo } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<SecondSchoolForm>({
    id: "second-register",
    lastResult: answer?.result,
    defaultValue: chosen,
  })
  return (
    <PublicShell aside={<RegistrationSteps current="Account" />}>
      <main id="main" className="page-width form-page">
        <div className="split">
          <div className="form">
            <RegistrationForm
              form={form}
              title="Register your music school"
              refusal={answer?.title}
              addAt={answer?.addAt}
              onward={onward}
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
              Already have an account? <Link to={paths.shortLogin(loginTo)}>Log in</Link>
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
