import { getFormProps, useForm } from "@conform-to/react"
import { parseWithZod } from "@conform-to/zod/v4"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TeacherFields } from "~/components/teacher/teacher-fields"
import { PageHead } from "~/components/ui/page-head"
import { changeTeacher, findTeacher } from "~/models/teacher/change-teacher.server"
import { TeacherForm } from "~/models/teacher/teacher-form"
import { requireMember } from "~/utils/http/guards.server"
import { invalid, notFound } from "~/utils/http/responses.server"
import { redirectWithToast } from "~/utils/http/toast.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const teacher = findTeacher(actor, params.teacherId ?? "")
  if (!teacher) throw notFound()
  return { teacher }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const teacherId = params.teacherId ?? ""
  if (!findTeacher(actor, teacherId)) throw notFound()
  const submission = parseWithZod(await request.formData(), { schema: TeacherForm })
  if (submission.status !== "success") return invalid(submission)
  const changed = changeTeacher(actor, teacherId, submission.value)
  if (changed.ok) return redirectWithToast(paths.teachers(), `${submission.value.name} is saved.`)
  if (changed.reason === "not-found") throw notFound()
  return invalid(submission, { email: `This is the address of ${changed.name}.` }, 409)
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.teacher.name ?? "Teacher"} · Tutti` },
]

export default function Teacher() {
  const { teacher } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<TeacherForm>({
    id: "teacher",
    lastResult: answer?.result,
    defaultValue: { name: teacher.name, email: teacher.email, instruments: teacher.instruments },
  })
  return (
    <div className="form narrow">
      <ErrorSummary form={form} />
      <PageHead title={teacher.name} back={{ to: paths.teachers(), label: "Teachers" }} />
      <PostForm className="form" {...getFormProps(form)}>
        <TeacherFields fields={fields} />
        <p>
          <SubmitButton pending="Saving…">Save</SubmitButton>
        </p>
      </PostForm>
    </div>
  )
}
