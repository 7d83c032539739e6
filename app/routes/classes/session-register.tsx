import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react"
import { useState } from "react"
import { AskCorrection, askCorrectionFormId } from "~/components/attendance/correction/ask-correction"
import { CompareForm } from "~/components/attendance/register/compare-form"
import { EarlyStart } from "~/components/attendance/register/early-start"
import { ExpectedList } from "~/components/attendance/register/expected-list"
import { NoticeForm } from "~/components/attendance/register/notice-form"
import { orKeep, unlessUnreachable } from "~/components/attendance/register/offline-registers"
import { RegisterForm } from "~/components/attendance/register/register-form"
import { SessionFacts } from "~/components/attendance/register/session-facts"
import { AnswerSummary } from "~/components/form/answer-summary"
import { ErrorSummary } from "~/components/form/error-summary"
import { SessionLearning } from "~/components/learning/progress/session-learning"
import { UncoveredNotice } from "~/components/people/proof/proofs-of"
import { useHasPassed } from "~/components/shell/offline/use-has-passed"
import { keepUnsent } from "~/components/shell/unsent/kept-forms"
import { CancelHere } from "~/components/teaching/week/cancel-here"
import { RunningLate } from "~/components/teaching/week/running-late"
import { Callout } from "~/components/ui/callout"
import { requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { type invalid, orNotFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { findNextLesson } from "~/models/attendance/day/teaching-day.server"
import { findRegister } from "~/models/attendance/register/register-view.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { listAssignmentsOfSession } from "~/models/learning/assignment/assignment.server"
import { listRepliesToSession } from "~/models/learning/feedback/feedback.server"
import { listNextSkills } from "~/models/learning/skill/step-skill.server"
import { listUncovered } from "~/models/people/proof/proofs.server"
import { findTrialBooker } from "~/models/teaching/booked-trial/booked-trial.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import { mayRunLate } from "~/models/teaching/session/running-late.server"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import { instantOf, localTime, today } from "~/utils/zones"
import { type Answer, answerRegister, answerUndo, nothing } from "./register-answer.server"
import { answerRunningLate, noticeRefused } from "./session-answers.server"
import { answerAskedCorrection, answerWithdrawnCorrection, correctionsOf } from "./session-correction.server"
import { answerSessionTask, answerSkillStep, answerTakenBack, maySayHowFar } from "./session-tasks.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "register:take")
  const register = requireRegister(actor, params.sessionId ?? "")
  const zone = actor.school.timeZone
  return {
    register,
    booker: bookerOf(actor, register.session.id),
    corrections: correctionsOf(actor, register),
    uncovered:
      register.phase === "expected"
        ? listUncovered(
            actor,
            {
              teacher: register.session.teacherId ? [register.session.teacherId] : [],
              student: register.rows.map(({ studentId }) => studentId),
            },
            register.session.localDate,
          )
        : [],
    next: findNextLesson(actor, register.session),
    isTeacher: actor.role === "teacher",
    mayRunLate: mayRunLate(actor, {
      ...register.session,
      state: register.phase === "cancelled" ? "cancelled" : "planned",
      endsAt:
        instantOf(register.session.localDate, register.session.startTime, zone) +
        register.session.minutes * 60_000,
    }),
    day: today(zone, now()),
    time: localTime(now(), zone),
    sentAt: now(),
    timeZone: zone,
    tasks: listAssignmentsOfSession(actor, register.session.id),
    entryId: newId(),
    replies: listRepliesToSession(actor, register.session.id),
    nextSkills: Object.fromEntries(
      listNextSkills(
        actor,
        maySayHowFar(actor) ? register.rows.map(({ studentId }) => studentId) : [],
        register.session.instrument,
      ),
    ),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "register:take")
  const session = orNotFound(findSeatedSession(actor, params.sessionId ?? ""))
  const form = await request.formData()
  const save = (to: string) => answerRegister(actor, session.id, form, { saved: to, undoFrom: "register" })
  return intents(form, paths.session(session.id), {
    notice: () => answerNotice(actor, session.id, form),
    "ask-correction": async () => {
      const asked = await answerAskedCorrection(actor, session.id, form)
      return "data" in asked ? data({ ...nothing, correction: asked.data.result }, { status: 400 }) : asked
    },
    "withdraw-correction": () => answerWithdrawnCorrection(actor, session.id, form),
    undo: () => answerUndo(actor, session.id, form),
    "running-late": async () => {
      const told = await answerRunningLate(actor, session.id, form)
      return "data" in told ? data({ ...nothing, late: told.data.result }, { status: 400 }) : told
    },
    skill: () => answerSkillStep(actor, requireRegister(actor, session.id), form),
    withdraw: () => answerTakenBack(actor, requireRegister(actor, session.id), form),
    assign: async () => {
      const answer = await answerSessionTask(actor, requireRegister(actor, session.id), form)
      return "data" in answer ? refuseTask(answer) : answer
    },
    next: () => save(paths.session(findNextLesson(actor, session)?.id ?? session.id)),
    else: () => save(paths.session(session.id)),
  })
}

/** Who booked a trial lesson that has no student yet, with the inquiry for those who may see it. */
function bookerOf(actor: Actor, sessionId: string) {
  const booker = findTrialBooker(actor, sessionId)
  return booker && { ...booker, inquiryId: may(actor, "student:read") ? booker.inquiryId : null }
}

function requireRegister(actor: Actor, sessionId: string): Register {
  const register = orNotFound(findRegister(actor, sessionId))
  return register
}

/** Without a connection the register is stored in the browser and sent later. */
export const clientAction = (args: ClientActionFunctionArgs) =>
  orKeep(args.request, { sessionId: args.params.sessionId ?? "" }, () => keepOther(args))

const keepOther = keepUnsent(
  (intent) => ({ assign: "Assignment", notice: "Absence", skill: "Skill" })[intent],
)

export const shouldRevalidate = unlessUnreachable

type Register = NonNullable<ReturnType<typeof findRegister>>

function answerNotice(actor: Actor, sessionId: string, form: FormData) {
  const refused = noticeRefused(actor, sessionId, form)
  if (refused) return refuseNotice(refused)
  return redirectWithToast(paths.session(sessionId), "Absence recorded.")
}

const refuseNotice = ({ data: { result } }: ReturnType<typeof invalid>) =>
  data({ ...nothing, result, isNotice: true }, { status: 400 })

const refuseTask = ({ data: { result } }: ReturnType<typeof invalid>) =>
  data({ ...nothing, task: result }, { status: 400 })

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  {
    title: found
      ? `Attendance: ${found.register.name}, ${formatDate(found.register.session.localDate, "day")} · Tutti`
      : "Not found · Tutti",
  },
]

