import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { AnswerDetails } from "~/components/foundation/custom-field/answer-details"
import { TeacherLessons } from "~/components/overview/record/teacher-lessons"
import { ReturnedMark } from "~/components/people/student/returned-mark"
import { MergeWith } from "~/components/people/teacher/merge-with"
import { TeacherEnd } from "~/components/people/teacher/teacher-end"
import { TeacherFields } from "~/components/people/teacher/teacher-fields"
import type { FramedPage } from "~/components/shell/frame"
import { OfficeTimeOff } from "~/components/teaching/teacher-time/office-time-off"
import { ReactivateTeacher } from "~/components/teaching/teacher-time/reactivate-teacher"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import { PhoneLink } from "~/components/ui/phone-link"
import { requireMember } from "~/http/guards.server"
import { teacherOfPage } from "~/http/page-reads.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { saveAnswersForm } from "~/http/save-answers.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { answersFor } from "~/models/foundation/custom-field/answers.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { findReturned } from "~/models/foundation/outbox/returned-address.server"
import { listTeacherLessons } from "~/models/overview/record/teacher-record.server"
import { listOwnPhones } from "~/models/people/member/own-phone.server"
import { changeTeacher, findTeacher, listOtherProfiles } from "~/models/people/teacher/change-teacher.server"
import { TeacherForm } from "~/models/people/teacher/teacher-form"
import { listHours } from "~/models/teaching/teacher-time/availability.server"
import { timeOffRefusals } from "~/models/teaching/teacher-time/teacher-time"
import { TimeOffAnswerForm } from "~/models/teaching/teacher-time/teacher-time-forms"
import { answerTimeOff, listTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { answerHoursForm } from "~/routes/teachers/hours-answers.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const teacher = teacherOfPage(actor, params.teacherId ?? "")
  if (!teacher) throw notFound()
  const { email, memberId } = teacher
  return {
    teacher,
    phone: memberId ? (listOwnPhones(actor, [memberId]).get(memberId) ?? null) : null,
    returned: email ? (findReturned([email]).get(email.toLowerCase())?.kind ?? null) : null,
    fields: listFields(actor, "teacher"),
    answers: answersFor(actor, teacher.id),
    lessons: listTeacherLessons(actor, teacher.id, 6),
    hours: listHours(actor, teacher.id),
    timeOff: listTimeOff(actor, { teacherId: teacher.id, newestFirst: true }),
    others: listOtherProfiles(actor, teacher.id),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const teacherId = params.teacherId ?? ""
  const teacher = findTeacher(actor, teacherId)
  if (!teacher) throw notFound()
  const form = await request.formData()
  if (form.get("intent") === "answers") {
    if (form.get("subject") !== teacherId) throw notFound()
    const subject = { noun: "teacher", subjectId: teacherId } as const
    return saveAnswersForm(actor, subject, form, { back: paths.teacher(teacherId), name: teacher.name })
  }
  if (form.get("intent") === "answer-time-off") return decideTimeOff(actor, teacherId, form)
  const answered = await answerHoursForm(actor, teacherId, form, paths.teacher(teacherId))
  if (answered) return answered
  const submission = readForm(form, { schema: TeacherForm })
  if (submission.status !== "success") return invalid(submission)
  const changed = changeTeacher(actor, teacherId, submission.value)
  if (changed.ok) return redirectWithToast(paths.teacher(teacherId), `${submission.value.name} saved.`)
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
  const title = timeOffRefusals[answered.reason]
  if (answered.reason === "begun") return invalid(submission, { answer: title }, 409)
  return redirectWithToast(back, { title, tone: "bad" })
}

export const handle: FramedPage = { tab: "overview" }

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.teacher.name ?? "Not found"} · Tutti` },
]

export default function Teacher() {
  const { teacher, lessons, hours, timeOff, fields, answers, others } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const isActive = teacher.deactivatedAt === null
  return (
    <div className="two-columns">
      <div className="stack">
        {teacher.erasedAt === null ? (
          <>
            {isActive ? null : <ReactivateTeacher teacherId={teacher.id} name={teacher.name} />}
            <TeacherLessons teacher={teacher} lessons={lessons} />
            <OfficeTimeOff
              teacherId={teacher.id}
              name={teacher.name}
              hours={hours}
              timeOff={timeOff}
              hasLeft={!isActive}
              lastResult={answerTo(result, "add-hours")}
            />
          </>
        ) : (
          <p>This teacher’s personal data was erased. Lessons and pay stay without a name.</p>
        )}
      </div>
      <div className="stack">
        {teacher.erasedAt === null ? (
          <>
            <EditTeacher />
            <AnswerDetails
              key={JSON.stringify(answers)}
              title="More details"
              subjectId={teacher.id}
              fields={fields}
              answers={answers}
              result={result}
              readOnly={!isActive}
            />
          </>
        ) : null}
        {isActive ? (
          <p className="buttons">
            <Link to={paths.classes({ teacher: teacher.id })}>Classes</Link>
            <Link to={paths.students({ teacher: teacher.id })}>Students</Link>
            <Link to={paths.newMessage({ to: `pupils:${teacher.id}` })}>Message all students</Link>
            <Link to={`${paths.absences({ teacher: teacher.id })}#record`}>Record an absence</Link>
          </p>
        ) : null}
        {teacher.erasedAt === null ? (
          <>
            <MergeWith teacherId={teacher.id} others={others} />
            <TeacherEnd teacher={teacher} />
          </>
        ) : null}
      </div>
    </div>
  )
}

/** What is known of the teacher as text; the form opens on demand. */
function EditTeacher() {
  const { teacher, returned, phone } = useLoaderData<typeof loader>()
  const given = useActionData<typeof action>()
  const answer = answerTo(given?.result, "answers", "add-hours") ? undefined : given
  const [form, fields] = useForm<TeacherForm>({
    id: "teacher",
    lastResult: answer?.result,
    defaultValue: {
      name: teacher.name,
      email: teacher.email ?? undefined,
      instruments: teacher.instruments ?? undefined,
    },
  })
  return (
    <section className="section" aria-labelledby="about">
      <h2 id="about">About {teacher.name}</h2>
      <LedgerList
        facts
        rows={[
          {
            label: "Email",
            amount: teacher.email ? (
              <>
                <a href={`mailto:${teacher.email}`}>{teacher.email}</a> <ReturnedMark kind={returned} />
              </>
            ) : (
              "None yet"
            ),
          },
          ...(phone ? [{ label: "Phone", amount: <PhoneLink number={phone} /> }] : []),
          { label: "Instruments", amount: teacher.instruments ?? "Those of the classes" },
          { label: "Login", amount: loginText(teacher) },
        ]}
      />
      {teacher.deactivatedAt === null ? (
        <details className="disclosure no-print" open={answer !== undefined}>
          <summary>Edit teacher</summary>
          <ErrorSummary form={form} />
          <PostForm className="form" {...getFormProps(form)}>
            <TeacherFields fields={fields} />
            <p>
              <SubmitButton pending="Saving…">Save</SubmitButton>
            </p>
          </PostForm>
        </details>
      ) : null}
    </section>
  )
}

/** The answer to one of these forms. */
function answerTo(result: SubmissionResult<string[]> | undefined, ...intents: string[]) {
  return intents.includes(String(result?.initialValue?.intent)) ? result : undefined
}

function loginText({ memberId, deactivatedAt }: { memberId: string | null; deactivatedAt: number | null }) {
  if (deactivatedAt !== null) return memberId ? "Locked" : "None"
  return memberId ? "Set up" : <Link to={paths.teachers()}>Invite</Link>
}
