import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TeacherFields } from "~/components/people/teacher/teacher-fields"
import type { FramedPage } from "~/components/shell/frame"
import { OfficeTimeOff } from "~/components/teaching/teacher-time/office-time-off"
import { LinkButton } from "~/components/ui/button"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { teacherOfPage } from "~/http/page-reads.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { changeTeacher, findTeacher } from "~/models/people/teacher/change-teacher.server"
import { TeacherForm } from "~/models/people/teacher/teacher-form"
import { listHours } from "~/models/teaching/teacher-time/availability.server"
import { timeOffRefusals } from "~/models/teaching/teacher-time/teacher-time"
import { TimeOffAnswerForm } from "~/models/teaching/teacher-time/teacher-time-forms"
import { answerTimeOff, listTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const teacher = teacherOfPage(actor, params.teacherId ?? "")
  if (!teacher) throw notFound()
  return {
    teacher,
    hours: listHours(actor, teacher.id),
    timeOff: listTimeOff(actor, { teacherId: teacher.id, newestFirst: true }),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const teacherId = params.teacherId ?? ""
  if (!findTeacher(actor, teacherId)) throw notFound()
  const form = await request.formData()
  if (form.get("intent") === "answer-time-off") return decideTimeOff(actor, teacherId, form)
  const submission = readForm(form, { schema: TeacherForm })
  if (submission.status !== "success") return invalid(submission)
  const changed = changeTeacher(actor, teacherId, submission.value)
  if (changed.ok) return redirectWithToast(paths.teachers(), `${submission.value.name} saved.`)
  if (changed.reason === "not-found") throw notFound()
  return invalid(submission, { email: `${changed.name} already uses this email. Enter another.` }, 409)
}

/** Answers a request for days off. A form that names neither answer was not sent by the page. */
async function decideTimeOff(actor: Actor, teacherId: string, form: FormData) {
  const submission = readForm(form, { schema: TimeOffAnswerForm })
  if (submission.status !== "success") return invalid(submission)
  const { timeOffId, decision, answer } = submission.value
  const answered = answerTimeOff(actor, teacherId, { timeOffId, decision, answer: answer || null })
  const back = `${paths.teacher(teacherId)}#time-off`
  if (answered.ok)
    return redirectWithToast(back, decision === "approved" ? "Time off approved." : "Time off declined.")
  if (answered.reason === "not-found") throw notFound()
  return redirectWithToast(back, { title: timeOffRefusals[answered.reason], tone: "bad" })
}

export const handle: FramedPage = { column: "stack narrow" }

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.teacher.name ?? "Not found"} · Tutti` },
]

export default function Teacher() {
  const { teacher, hours, timeOff } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<TeacherForm>({
    id: "teacher",
    lastResult: answer?.result,
    defaultValue: { name: teacher.name, email: teacher.email, instruments: teacher.instruments },
  })
  return (
    <>
      <ErrorSummary form={form} />
      <p className="buttons">
        <Link to={paths.classes({ q: teacher.name })}>Classes</Link>
        <Link to={paths.students({ teacher: teacher.id })}>Students</Link>
        <Link to={paths.teacherPay(teacher.id)}>Pay</Link>
        <Link to={`${paths.absences({ teacher: teacher.id })}#record`}>Record an absence</Link>
      </p>
      <PostForm className="form" {...getFormProps(form)}>
        <TeacherFields fields={fields} />
        <p>
          <SubmitButton pending="Saving…">Save</SubmitButton>
        </p>
      </PostForm>
      <p>
        <LinkButton variant="danger" to={paths.deactivateTeacher(teacher.id)}>
          Deactivate {teacher.name}
        </LinkButton>
      </p>
      <OfficeTimeOff teacherId={teacher.id} name={teacher.name} hours={hours} timeOff={timeOff} />
    </>
  )
}
