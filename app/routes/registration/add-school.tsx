import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { Field, SegmentedField } from "~/components/form/field"
import { submittedValue } from "~/components/form/field-frame"
import { FormToken } from "~/components/form/form-token"
import { ErrorSummary, SubmitButton } from "~/components/form/post-form"
import { PublicShell } from "~/components/public/public-shell"
import { RegistrationSteps } from "~/components/public/registration-steps"
import { unansweredForm } from "~/components/public/unanswered"
import { chosenPlan } from "~/http/chosen-plan"
import { formTokenOf } from "~/http/form-token.server"
import { requireCustomer } from "~/http/guards.server"
import type { AddSchoolForm } from "~/models/accounts/school/registration-form.server"
import { answerAddSchool } from "./add-school.server"
import { refuseClosed } from "./registration.server"

/** Another school for an existing account: the registration page says "log in, and add the school from there". */
export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireCustomer(request)
  await refuseClosed()
  const query = new URL(request.url).searchParams
  const chosen = chosenPlan(request)
  const isSolo = query.get("kind") === "solo" || chosen.plan === "soloTeacher"
  return {
    name: viewer.user.name,
    formToken: formTokenOf(viewer),
    begun: {
      ...chosen,
      kind: isSolo ? "solo" : "school",
      schoolName: query.get("name")?.slice(0, 120) ?? "",
    },
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const viewer = await requireCustomer(request)
  return answerAddSchool(request, viewer)
}

export const meta: MetaFunction = () => [
  { title: "Add a school · Tutti" },
  { name: "robots", content: "noindex" },
]

export default function AddSchool() {
  const { name, formToken, begun } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<AddSchoolForm>({
    id: "add-school",
    lastResult: answer?.result,
    defaultValue: begun,
  })
  return (
    <PublicShell aside={<RegistrationSteps current="Account" />}>
      <main id="main" className="page-width form-page">
        <div className="form">
          <ErrorSummary form={form} title={answer?.title} />
          <h1>Add a school to your account</h1>
          <p className="dim">
            You’re logged in as {name}. The new school has its own plan, people and billing. Switch between
            schools in the menu.
          </p>
          <Form
            method="post"
            className="form"
            data-forgets-approval=""
            {...unansweredForm}
            {...getFormProps(form)}
          >
            <FormToken token={formToken} />
            <input type="hidden" name={fields.plan.name} defaultValue={submittedValue(fields.plan)} />
            <input type="hidden" name={fields.interval.name} defaultValue={submittedValue(fields.interval)} />
            <input type="hidden" name={fields.timeZone.name} data-time-zone="" />
            <SegmentedField
              meta={fields.kind}
              label="Type of school"
              choices={[
                { value: "school", label: "Music school" },
                { value: "solo", label: "Solo teacher" },
              ]}
            />
            <Field meta={fields.schoolName} label="School name" autoComplete="organization" maxLength={120} />
            <SubmitButton pending="Adding your school…" wide label="Add school" />
          </Form>
        </div>
      </main>
    </PublicShell>
  )
}
