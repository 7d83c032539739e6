import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AbsenceList } from "~/components/attendance/credit/absence-list"
import {
  ExcuseAbsence,
  ExtendCredit,
  GrantCredit,
  RevokeCredit,
} from "~/components/attendance/credit/change-credit-forms"
import { CreditRules } from "~/components/attendance/credit/credit-rules"
import { CreditTable } from "~/components/attendance/credit/credit-table"
import { ActButton, AnswerSummary } from "~/components/form/post-form"
import { type FramedStudent, studentFrame } from "~/components/people/student/student-frame"
import { type FramedPage, frameTitle } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { Status } from "~/components/ui/status"
import { orNotFound, requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { classesOfPage, studentOfPage } from "~/http/page-reads.server"
import { listAbsences } from "~/models/attendance/absence-record/list-absences.server"
import { cancelMakeUp } from "~/models/attendance/make-up/book-make-up.server"
import { excuseAbsence, withdrawExcuse } from "~/models/attendance/notice/excuse.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findStudent } from "~/models/people/student/student.server"
import {
  extendCredit,
  grantCredit,
  listCreditChanges,
  revokeByHand,
  undoCreditChange,
} from "~/models/teaching/credit/change-credit.server"
import { type CreditRow, creditActLabels, creditRefusalFields } from "~/models/teaching/credit/credit"
import { listCredits } from "~/models/teaching/credit/credit.server"
import {
  CancelBookingForm,
  ExcuseForm,
  ExtendCreditForm,
  GrantCreditForm,
  RevokeCreditForm,
  UndoCreditForm,
  WithdrawExcuseForm,
} from "~/models/teaching/credit/credit-change-form"
import { creditLastDay, findCreditRules } from "~/models/teaching/credit/seat-credits.server"
import { cancelBookingRefusals, excuseRefusals } from "~/texts/attendance/refusals"
import { creditChangeRefusals } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { addMonths, laterOf } from "~/utils/dates"
import { formatDate, formatTime } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { fullName } from "~/utils/names"
import { paths } from "~/utils/paths"
import { formatInstant, today } from "~/utils/zones"

/** As long as a credit is granted for where no class says otherwise. */
const usualMinutes = 30

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = orNotFound(studentOfPage(actor, params.studentId ?? ""))
  const { timeZone } = actor.school
  const day = today(timeZone, now())
  const lastDay = creditLastDay(actor, day)
  const credits = listCredits(actor, { studentId: student.id })
  // Classes that go on come first: the form begins with the first.
  const classes = [...classesOfPage(actor, student.id)].sort((a, b) => Number(a.isOver) - Number(b.isOver))
  const seen = new Set<string>()
  return {
    id: student.id,
    isFormer: student.status === "former",
    credits,
    changeable: credits.flatMap(({ creditId, state, originClassName, originDate, expiresOn }) =>
      state === "open" || state === "expired"
        ? [
            {
              value: creditId,
              label: `${originClassName}, ${originDate ? formatDate(originDate, "day") : "granted"}, last day ${formatDate(expiresOn, "medium")}`,
            },
          ]
        : [],
    ),
    booked: credits.flatMap(({ usedSessionId, usedOn, usedTime, isAhead, isMissed }) =>
      usedSessionId && usedOn && usedTime && isAhead && !isMissed
        ? [{ sessionId: usedSessionId, date: usedOn, startTime: usedTime }]
        : [],
    ),
    classes: [...new Map(classes.map(({ classId, name }) => [classId, name]))].map(([value, label]) => ({
      value,
      label,
    })),
    minutes: classes[0]?.patterns[0]?.minutes ?? usualMinutes,
    lastDay,
    extendTo: extendTo(credits, lastDay),
    rules: findCreditRules(actor, student.id),
    absences: listAbsences(actor, student.id),
    changes: listCreditChanges(actor, student.id).map(({ at, creditId, ...change }) => {
      const isLatest = !change.isUndone && !seen.has(creditId)
      if (isLatest) seen.add(creditId)
      return { ...change, isLatest, when: formatInstant(at, timeZone) }
    }),
    formKey: newId(),
  }
}

/** A last day that is later than that of any credit there is to extend: as of a new one, or a month after the latest. */
function extendTo(credits: readonly CreditRow[], lastDay: string): string {
  const days = credits.flatMap(({ state, expiresOn }) =>
    state === "open" || state === "expired" ? [expiresOn] : [],
  )
  const latest = days.reduce(laterOf, "")
  return latest < lastDay ? lastDay : addMonths(latest, 1)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const student = orNotFound(findStudent(actor, params.studentId ?? ""))
  return changeCredits(actor, student, request)
}

