import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AbsenceLessons } from "~/components/attendance/register/absence-lessons"
import { ErrorSummary } from "~/components/form/error-summary"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { type FramedStudent, studentFrame } from "~/components/people/student/student-frame"
import { type FramedPage, frameIn, useLoadedFrame } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { requireMember } from "~/http/guards.server"
import { comingOfPage, studentOfPage } from "~/http/page-reads.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { AbsenceForm } from "~/models/attendance/notice/absence-form"
import { noticeRefusals, recordNotices } from "~/models/attendance/notice/notice.server"
import { findStudent } from "~/models/people/student/student.server"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"

/** As many upcoming lessons as one absence is chosen from. */
const offered = 12

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = studentOfPage(actor, params.studentId ?? "")
  if (!student) throw notFound()
  return {
    lessons: comingOfPage(actor, student.id).slice(0, offered),
    isSolo: actor.school.kind === "solo",
    noticeHours: actor.school.noticeHours,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = findStudent(actor, params.studentId ?? "")
  if (!student) throw notFound()
  const submission = readForm(await request.formData(), { schema: AbsenceForm })
  if (submission.status !== "success") return invalid(submission)
  const { lessons, text } = submission.value
  const notice = { at: now(), text: text || null }
  const recorded = recordNotices(actor, lessons, student.id, notice)
  if (!recorded.ok) {
    if (recorded.reason === "session-unknown") throw notFound()
    return invalid(submission, { lessons: noticeRefusals[recorded.reason] }, 409)
  }
  return redirectWithToast(
    paths.student(student.id),
    `Absence recorded for ${fullName(student)}, ${countOf(lessons.length, "lesson")}.`,
  )
}

export const handle: FramedPage<typeof loader, FramedStudent> = {
  title: "Record absence",
  column: "form narrow",
  head: (_page, student) => ({
    back: { to: paths.student(student.id), label: student.name },
    expression: "the teacher is told",
    actions: null,
  }),
}

export const meta: MetaFunction = ({ matches }) => {
  const student = frameIn(matches, studentFrame)
  return [{ title: student ? `Absence of ${student.name} · Tutti` : "Not found · Tutti" }]
}

export default function StudentAbsence() {
  const { id } = useLoadedFrame(studentFrame)
  const { lessons, isSolo, noticeHours } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<AbsenceForm>({
    id: "absence",
    lastResult: useActionData<typeof action>()?.result,
  })
  if (lessons.length === 0)
    return (
      <EmptyState action={<LinkButton to={paths.student(id)}>Back to the student</LinkButton>}>
        No upcoming lessons, so there’s no absence to record.
      </EmptyState>
    )
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <AbsenceLessons meta={fields.lessons} lessons={lessons} isSolo={isSolo} />
      <Field
        meta={fields.text}
        label="Reason"
        hint="For example, sick or traveling"
        optional
        maxLength={200}
        autoComplete="off"
      />
      <p className="dim">
        Reported at least {countOf(noticeHours, "hour")} ahead, a lesson is suggested as excused when
        attendance is taken; later, as absent.
      </p>
      <p>
        <SubmitButton pending="Saving…">Record absence</SubmitButton>
      </p>
    </PostForm>
  )
}
