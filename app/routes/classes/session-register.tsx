import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react"
import { useEffect, useState } from "react"
import { CompareForm } from "~/components/attendance/register/compare-form"
import { ExpectedList } from "~/components/attendance/register/expected-list"
import { orKeep, unlessUnreachable } from "~/components/attendance/register/offline-registers"
import { RegisterForm } from "~/components/attendance/register/register-form"
import { NoticeForm, SessionFacts } from "~/components/attendance/register/session-facts"
import { Field, SelectField } from "~/components/form/field"
import { ActButton, AnswerSummary, ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { SessionLearning } from "~/components/learning/progress/session-learning"
import { UncoveredNotice } from "~/components/people/proof/proofs-of"
import { pageTitle } from "~/components/shell/frame"
import { documentKeptAt } from "~/components/shell/offline/kept-copies"
import { useHasPassed } from "~/components/shell/offline/use-has-passed"
import { keepUnsent } from "~/components/shell/unsent/kept-forms"
import { CancelHere } from "~/components/teaching/week/cancel-here"
import { RunningLate } from "~/components/teaching/week/running-late"
import { Button } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { orNotFound, requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import type { invalid } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { spellStatus } from "~/models/accounts/custom-status/custom-status"
import { type Correction, correctionLabels, statusChoices } from "~/models/attendance/correction/correction"
import type { AskCorrectionFields } from "~/models/attendance/correction/correction-form"
import { findNextLesson } from "~/models/attendance/day/teaching-day.server"
import type { RegisterView } from "~/models/attendance/register/register-view"
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
import { formatDate } from "~/utils/formats"
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
  const startsAt = instantOf(register.session.localDate, register.session.startTime, zone)
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
      startsAt,
      endsAt: startsAt + register.session.minutes * 60_000,
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

export const meta = pageTitle<typeof loader>(
  ({ register }) => `Attendance: ${register.name}, ${formatDate(register.session.localDate, "day")}`,
)

export default function SessionRegister() {
  const { register, booker, corrections, next, isTeacher, ...shown } = useLoaderData<typeof loader>()
  const {
    day,
    time,
    sentAt,
    mayRunLate: isLateOffered,
    timeZone,
    tasks,
    entryId,
    replies,
    nextSkills,
  } = shown
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
        <CalloutText>
          <b>Last note:</b> <em>{register.lastNote.body}</em>
        </CalloutText>
      ) : null}
      {!isOpen ? null : answer?.comparison ? (
        <CompareForm
          key={answer.comparison.formStamp}
          comparison={answer.comparison}
          reason={answer.typed.reason}
        />
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
      {isLateOffered ? <RunningLate isOpen={answer?.late !== undefined} /> : null}
      {!isTeacher && register.credits ? (
        <CancelHere sessionId={register.session.id} credits={register.credits} isSolo={register.isSolo} />
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

const askCorrectionFormId = "ask-correction"

type AskCorrectionProps = {
  register: RegisterView
  corrections: (Correction & { isOwn: boolean })[]
  result?: SubmissionResult
}

/** Attendance that its reader can’t change anymore: what was asked of the office, and the form to ask. */
function AskCorrection({ register, corrections, result }: AskCorrectionProps) {
  const waiting = new Set(
    corrections.filter(({ state }) => state === "asked").map(({ studentId }) => studentId),
  )
  const rows = register.rows.filter(({ studentId, recorded }) => recorded && !waiting.has(studentId))
  return (
    <section className="section no-print" aria-labelledby="corrections">
      <h2 id="corrections">Corrections by the office</h2>
      {corrections.length > 0 ? <Asked corrections={corrections} /> : null}
      {rows.length > 0 || result ? (
        <details className="disclosure" open={result !== undefined}>
          <summary>Ask the office to correct attendance</summary>
          <AskForm rows={rows} statuses={register.statuses} result={result} />
        </details>
      ) : null}
    </section>
  )
}

function Asked({ corrections }: Pick<AskCorrectionProps, "corrections">) {
  return (
    <ul className="rows">
      {corrections.map(({ id, studentName, wanted, reason, state, answer, isOwn, askedByName }) => (
        <li key={id}>
          <span>
            <b>{studentName}</b>: {wanted}
            <br />
            <span className="small dim">
              {correctionLabels[state]}
              {answer ? `: “${answer}”` : ""}. {isOwn ? "You" : askedByName} wrote: “{reason}”
            </span>
          </span>
          {state === "asked" && isOwn ? (
            <ActButton
              label="Withdraw request"
              sends={{ correction: id }}
              intent="withdraw-correction"
              pending="Withdrawing…"
              about={`for ${studentName}`}
            />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function AskForm({
  rows,
  statuses,
  result,
}: Pick<RegisterView, "rows" | "statuses"> & { result?: SubmissionResult }) {
  const [form, fields] = useForm<AskCorrectionFields>({
    id: askCorrectionFormId,
    lastResult: result,
    defaultValue: { studentId: rows.length === 1 ? rows[0]?.studentId : undefined },
  })
  const own = statuses.map(({ id, name, countsAs }) => ({
    value: spellStatus({ code: countsAs, statusId: id }),
    label: name,
  }))
  return (
    <PostForm {...getFormProps(form)} className="form">
      <SelectField
        meta={fields.studentId}
        label="Student"
        prompt={rows.length === 1 ? undefined : "Choose a student"}
        choices={rows.map(({ studentId, name }) => ({ value: studentId, label: name }))}
      />
      <SelectField
        meta={fields.status}
        label="Status it should be"
        prompt="Choose a status"
        choices={[...statusChoices.map(({ code, label }) => ({ value: code, label })), ...own]}
      />
      <Field
        meta={fields.minutesLate}
        label="Minutes late"
        hint="Only for late"
        optional
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
      />
      <Field
        meta={fields.reason}
        label="Reason"
        hint="The office reads it."
        maxLength={200}
        autoComplete="off"
      />
      <SubmitRow label="Ask for correction" pending="Sending…" intent="ask-correction" variant="secondary" />
    </PostForm>
  )
}

type EarlyStartProps = { date: string; opensAt: string; onStart: () => void }

/**
 * On a page that this device has kept only its own clock says whether attendance is open, and it may be wrong: the teacher
 * decides, on the lesson's day. What is saved too early waits on the device until it opens.
 */
function EarlyStart({ date, opensAt, onStart }: EarlyStartProps) {
  const [isOffered, offer] = useState(false)
  useEffect(() => offer(documentKeptAt !== undefined && isoDate(new Date()) === date), [date])
  if (!isOffered) return null
  return (
    <p className="no-print">
      <Button type="button" variant="secondary" onClick={onStart}>
        Take attendance now
      </Button>{" "}
      <span className="dim">What you save before {opensAt} waits on this device until then.</span>
    </p>
  )
}

/** The browser's own date. */
const isoDate = (at: Date) => at.toLocaleDateString("sv")