export const handle: FramedPage<typeof loader, FramedStudent> = {
  title: "Make-up credits",
  head: ({ id, isFormer }, student) => ({
    back: { to: paths.studentLessons(student.id), label: student.name },
    expression: "what was earned, what wasn’t, and why",
    actions: isFormer ? null : <LinkButton to={paths.makeUp(id)}>Book make-up</LinkButton>,
  }),
}

export const meta = frameTitle(studentFrame, (student) => `${student.name}’s make-up credits`)

export default function StudentCredits() {
  const page = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const { credits, changeable, classes, absences, formKey, lastDay } = page
  const resultOf = (intent: string) => (result?.initialValue?.intent === intent ? result : undefined)
  // A form that was carried out starts empty: what it held would change the next credit.
  const begun = `${page.changes[0]?.id} ${page.changes.filter(({ isUndone }) => isUndone).length}`
  const excusedSeat = result?.initialValue?.seat
  const isFormShown = absences.some(({ seatId, mayExcuse }) => mayExcuse && seatId === excusedSeat)
  return (
    <div className="stack">
      <AnswerSummary
        formId="absences"
        result={resultOf("unexcuse") ?? (isFormShown ? undefined : resultOf("excuse"))}
      />
      <section className="section" aria-labelledby="credits">
        <h2 id="credits">Credits</h2>
        <CreditRules rules={page.rules} />
        {credits.length > 0 ? (
          <CreditTable credits={credits} />
        ) : (
          <EmptyState>No make-up credits yet. Absences earn them, or you grant one below.</EmptyState>
        )}
      </section>
      <BookedMakeUps booked={page.booked} problem={resultOf("cancel-booking")?.error?.[""]?.[0]} />
      <section className="section" aria-labelledby="absences">
        <h2 id="absences">Absences</h2>
        <AbsenceList absences={absences} lessonTo={paths.session}>
          {({ seatId, isPlanned, mayExcuse, mayWithdraw }) =>
            mayExcuse ? (
              <ExcuseAbsence
                seatId={seatId}
                corrects={!isPlanned}
                result={excusedSeat === seatId ? resultOf("excuse") : undefined}
              />
            ) : mayWithdraw ? (
              <ActButton
                label="Undo: count as late"
                sends={{ seat: seatId }}
                intent="unexcuse"
                pending="Saving…"
                variant="danger"
              />
            ) : null
          }
        </AbsenceList>
      </section>
      {classes.length > 0 ? (
        <section className="section" aria-labelledby="grant-title">
          <h2 id="grant-title">Grant a credit</h2>
          <p className="dim">
            The make-up lesson costs nothing, and the credit doesn’t count toward the term’s limit.
          </p>
          <GrantCredit
            key={`grant ${begun}`}
            result={resultOf("grant")}
            formKey={formKey}
            classes={classes}
            minutes={page.minutes}
            lastDay={lastDay}
          />
        </section>
      ) : null}
      {changeable.length > 0 ? (
        <>
          <section className="section" aria-labelledby="extend-title">
            <h2 id="extend-title">Extend a credit</h2>
            <ExtendCredit
              key={`extend ${begun}`}
              result={resultOf("extend")}
              formKey={formKey}
              credits={changeable}
              lastDay={page.extendTo}
            />
          </section>
          <section className="section" aria-labelledby="revoke-title">
            <h2 id="revoke-title">Revoke a credit</h2>
            <p className="dim">The absence it came from earns no other credit.</p>
            <RevokeCredit
              key={`revoke ${begun}`}
              result={resultOf("revoke")}
              formKey={formKey}
              credits={changeable}
            />
          </section>
        </>
      ) : null}
      <CreditChanges changes={page.changes} />
    </div>
  )
}

