import type { SubmissionResult } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerDetails } from "~/components/foundation/custom-field/answer-details"
import { TeacherLessons } from "~/components/overview/record/teacher-lessons"
import { ProofsOf } from "~/components/people/proof/proofs-of"
import { MergeWith } from "~/components/people/teacher/merge-with"
import { TeacherAbout } from "~/components/people/teacher/teacher-about"
import { TeacherEnd } from "~/components/people/teacher/teacher-end"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { OfficeTimeOff } from "~/components/teaching/teacher-time/office-time-off"
import { ReactivateTeacher } from "~/components/teaching/teacher-time/reactivate-teacher"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { act, intent, intents, leadingTo } from "~/http/intents.server"
import { teacherOfPage } from "~/http/page-reads.server"
import { notFound, orNotFound } from "~/http/responses.server"
import { saveAnswersForm } from "~/http/save-answers.server"
import { answersFor } from "~/models/foundation/custom-field/answers.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { findReturned } from "~/models/foundation/outbox/returned-address.server"
import { listTeacherLessons } from "~/models/overview/record/teacher-record.server"
import { accountOf } from "~/models/people/invitation/account-state.server"
import { inviteTeacher, revokeInvitation } from "~/models/people/invitation/invite.server"
import { listCoversOf } from "~/models/people/proof/proofs.server"
import { listOffered } from "~/models/people/student/offered.server"
import { changeTeacher, findTeacher, listOtherProfiles } from "~/models/people/teacher/change-teacher.server"
import { offeredTo } from "~/models/people/teacher/instruments"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { TeacherForm } from "~/models/people/teacher/teacher-form"
import { listHours } from "~/models/teaching/teacher-time/availability.server"
import { TimeOffAnswerForm } from "~/models/teaching/teacher-time/teacher-time-forms"
import { answerTimeOff, listTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { inviteRefusals } from "~/texts/people/refusals"
import { timeOffRefusals } from "~/texts/teaching/refusals"
import { paths } from "~/utils/paths"
import { hoursForms } from "./hours-answers.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const teacher = orNotFound(teacherOfPage(actor, params.teacherId ?? ""))
  const { email, memberId } = teacher
  return {
    teacher,
    account: accountOf(actor, "teacher-invitation", { id: teacher.id, memberId }).state,
    instruments: offeredTo(teacher.instruments, listOffered(actor).instruments),
    returned: email ? (findReturned([email]).get(email.toLowerCase())?.kind ?? null) : null,
    fields: listFields(actor, "teacher"),
    answers: answersFor(actor, teacher.id),
    lessons: listTeacherLessons(actor, teacher.id, 6),
    hours: listHours(actor, teacher.id),
    colleagues: listTeachers(actor)
      .filter(({ id }) => id !== teacher.id)
      .map(({ id, name }) => ({ id, name })),
    timeOff: listTimeOff(actor, { teacherId: teacher.id, newestFirst: true }),
    covers: listCoversOf(actor, [{ noun: "teacher", id: teacher.id }]),
    others: listOtherProfiles(actor, teacher.id),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const teacherId = params.teacherId ?? ""
  const teacher = orNotFound(findTeacher(actor, teacherId))
  const page = paths.teacher(teacherId)
  return intents(request, page, {
    answers: (form) => {
      if (form.get("subject") !== teacherId) throw notFound()
      const subject = { noun: "teacher", subjectId: teacherId } as const
      return saveAnswersForm(actor, subject, form, { back: page, name: teacher.name })
    },
    "answer-time-off": leadingTo(
      `${page}#time-off`,
      intent({
        schema: TimeOffAnswerForm,
        run: ({ timeOffId, decision, answer }) =>
          answerTimeOff(actor, teacherId, { timeOffId, decision, answer: answer || null }),
        refusals: {
          decided: { title: timeOffRefusals.decided },
          begun: { at: "answer", says: timeOffRefusals.begun, status: 409 },
        },
        saved: (_, { decision }) => (decision === "approved" ? "Time off approved." : "Time off declined."),
      }),
    ),
    invite: leadingTo(
      `${page}#about`,
      act({
        run: () => inviteTeacher(actor, teacherId),
        refusals: { ...inviteRefusals, "not-found": 404 },
        saved: ({ email }) => `Invitation sent to ${email}. It’s valid for seven days.`,
      }),
    ),
    revoke: leadingTo(
      `${page}#about`,
      act({
        run: () => revokeInvitation(actor, "teacher-invitation", teacherId),
        saved: "Invitation withdrawn.",
      }),
    ),
    ...hoursForms(actor, teacherId, page, { forOthers: true }),
    else: intent({
      schema: TeacherForm,
      run: (facts) => changeTeacher(actor, teacherId, facts),
      field: "email",
      refusals: { "same-email": ({ name }) => `${name} already uses this email. Enter another.` },
      status: 409,
      saved: (_, { name }) => `${name} saved.`,
    }),
  })
}

export const handle: FramedPage = { tab: "overview" }

export const meta = pageTitle<typeof loader>((data) => data.teacher.name)

export default function Teacher() {
  const { teacher, lessons, hours, colleagues, timeOff, fields, answers, others, covers, ...about } =
    useLoaderData<typeof loader>()
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
              others={colleagues}
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
            <TeacherAbout
              teacher={teacher}
              {...about}
              lastResult={answerTo(result, "answers", "add-hours") ? undefined : result}
            />
            <ProofsOf noun="teacher" id={teacher.id} covers={covers} />
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
            <Link to={paths.classes({ teacher: teacher.id })}>Classes</Link>{" "}
            <Link to={paths.students({ teacher: teacher.id })}>Students</Link>{" "}
            <Link to={paths.newMessage({ to: `pupils:${teacher.id}` })}>Message all students</Link>{" "}
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

/** The answer to one of these forms. */
function answerTo(result: SubmissionResult<string[]> | undefined, ...intents: string[]) {
  return intents.includes(String(result?.initialValue?.intent)) ? result : undefined
}
