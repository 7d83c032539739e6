import { useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { RegistrationPage } from "~/components/public/registration-page"
import { Link } from "~/components/ui/button"
import { chosenPlan } from "~/http/chosen-plan"
import { allowAnyone, findViewer } from "~/http/guards.server"
import type { SecondSchoolForm } from "~/models/accounts/school/registration-form.server"
import { shortestPassword } from "~/models/accounts/user/password"
import { paths } from "~/utils/paths"
import { publicMeta } from "~/utils/public-meta"
import { onwardOf } from "./add-school.server"
import { afterLogin, answerSecondSchoolRegistration, refuseClosed } from "./registration.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await findViewer(request)
  await refuseClosed()
  const chosen = chosenPlan(request)
  return { chosen, onward: onwardOf(viewer, chosen), loginTo: afterLogin("school", chosen) }
}

export function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  return answerSecondSchoolRegistration(request)
}

export const meta: MetaFunction = () =>
  publicMeta({
    title: "Register · Tutti",
    description: "Create an account for your music school on Tutti.",
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
    <RegistrationPage
      form={form}
      title="Register your music school"
      refusal={answer?.title}
      addAt={answer?.addAt}
      onward={onward}
      fields={fields}
      login={{ to: paths.shortLogin(loginTo), label: "Log in" }}
      otherwise={
        <>
          Teaching on your own? <Link to={paths.registerSoloTeacher()}>Register as a solo teacher</Link>
        </>
      }
    >
      <Field meta={fields.fullName} label="Full Name" autoComplete="name" maxLength={120} />
      <Field meta={fields.schoolName} label="School Name" autoComplete="organization" maxLength={120} />
      <Field meta={fields.email} label="Email" type="email" autoComplete="email" maxLength={254} />
      <Field
        meta={fields.password}
        label="Password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${shortestPassword} characters`}
      />
      <Field
        meta={fields.confirmPassword}
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
      />
    </RegistrationPage>
  )
}
