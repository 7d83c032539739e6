import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { CheckField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { AnswerFields } from "~/components/foundation/custom-field/answer-fields"
import { TeacherFields } from "~/components/people/teacher/teacher-fields"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { limitReached, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { withAnswers } from "~/models/foundation/custom-field/custom-field-form"
import { listOffered } from "~/models/people/student/offered.server"
import { addNewTeacher } from "~/models/people/teacher/teacher.server"
import { type TeacherFields as Fields, TeacherForm } from "~/models/people/teacher/teacher-form"
import { inviteRefusals } from "~/texts/people/refusals"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const { planName, teachers: spots } = findPlanUsage(actor)
  return {
    full: seatsLeft(spots) < 1 ? limitReached("teachers", planName, spots) : null,
    own: listFields(actor, "teacher"),
    instruments: listOffered(actor).instruments,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const schema = withAnswers(TeacherForm, listFields(actor, "teacher"))
  const submission = readForm(await request.formData(), { schema })
  if (submission.status !== "success") return invalid(submission)
  const { custom, ...teacher } = submission.value
  const { name } = teacher
  const added = addNewTeacher(actor, teacher, custom)
  if (added.ok) {
    const text = { yes: "Invitation sent.", "not-asked": undefined }
    return redirectWithToast(paths.teachers(), {
      title: `${name} added.`,
      text:
        added.invited === "yes" || added.invited === "not-asked"
          ? text[added.invited]
          : inviteRefusals[added.invited],
      tone: "good",
    })
  }
  switch (added.reason) {
    case "limit-reached":
      return invalid(submission, { form: limitReached("teachers", added.planName, added.places) }, 409)
    case "same-name":
      return invalid(
        submission,
        { name: `${added.name} already teaches here. Add an initial if this is someone else.` },
        409,
      )
    case "same-email":
      return invalid(submission, { email: `${added.name} already uses this email. Enter another.` }, 409)
  }
}

export const meta: MetaFunction = () => [{ title: "New teacher · Tutti" }]

export default function NewTeacher() {
  const { full, own, instruments } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<Fields & { custom: Record<string, string> }>({
    id: "teacher",
    lastResult: answer?.result,
  })
  return (
    <div className="stack narrow">
      <ErrorSummary form={form} />
      <PageHead title="New teacher" back={{ to: paths.teachers(), label: "Teachers" }} />
      {full ? (
        <CalloutText tone="amber">
          {full} <Link to={paths.selectPlan({ upgrade: "true" })}>Compare plans</Link>
        </CalloutText>
      ) : null}
      {full && !answer ? null : (
        <PostForm className="form" {...getFormProps(form)}>
          <TeacherFields fields={fields} instruments={instruments} />
          <AnswerFields fields={own} metas={fields.custom.getFieldset()} />
          <CheckField meta={fields.invite} label="Send an invitation to log in" />
          <SubmitRow label="Add teacher" pending="Adding…" />
        </PostForm>
      )}
    </div>
  )
}
