import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { HistoryList } from "~/components/foundation/history/history-list"
import { StudentPackages } from "~/components/money/package/student-packages"
import { ComingSessions } from "~/components/people/student/coming-sessions"
import { FamilyOfStudent } from "~/components/people/student/family-of-student"
import { StatusSteps } from "~/components/people/student/status-steps"
import { StudentAbout } from "~/components/people/student/student-about"
import { StudentCredits } from "~/components/people/student/student-credits"
import { studentFrame, studentSummary } from "~/components/people/student/student-frame"
import { StudentNotes } from "~/components/people/student/student-notes"
import { StudentStatus } from "~/components/people/student/student-status"
import { type FramedPage, frameIn, useLoadedFrame } from "~/components/shell/frame"
import { StudentClasses } from "~/components/teaching/class/student-classes"
import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { FigureRow } from "~/components/ui/figure-row"
import { requireMember } from "~/http/guards.server"
import { studentOfPage } from "~/http/page-reads.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { limitReached } from "~/models/accounts/subscription/plan-usage"
import { listHistory } from "~/models/foundation/audit/history.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { listStudentPackages } from "~/models/money/package/packages.server"
import { findFamily } from "~/models/people/family/family.server"
import { listInstrumentsOf } from "~/models/people/student/instruments.server"
import { statusLabels, statusSteps } from "~/models/people/student/student"
import { findStudent } from "~/models/people/student/student.server"
import { findStudentFacts } from "~/models/people/student/student-facts.server"
import { listClassesOfStudent } from "~/models/teaching/class/student-classes.server"
import { countCredits, listCredits } from "~/models/teaching/credit/credit.server"
import { listComingSessions } from "~/models/teaching/session/coming-sessions.server"
import { changeStatus, listStatusChanges } from "~/models/teaching/student-status/change-status.server"
import { StatusForm } from "~/models/teaching/student-status/status-form"
import { now } from "~/utils/clock.server"
import { formatTime } from "~/utils/clock-times"
import { formFor } from "~/utils/count-of"
import { dayName, formatDate } from "~/utils/date-text"
import { ageOn } from "~/utils/dates"
import { joinNames } from "~/utils/join-names"
import { formatMoney } from "~/utils/money"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { formatInstant, today } from "~/utils/zones"

const aheadAtMost = 500

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const student = studentOfPage(actor, params.studentId ?? "")
  const family = student && findFamily(actor, student.familyId)
  if (!student || !family) throw notFound()
  const { createdAt: _, memberId: __, ...facts } = student
  const day = today(actor.school.timeZone, now())
  const sessions = listComingSessions(actor, student.id, aheadAtMost)
  return {
    student: facts,
    age: student.birthDate ? ageOn(student.birthDate, day) : null,
    teachers: findStudentFacts(actor, [student.id])(student.id).teachers,
    family,
    balanceMinor: familyBalance(actor, family.id),
    currency: actor.school.currency,
    isSolo: actor.school.kind === "solo",
    classes: listClassesOfStudent(actor, student.id),
    sessions: sessions.slice(0, 5),
    ahead: sessions.length,
    credits: listCredits(actor, { studentId: student.id, state: "open" }),
    packages: listStudentPackages(actor, student.id),
    creditsUsed: countCredits(actor, { studentId: student.id }).used,
    instruments: listInstrumentsOf(actor, student.id),
    statuses: listStatusChanges(actor, student.id).map((change) => ({
      ...change,
      label: statusLabels[change.status],
    })),
    history: listHistory(
      actor,
      [
        { noun: "student", ids: [student.id] },
        { noun: "family", ids: [family.id] },
      ],
      10,
    ).map(({ at, ...event }) => ({ ...event, at: formatInstant(at, actor.school.timeZone) })),
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

export const handle: FramedPage<typeof loader> = {
  tab: "overview",
  head: ({ student, age, teachers, isSolo, family }) => ({
    expression: studentSummary({ ...student, age, teachers: isSolo ? [] : teachers }),
    actions: (
      <>
        {student.status === "former" ? null : (
          <LinkButton
            to={
              student.status === "lead" || student.status === "trial"
                ? paths.trialLesson({ student: student.id })
                : paths.findTime({ student: student.id })
            }
          >
            {student.status === "lead" || student.status === "trial" ? "Book trial lesson" : "Find a time"}
          </LinkButton>
        )}
        <LinkButton to={paths.newInvoice({ family: family.id })}>New invoice</LinkButton>
        {student.status === "former" ? null : (
          <LinkButton variant="primary" to={paths.newMessage({ to: `student:${student.id}` })}>
            Message family
          </LinkButton>
        )}
      </>
    ),
  }),
}

export const meta: MetaFunction = ({ matches }) => {
  const student = frameIn(matches, studentFrame)
  return [{ title: student ? `${student.name} · Tutti` : "Not found · Tutti" }]
}

export default function Student() {
  const { student, isSolo, classes, sessions, currency, history, ...loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <AnswerSummary formId={`status-${answer?.step}`} result={answer?.result} />
      {student.medicalNotes ? (
        <Callout tone="red">
          <p className="whitespace-pre-line">
            <b>Medical:</b> {student.medicalNotes}
          </p>
        </Callout>
      ) : null}
      <Figures />
      <div className="two-columns">
        <div className="stack">
          <StudentClasses name={student.firstName} classes={classes} currency={currency} isSolo={isSolo} />
          <ComingSessions sessions={sessions} isSolo={isSolo} />
          <StudentCredits studentId={student.id} credits={loaded.credits} used={loaded.creditsUsed} />
          <StudentPackages packages={loaded.packages} sellTo={student} />
          <StudentNotes notes={student.notes} />
        </div>
        <div className="stack">
          <section className="section" aria-labelledby="facts">
            <header>
              <h2 id="facts">About</h2>
              <StudentStatus status={student.status} />
            </header>
            <StudentAbout student={student} instruments={loaded.instruments} statuses={loaded.statuses} />
            <StatusSteps
              key={student.status}
              name={student.firstName}
              status={student.status}
              classes={classes.filter(({ isOver }) => !isOver).map(({ name }) => name)}
              ahead={loaded.ahead}
              answer={answer}
            />
          </section>
          <FamilyOfStudent family={loaded.family} studentId={student.id} />
          <HistoryList entries={history} />
        </div>
      </div>
    </>
  )
}

function Figures() {
  const { name } = useLoadedFrame(studentFrame)
  const { student, sessions, balanceMinor, currency, credits, family } = useLoaderData<typeof loader>()
  const next = sessions[0]
  return (
    <FigureRow
      label={name}
      items={[
        next
          ? {
              figure: `${dayName(next.localDate, "short")} ${formatTime(next.startTime)}`,
              label: `next lesson, ${formatDate(next.localDate, "day")}`,
              to: paths.session(next.id),
            }
          : { figure: "–", label: "no upcoming lessons" },
        { figure: formatMoney(balanceMinor, currency), label: "family balance", to: paths.family(family.id) },
        ...(credits.length > 0
          ? [
              {
                figure: credits.length,
                label: formFor(credits.length, "make-up credit"),
                to: paths.makeUp(student.id),
              },
            ]
          : []),
      ]}
    />
  )
}
