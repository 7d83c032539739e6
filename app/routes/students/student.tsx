import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { LessonNotes } from "~/components/overview/record/lesson-notes"
import { Rhythm } from "~/components/overview/record/rhythm"
import { WorkingOn } from "~/components/overview/record/working-on"
import { ComingSessions } from "~/components/people/student/coming-sessions"
import { FamilyOfStudent } from "~/components/people/student/family-of-student"
import { StatusSteps } from "~/components/people/student/status-steps"
import { StudentAbout } from "~/components/people/student/student-about"
import { StudentCredits } from "~/components/people/student/student-credits"
import { studentFrame } from "~/components/people/student/student-frame"
import { StudentNotes } from "~/components/people/student/student-notes"
import { type FramedPage, frameIn } from "~/components/shell/frame"
import { StudentClasses } from "~/components/teaching/class/student-classes"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import {
  classesOfPage,
  comingOfPage,
  creditsOfPage,
  familyOfPage,
  studentOfPage,
  termLessonsOfPage,
} from "~/http/page-reads.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { limitReached } from "~/models/accounts/subscription/plan-usage"
import { findReturned } from "~/models/foundation/outbox/returned-address.server"
import { findStudentSide, listLessonNotes } from "~/models/overview/record/student-record.server"
import { accountsOf } from "~/models/people/invitation/account-state.server"
import { statusLabels, statusSteps } from "~/models/people/student/student"
import { findStudent } from "~/models/people/student/student.server"
import { changeStatus } from "~/models/teaching/student-status/change-status.server"
import { StatusForm } from "~/models/teaching/student-status/status-form"
import { now } from "~/utils/clock.server"
import { joinNames } from "~/utils/join-names"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const student = studentOfPage(actor, params.studentId ?? "")
  const family = student && familyOfPage(actor, student.familyId)
  if (!student || !family) throw notFound()
  const { createdAt: _, memberId, ...facts } = student
  const side = findStudentSide(actor, student.id)
  const day = today(actor.school.timeZone, now())
  const sessions = comingOfPage(actor, student.id)
  const portals = accountsOf(actor, "guardian-invitation", family.guardians)
  const returned = findReturned([student.email, ...family.guardians.map(({ email }) => email)])
  return {
    student: facts,
    hasLogin: memberId !== null,
    returned: returned.get(student.email?.toLowerCase() ?? "")?.kind ?? null,
    family: {
      ...family,
      guardians: family.guardians.map(({ familyId: _family, memberId: _member, ...guardian }) => ({
        ...guardian,
        portal: portals.get(guardian.id)?.state ?? { kind: "none" as const },
        returned: returned.get(guardian.email ?? "")?.kind ?? null,
      })),
    },
    currency: actor.school.currency,
    isSolo: actor.school.kind === "solo",
    classes: classesOfPage(actor, student.id),
    sessions: sessions.slice(0, 4),
    ahead: sessions.length,
    day,
    lessons: termLessonsOfPage(actor, student.id),
    notes: listLessonNotes(actor, student.id, 2),
    credits: creditsOfPage(actor, student.id),
    ...side,
    instruments: [
      ...(student.instrument ? [{ instrument: student.instrument, level: student.level }] : []),
      ...side.instruments,
    ],
    statuses: side.statuses.map((change) => ({ ...change, label: statusLabels[change.status] })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = findStudent(actor, params.studentId ?? "")
  if (!student) throw notFound()
  const submission = readForm(await request.formData(), { schema: StatusForm })
  const refuse = (answer: ReturnType<typeof invalid>, status = 400) =>
    data({ step: String(submission.payload.step ?? ""), result: answer.data.result }, { status })
  if (submission.status !== "success") return refuse(invalid(submission))
  const changed = changeStatus(actor, student.id, submission.value)
  const { step } = submission.value
  const back = step === "pause" ? "resume" : step === "end" ? "return" : undefined
  if (changed.ok)
    return redirectWithToast(paths.student(student.id), {
      title: `Status changed to ${statusLabels[statusSteps[step].to]} for ${fullName(student)}.`,
      undo:
        back && changed.classes.length === 0
          ? { to: paths.student(student.id), fields: { intent: "status", step: back } }
          : undefined,
      text: changed.classes.length > 0 ? `Unenrolled from ${joinNames(changed.classes)}.` : undefined,
      tone: "good",
    })
  switch (changed.reason) {
    case "no-student":
      throw notFound()
    case "not-now":
      return refuse(invalid(submission, { form: "Someone else changed the status. Try again." }), 409)
    case "limit-reached":
      return refuse(
        invalid(submission, { form: limitReached("students", changed.planName, changed.places) }),
        409,
      )
  }
}

export const handle: FramedPage = { tab: "overview" }

export const meta: MetaFunction = ({ matches }) => {
  const student = frameIn(matches, studentFrame)
  return [{ title: student ? `${student.name} · Tutti` : "Not found · Tutti" }]
}

export default function Student() {
  const { student, isSolo, classes, sessions, currency, ...loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <AnswerSummary formId={`status-${answer?.step}`} result={answer?.result} />
      <div className="two-columns">
        <div className="stack">
          <section className="section" aria-labelledby="attendance">
            <header>
              <h2 id="attendance">Attendance</h2>
              <Link to={paths.studentLessons(student.id)}>View all lessons</Link>
            </header>
            <Rhythm lessons={loaded.lessons} day={loaded.day} />
          </section>
          <LessonNotes notes={loaded.notes} studentId={student.id} />
          <ComingSessions sessions={sessions} isSolo={isSolo} />
          <WorkingOn
            studentId={student.id}
            name={student.firstName}
            pieces={loaded.pieces}
            practiceMinutes={loaded.practiceMinutes}
          />
        </div>
        <div className="stack">
          <FamilyOfStudent
            family={loaded.family}
            student={{ id: student.id, firstName: student.firstName, hasLogin: loaded.hasLogin }}
          />
          <StudentCredits studentId={student.id} credits={loaded.credits} />
          <StudentClasses
            id={student.id}
            name={student.firstName}
            classes={classes}
            currency={currency}
            isSolo={isSolo}
          />
          <section className="section" aria-labelledby="facts">
            <header>
              <h2 id="facts">About {student.firstName || "the student"}</h2>
              <Link to={paths.editStudent(student.id)}>Edit student</Link>
            </header>
            <StudentAbout
              student={student}
              returned={loaded.returned}
              instruments={loaded.instruments}
              answers={loaded.answers}
              statuses={loaded.statuses}
            />
            <StatusSteps
              key={student.status}
              name={student.firstName}
              status={student.status}
              classes={classes.filter(({ isOver }) => !isOver).map(({ name }) => name)}
              ahead={loaded.ahead}
              answer={answer}
            />
          </section>
          <StudentNotes notes={student.notes} />
        </div>
      </div>
    </>
  )
}