export default function SessionRegister() {
  const { register, booker, corrections, next, isTeacher, ...shown } = useLoaderData<typeof loader>()
  const { day, time, sentAt, mayRunLate: isToday, timeZone, tasks, entryId, replies, nextSkills } = shown
  const answer = answered(useActionData<Answer | { isUnreachable: boolean }>())
  const problems = problemsOf(answer)
  const hasOpened = useHasPassed(register.opensAtMs, sentAt)
  const [startedId, start] = useState<string>()
  const isStarted = hasOpened || startedId === register.session.id
  const isExpected = register.phase === "expected" && !isStarted
  const isOpen = !isExpected && register.phase !== "cancelled"
  const unmarked = register.rows.filter(({ recorded }) => !recorded)
  return (
    <div className="section narrow">
      <ErrorSummary form={{ id: "register", allErrors: problems, errors: problems[""] }} />
      <AnswerSummary formId="task" result={answer?.task} />
      <AnswerSummary formId="running-late" result={answer?.late} />
      <AnswerSummary formId={askCorrectionFormId} result={answer?.correction} />
      <UncoveredNotice uncovered={shown.uncovered} />
      <SessionFacts register={register} booker={booker} back={isTeacher ? "teacher" : "office"} />
      {register.lastNote ? (
        <Callout>
          <p>
            <b>Last note:</b> <em>{register.lastNote.body}</em>
          </p>
        </Callout>
      ) : null}
      {!isOpen ? null : answer?.comparison ? (
        <CompareForm key={answer.comparison.formStamp} comparison={answer.comparison} />
      ) : (
        <RegisterForm key={register.session.id} register={register} answer={answer} next={next} />
      )}
      {register.lock === "closed" && isOpen ? (
        <AskCorrection register={register} corrections={corrections} result={answer?.correction} />
      ) : null}
      {isOpen ? (
        <SessionLearning
          students={register.rows}
          area={isTeacher ? "teacher" : "office"}
          day={day}
          timeZone={timeZone}
          tasks={tasks}
          entryId={entryId}
          replies={replies}
          nextSkills={nextSkills}
          result={answer?.task}
        />
      ) : null}
      {isExpected ? (
        <>
          <p className="dim">You can take attendance from {register.opensAt}. Expected:</p>
          <ExpectedList rows={register.rows} />
          <EarlyStart
            date={register.session.localDate}
            opensAt={register.opensAt}
            onStart={() => start(register.session.id)}
          />
        </>
      ) : null}
      {unmarked.length && register.phase !== "cancelled" ? (
        <details className="disclosure no-print" open={isExpected || answer?.isNotice}>
          <summary>Record an absence</summary>
          <NoticeForm
            rows={unmarked}
            day={day}
            time={time}
            result={answer?.isNotice ? answer.result : undefined}
          />
        </details>
      ) : null}
      {isToday ? <RunningLate isOpen={answer?.late !== undefined} /> : null}
      {!isTeacher && register.credits ? (
        <CancelHere sessionId={register.session.id} credits={register.credits} />
      ) : null}
    </div>
  )
}

const answered = (answer: Answer | { isUnreachable: boolean } | undefined): Answer | undefined =>
  answer && "typed" in answer ? answer : undefined

/** The errors of the attendance form; the notice's form shows its own. */
function problemsOf(answer: Answer | undefined): Record<string, string[]> {
  const errors = answer?.isNotice ? {} : (answer?.result?.error ?? {})
  return Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, messages ?? []]))
}
