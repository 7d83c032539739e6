import type { SubmissionResult } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { ActButton, AnswerSummary } from "~/components/form/post-form"
import { AnswerDetails } from "~/components/foundation/custom-field/answer-details"
import { ProofsOf } from "~/components/people/proof/proofs-of"
import { TeacherAbout } from "~/components/people/teacher/teacher-about"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { AnswerRequest } from "~/components/teaching/teacher-time/answer-request"
import { HoursPart } from "~/components/teaching/teacher-time/hours-part"
import { TimeOffList } from "~/components/teaching/teacher-time/time-off-list"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { act, intent, intents, leadingTo } from "~/http/intents.server"
import { teacherOfPage } from "~/http/page-reads.server"
import { saveAnswersForm } from "~/http/responses.server"
import { answersFor } from "~/models/foundation/custom-field/answers.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { emailedToast } from "~/models/foundation/outbox/bounce"
import { findBounces } from "~/models/foundation/outbox/bounce.server"
import type { TeacherLesson } from "~/models/overview/record/teacher-record"
import { listTeacherLessons } from "~/models/overview/record/teacher-record.server"
import { accountOf } from "~/models/people/invitation/account-state.server"
import { inviteTeacher, revokeInvitation } from "~/models/people/invitation/invite.server"
import { listCoversOf } from "~/models/people/proof/proofs.server"
import { listOffered } from "~/models/people/student/offered.server"
import { offeredTo } from "~/models/people/teacher/instruments"
import {
  changeTeacher,
  findTeacher,
  listOtherProfiles,
  listTeachers,
} from "~/models/people/teacher/teacher.server"
import { TeacherForm } from "~/models/people/teacher/teacher-form"
import { listUnassigned } from "~/models/teaching/teacher-leaving/deactivate-teacher.server"
import { listHours } from "~/models/teaching/teacher-time/availability.server"
import type { Hours, TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { TimeOffAnswerForm } from "~/models/teaching/teacher-time/teacher-time-forms"
import { answerTimeOff, listTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { inviteRefusals } from "~/texts/people/refusals"
import { timeOffRefusals } from "~/texts/teaching/refusals"
import { formatDate, formatTime } from "~/utils/formats"
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
    returned: email ? (findBounces([email]).get(email.toLowerCase())?.kind ?? null) : null,
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
    unassigned: teacher.lastDay === null ? null : listUnassigned(actor, teacher.id, teacher.lastDay),
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
        saved: ({ reach }, { decision }) =>
          emailedToast(`Time off ${decision}.`, reach, `${teacher.name} gets an email.`),
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
  const {
    teacher,
    lessons,
    hours,
    colleagues,
    timeOff,
    fields,
    answers,
    others,
    covers,
    unassigned,
    ...about
  } = useLoaderData<typeof loader>()
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
            <TeacherEnd teacher={teacher} unassigned={unassigned} />
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

type TeacherLessonsProps = { teacher: { id: string; name: string }; lessons: readonly TeacherLesson[] }

/** A teacher's next lessons. */
function TeacherLessons({ teacher, lessons }: TeacherLessonsProps) {
  return (
    <section className="section" aria-labelledby="next">
      <header>
        <h2 id="next">Upcoming lessons</h2>
        <Link to={paths.schedule({ teacher: teacher.id })}>Schedule</Link>
      </header>
      {lessons.length === 0 ? (
        <EmptyState>No upcoming lessons. They appear here once {teacher.name} teaches a class.</EmptyState>
      ) : (
        <ul className="rows">
          {lessons.map(({ id, className, localDate, startTime, minutes, roomName }) => (
            <li key={id}>
              <span>
                <Link to={paths.session(id)}>
                  {formatDate(localDate, "short")}, {formatTime(startTime)}
                </Link>
                <br />
                <span className="dim">{className}</span>
              </span>{" "}
              <span className="dim sm:text-right">
                {[`${minutes} min`, roomName].filter(Boolean).join(", ")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type MergeWithProps = { teacherId: string; others: { id: string; name: string; email: string | null }[] }

/** Leads to the comparison with another profile of the same teacher. */
function MergeWith({ teacherId, others }: MergeWithProps) {
  if (others.length === 0) return null
  return (
    <details className="disclosure no-print">
      <summary>Merge with…</summary>
      <Form method="get" action={paths.mergePeople()} className="form">
        <input type="hidden" name="noun" value="teacher" />
        <input type="hidden" name="keep" value={teacherId} />
        <div className="field">
          <label htmlFor="merge-gone">Another profile of the same teacher</label>
          <select id="merge-gone" name="gone" required>
            {others.map(({ id, name, email }) => (
              <option key={id} value={id}>
                {email ? `${name}, ${email}` : name}
              </option>
            ))}
          </select>
        </div>
        <p>
          <Button>Compare</Button>
        </p>
      </Form>
    </details>
  )
}

type Named = { id: string; name: string }
type TeacherEndProps = {
  teacher: Named & { deactivatedAt: number | null; lastDay: string | null }
  unassigned: { classes: Named[]; events: Named[] } | null
}

/** What ends a teacher's time at the school, and after it what is kept of them. */
function TeacherEnd({ teacher: { id, name, deactivatedAt, lastDay }, unassigned }: TeacherEndProps) {
  const left = [
    ...(unassigned?.classes ?? []).map((each) => ({ ...each, to: paths.class(each.id) })),
    ...(unassigned?.events ?? []).map((each) => ({ ...each, to: paths.occasion(each.id) })),
  ]
  return (
    <>
      {lastDay ? (
        <p>
          {name} leaves after {formatDate(lastDay, "medium")}.{" "}
          <Link to={paths.deactivateTeacher(id)}>Change or cancel</Link>
        </p>
      ) : null}
      {left.length > 0 ? (
        <Callout>
          <p>
            Choose <Link to={paths.deactivateTeacher(id)}>who takes over</Link>. After that day, these have no
            teacher:
          </p>
          <ul>
            {left.map((each) => (
              <li key={each.id}>
                <Link to={each.to}>{each.name}</Link>
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
      <p className="buttons no-print">
        {deactivatedAt === null && !lastDay ? (
          <LinkButton variant="danger" to={paths.deactivateTeacher(id)}>
            Deactivate {name}
          </LinkButton>
        ) : null}{" "}
        <Link to={paths.eraseTeacher(id)}>Erase personal data</Link>
      </p>
    </>
  )
}

type OfficeTimeOffProps = {
  teacherId: string
  name: string
  hours: Hours[]
  /** Who can be given the same hours. */
  others: { id: string; name: string }[]
  timeOff: TimeOff[]
  /** Nothing is asked of a teacher who left, and no request of theirs is answered. */
  hasLeft: boolean
  /** What the form of the hours was answered. */
  lastResult: SubmissionResult<string[]> | undefined
}

/** A teacher's hours and time off, for the office, which keeps the hours and answers requests. Sends `intent` answer-time-off. */
function OfficeTimeOff({ teacherId, name, hours, others, timeOff, hasLeft, lastResult }: OfficeTimeOffProps) {
  return (
    <>
      <AnswerSummary formId="add-hours" result={lastResult} />
      <HoursPart
        hours={hours}
        others={others}
        about={`When ${name} can be given lessons.`}
        empty={hasLeft ? "No teaching hours." : "No teaching hours yet."}
        isFixed={hasLeft}
        lastResult={lastResult}
      />
      <section className="section" aria-labelledby="time-off-title" id="time-off">
        <header>
          <h2 id="time-off-title">Time off</h2>
          {hasLeft ? null : (
            <Link to={`${paths.absences({ teacher: teacherId })}#record`}>Record an absence</Link>
          )}
        </header>
        {timeOff.length ? (
          <TimeOffList
            timeOff={timeOff}
            buttons={({ id, state, sessions }) =>
              hasLeft ? null : state === "requested" ? (
                <AnswerRequest timeOffId={id} name={name} />
              ) : state === "approved" && sessions > 0 ? (
                <p>
                  <Link to={paths.absence(id)}>Arrange these lessons</Link>
                </p>
              ) : null
            }
          />
        ) : (
          <p className="dim">No time off requested.</p>
        )}
      </section>
    </>
  )
}

/** On the record of a teacher who was deactivated: what that means, and the way back. */
function ReactivateTeacher({ teacherId, name }: { teacherId: string; name: string }) {
  return (
    <Callout tone="amber">
      <p>{name} is deactivated and takes no spot of your plan. Past lessons, attendance and pay stay.</p>
      <ActButton
        label={`Reactivate ${name}`}
        action={paths.teachers()}
        sends={{ intent: "reactivate", teacherId }}
        pending="Reactivating…"
      />
    </Callout>
  )
}