type Student = NonNullable<ReturnType<typeof findStudent>>
/** What the office does to a student's credits and late absences by hand, one intent each. */
function changeCredits(actor: Actor, student: Student, request: Request) {
  const to = paths.studentCredits(student.id)
  const name = fullName(student)
  const refused = { field: creditRefusalFields, status: 409, refusals: creditChangeRefusals }
  const changed = ({ changeId }: { changeId: string }, title: string) => ({
    title,
    undo: { to, fields: { intent: "undo", change: changeId } },
  })
  return intents(request, to, {
    grant: intent({
      schema: GrantCreditForm,
      run: (credit) => grantCredit(actor, student.id, credit),
      ...refused,
      saved: (done, { lastDay }) =>
        changed(done, `1 make-up credit granted to ${name} until ${formatDate(lastDay, "medium")}.`),
    }),
    extend: intent({
      schema: ExtendCreditForm,
      run: ({ credit: creditId, ...values }) => extendCredit(actor, student.id, { creditId, ...values }),
      ...refused,
      saved: (done, { lastDay }) =>
        changed(done, `Make-up credit of ${name} extended until ${formatDate(lastDay, "medium")}.`),
    }),
    revoke: intent({
      schema: RevokeCreditForm,
      run: ({ credit: creditId, ...values }) => revokeByHand(actor, student.id, { creditId, ...values }),
      ...refused,
      saved: (done) => changed(done, `Make-up credit of ${name} revoked.`),
    }),
    undo: intent({
      schema: UndoCreditForm,
      run: ({ change }) => undoCreditChange(actor, student.id, change),
      status: 409,
      refusals: { ...creditChangeRefusals, "credit-unknown": 404 },
      saved: `Change to ${name}’s make-up credit undone.`,
    }),
    "cancel-booking": intent({
      schema: CancelBookingForm,
      run: ({ session }) => cancelMakeUp(actor, student.id, session),
      status: 409,
      refusals: { ...cancelBookingRefusals, "not-booked": 404 },
      saved: ({ until, isLesson }, { session }) => ({
        title: `Make-up booking of ${name} canceled. The credit is available until ${formatDate(until, "medium")}.`,
        undo: {
          to: isLesson ? paths.editSession(session) : paths.makeUp(student.id),
          fields: { [isLesson ? "command" : "offer"]: isLesson ? "restore" : session },
        },
      }),
    }),
    excuse: intent({
      schema: ExcuseForm,
      run: ({ seat, note }) => excuseAbsence(actor, student.id, seat, note),
      status: 409,
      refusals: { ...excuseRefusals, "seat-unknown": 404 },
      saved: `${name}’s absence counts as reported in time.`,
    }),
    unexcuse: intent({
      schema: WithdrawExcuseForm,
      run: ({ seat }) => withdrawExcuse(actor, student.id, seat),
      status: 409,
      refusals: { ...excuseRefusals, "seat-unknown": 404 },
      saved: `${name}’s absence counts as late again.`,
    }),
  })
}

type Booked = { sessionId: string; date: string; startTime: string }

/** Make-up lessons to come that credits paid for; each booking can be canceled. Sends `intent` cancel-booking. */
function BookedMakeUps({ booked, problem }: { booked: Booked[]; problem: string | undefined }) {
  if (booked.length === 0 && !problem) return null
  return (
    <section className="section" aria-labelledby="booked">
      <h2 id="booked">Booked make-up lessons</h2>
      <p className="dim">
        Canceling a booking returns the credit and tells the family and the teacher. The lesson takes place
        for its other students; without any, it’s canceled.
      </p>
      {problem ? (
        <p className="error" role="alert">
          {problem}
        </p>
      ) : null}
      <ul className="rows">
        {booked.map(({ sessionId, date, startTime }) => (
          <li key={sessionId}>
            <Link to={paths.session(sessionId)}>
              {formatDate(date, "weekday")}, {formatTime(startTime)}
            </Link>
            <ActButton
              label="Cancel booking"
              sends={{ session: sessionId }}
              intent="cancel-booking"
              pending="Canceling…"
              variant="danger"
              about={`of ${formatDate(date, "weekday")}, ${formatTime(startTime)}`}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type Change = Loaded["changes"][number]

/** What was done by hand, newest first; the latest of each credit can be undone. Sends `intent` undo. */
function CreditChanges({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return null
  return (
    <section className="section" aria-labelledby="changes">
      <h2 id="changes">Changes by hand</h2>
      <ul className="rows">
        {changes.map(({ id, act, reason, dayAfter, when, isUndone, isLatest }) => (
          <li key={id}>
            <span>
              <b>
                {creditActLabels[act]}
                {dayAfter ? ` until ${formatDate(dayAfter, "medium")}` : ""}
              </b>{" "}
              <span className="dim">{when}</span>
              <br />
              {reason}
            </span>
            {isUndone ? (
              <Status head="rest" tone="dim">
                Undone
              </Status>
            ) : isLatest ? (
              <ActButton
                label="Undo"
                sends={{ change: id }}
                intent="undo"
                pending="Undoing…"
                variant="danger"
                aria-label={`Undo: ${creditActLabels[act]}, ${when}`}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
