import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react"
import { RebookChoice } from "~/components/attendance/make-up/rebook-choice"
import { unlessUnreachable } from "~/components/attendance/register/offline-registers"
import { DateField, Field } from "~/components/form/field"
import { ActButton, AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { LessonStatus } from "~/components/overview/family-area/lesson-status"
import { pageTitle } from "~/components/shell/frame"
import { keepUnsent } from "~/components/shell/unsent/kept-forms"
import { alsoWhenRefused } from "~/components/ui/after-refusal"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { act, intent, intents, titles } from "~/http/intents.server"
import { redirectWithToast } from "~/http/toast.server"
import { ownTimeText } from "~/models/accounts/profile/own-time"
import { findOwnZone } from "~/models/accounts/profile/own-time.server"
import type { MakeUpOffer } from "~/models/attendance/make-up/make-up"
import { findBookedCost, findOpenBooking } from "~/models/attendance/open-time/open-times.server"
import { rebookingRefusalText } from "~/models/attendance/rebooking/rebooking"
import type { Actor } from "~/models/foundation/access/actor"
import { consequenceText, unsentNotice } from "~/models/overview/family-area/family-notice"
import {
  cancelTimeAsFamily,
  confirmMove,
  findCannotCome,
  reportAbsence,
  withdrawAbsence,
} from "~/models/overview/family-area/family-notice.server"
import { ConfirmMoveForm, FamilyNoticeForm } from "~/models/overview/family-area/family-notice-form"
import { portalTitle, portalWhere } from "~/models/overview/family-area/portal-session"
import { findPortalSession } from "~/models/overview/family-area/portal-sessions.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { findMove } from "~/models/teaching/move-answer/move-answer.server"
import { bookedCostText, canceledByFamily, cancelOpenTimeRefusals } from "~/texts/attendance/open-times"
import { makeUpText, reportedText } from "~/texts/attendance/reported"
import { familyNoticeRefusals } from "~/texts/overview/refusals"
import { addMinutes } from "~/utils/clock-times"
import { formatDate, formatTime, formatTimeRange } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { students, seesMoney } = findPortal(actor)
  const childId = new URL(request.url).searchParams.get("child")
  const sessionId = params.sessionId ?? ""
  const attending = students.flatMap((student) => {
    const session = findPortalSession(actor, student, sessionId)
    return session ? [{ student, session }] : []
  })
  const chosen = orNotFound(attending.find(({ student }) => student.id === childId) ?? attending[0])
  const { student, session } = chosen
  const zone = actor.school.timeZone
  const { consequence, offers } = findCannotCome(actor, student, sessionId)
  return {
    session,
    ownTime: ownTimeText(session, findOwnZone(actor)),
    child: { id: student.id, firstName: student.firstName, as: student.as },
    reportedOn: session.noticeAt === null ? null : formatInstant(session.noticeAt, zone),
    booking: student.as === "child" ? null : bookingOf(actor, student.id, sessionId, seesMoney),
    mayReport: consequence !== undefined,
    earned: consequence?.earned ?? null,
    offers,
    move: consequence && student.as !== "child" ? (findMove(actor, sessionId, student.id) ?? null) : null,
    notice: consequence
      ? { ...consequenceText(consequence, { zone, seesMoney }), makeUp: makeUpText(consequence) }
      : null,
  }
}

/** A lesson that the family booked at an open time: what it costs now, and until when it can be canceled, if that isn't over. */
function bookingOf(actor: Actor, studentId: string, sessionId: string, seesMoney: boolean) {
  const booking = findOpenBooking(actor, studentId, sessionId)
  if (!booking?.mayCancel) return null
  const until = formatInstant(booking.cancelUntil, actor.school.timeZone)
  const cost = seesMoney ? findBookedCost(actor, studentId, sessionId) : undefined
  return { until, cost: cost ? bookedCostText(cost, actor.school.currency) : null }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const sessionId = params.sessionId ?? ""
  const form = await request.formData()
  const portal = findPortal(actor)
  const student = portal.students.find(({ id }) => id === form.get("child"))
  if (!student || !findPortalSession(actor, student, sessionId)) throw notFound()
  const back = paths.studentSession(sessionId, { child: student.id })
  return intents(form, back, {
    "confirm-move": intent({
      schema: ConfirmMoveForm,
      run: ({ startsAt }) => {
        const confirmed = confirmMove(actor, student, sessionId, startsAt)
        if (confirmed.ok || confirmed.reason === "moved-again") return confirmed
        return redirectWithToast(back, familyNoticeRefusals[confirmed.reason])
      },
      status: 409,
      refusals: familyNoticeRefusals,
      saved: "New time confirmed.",
    }),
    "cancel-booking": act({
      run: () => cancelTimeAsFamily(actor, student, sessionId, canceledByFamily),
      refusals: titles(cancelOpenTimeRefusals),
      saved: "Booking canceled. It isn’t charged.",
    }),
    comes: intent({
      schema: FamilyNoticeForm,
      run: () => withdrawAbsence(actor, student, sessionId),
      status: 409,
      refusals: familyNoticeRefusals,
      saved: `Absence withdrawn. ${student.firstName} is expected.`,
    }),
    else: intent({
      schema: FamilyNoticeForm,
      run: ({ reason, until, offer: wish }) =>
        reportAbsence(actor, student, sessionId, reason || null, {
          until,
          wish,
          canceled: canceledByFamily,
          seesMoney: portal.seesMoney,
        }),
      field: { "not-until": "until" },
      status: 409,
      refusals: {
        ...familyNoticeRefusals,
        "not-rebooked": ({ why }) => ({
          at: "offer",
          says: rebookingRefusalText(why, actor.school.noticeHours),
        }),
      },
      saved: reportedText,
    }),
  })
}

/** Without a connection what is written waits on the device. */
export const clientAction = keepUnsent(unsentNotice)

/** A time that was taken by then is gone from the list. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  unlessUnreachable({ ...args, defaultShouldRevalidate: alsoWhenRefused(args) })

export const meta = pageTitle<typeof loader>(
  (data) => `${titleOf(data)}, ${formatDate(data.session.localDate, "short")}`,
)

/** Two children may have the same lesson. */
const titleOf = ({
  session,
  child,
}: Pick<ReturnType<typeof useLoaderData<typeof loader>>, "session" | "child">) =>
  child.as === "guardian" ? `${child.firstName}, ${portalTitle(session)}` : portalTitle(session)

export default function FamilySession() {
  const { session, ownTime, child, reportedOn, mayReport, move, notice, earned, offers, booking } =
    useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const isSelf = child.as !== "guardian"
  return (
    <div className="form narrow">
      <AnswerSummary formId="notice" result={result} />
      <PageHead
        back={{ to: paths.studentSchedule({ child: isSelf ? undefined : child.id }), label: "Schedule" }}
        over={`${formatDate(session.localDate, "weekday")}, ${formatTimeRange(session.startTime, addMinutes(session.startTime, session.minutes))}`}
        title={titleOf({ session, child })}
        expression={portalWhere(session)}
      />
      <p>
        <LessonStatus session={session} />{" "}
        <span className="dim">
          {session.cancelReason ?? (reportedOn && !session.code ? `Reported ${reportedOn}.` : null)}
        </span>
      </p>
      {ownTime ? <p className="dim">{ownTime}</p> : null}
      {session.onlineLink && session.state === "planned" ? (
        <p>
          <a className="button" href={session.onlineLink}>
            Join online
          </a>
        </p>
      ) : null}
      {session.sharedNote ? (
        <section className="section" aria-labelledby="note">
          <h2 id="note">Lesson notes</h2>
          <p className="whitespace-pre-line wrap-anywhere">{session.sharedNote}</p>
        </section>
      ) : null}
      {move && reportedOn === null ? <MovedLesson move={move} childId={child.id} /> : null}
      {booking && reportedOn === null ? (
        <section className="section" aria-labelledby="booking">
          <h2 id="booking">Your booking</h2>
          <p>
            {booking.cost ? `${booking.cost} ` : null}You can cancel this lesson until {booking.until}. Then
            it isn’t charged.
          </p>
          <ActButton
            label="Cancel booking"
            sends={{ child: child.id }}
            intent="cancel-booking"
            pending="Canceling…"
          />
        </section>
      ) : mayReport && notice && reportedOn === null ? (
        <CannotCome childId={child.id} notice={notice} offers={offers} lastResult={result} />
      ) : null}
      {mayReport && reportedOn !== null ? (
        <section className="section" aria-labelledby="after-all">
          <h2 id="after-all">Coming after all?</h2>
          {session.noticeText ? <p>Reason: {session.noticeText}</p> : null}
          {earned ? <EarnedCredit earned={earned} childId={child.id} /> : null}
          {earned?.usedOn ? null : (
            <ActButton
              label="Withdraw absence"
              sends={{ child: child.id }}
              intent="comes"
              pending="Withdrawing…"
            />
          )}
        </section>
      ) : null}
      {child.as === "child" && session.state === "planned" && !session.code ? (
        <p className="dim">Can’t make it? Ask a parent or guardian to report your absence here.</p>
      ) : null}
    </div>
  )
}

/** The make-up credit earned by the reported absence, and what withdrawing does to it. */
function EarnedCredit({
  earned,
  childId,
}: {
  earned: { until: string; usedOn: string | null }
  childId: string
}) {
  return earned.usedOn ? (
    <p>
      You used the credit for this absence to book a make-up lesson on {formatDate(earned.usedOn, "short")}.
      To withdraw the absence, ask the school to cancel the make-up lesson first.
    </p>
  ) : (
    <p>
      This absence earned 1 make-up credit, good until {formatDate(earned.until, "medium")}.{" "}
      <Link to={paths.studentMakeUp({ child: childId })}>Book a make-up lesson</Link>. If you withdraw the
      absence, you lose the credit.
    </p>
  )
}

type CannotComeProps = {
  childId: string
  notice: ReturnType<typeof consequenceText> & { makeUp: string }
  /** the times at which it can be made up; null where the absence earns no credit */
  offers: MakeUpOffer[] | null
  lastResult: SubmissionResult<string[]> | undefined
}

/** Says what an absence costs and earns before it is reported, and books the make-up lesson along. */
function CannotCome({ childId, notice, offers, lastResult }: CannotComeProps) {
  const [form, fields] = useForm<{ reason: string; until: string; offer: string }>({
    id: "notice",
    lastResult,
  })
  return (
    <section className="section" aria-labelledby="cannot">
      <h2 id="cannot">Can’t make it?</h2>
      <Callout tone={notice.tone}>
        <p>{notice.rule}</p>
        <p>
          {notice.money} {notice.credit}
        </p>
      </Callout>
      <PostForm className="form" {...getFormProps(form)} sends={{ child: childId }}>
        <Field meta={fields.reason} label="Reason" hint="The teacher can read it." optional maxLength={300} />
        <DateField
          meta={fields.until}
          label="Last day away"
          hint="To report every lesson until then. Leave blank for this lesson only."
          optional
        />
        {offers && offers.length > 0 ? (
          <RebookChoice
            meta={fields.offer}
            offers={offers}
            alone="Just report the absence"
            hint={notice.makeUp}
          />
        ) : null}
        {offers?.length === 0 ? (
          <p className="dim">
            There are no free spots or times for a make-up lesson in the next four weeks. Your credit is kept
            for later.
          </p>
        ) : null}
        <SubmitRow label="Report absence" intent="cannot" pending="Reporting…" isMain />
      </PostForm>
    </section>
  )
}

type MovedLessonProps = {
  /** When the lesson was before, when it is now, and what the family said. */
  move: { date: string; startTime: string; startsAt: number; answer: "confirmed" | "declined" | null }
  childId: string
}

/** Asks whether the new time of a moved lesson works. Declining it is reporting an absence, further down the page. */
function MovedLesson({ move, childId }: MovedLessonProps) {
  const was = `This lesson was moved from ${formatDate(move.date, "short")}, ${formatTime(move.startTime)}.`
  if (move.answer === "confirmed") return <p className="dim">{was} You confirmed the new time.</p>
  return (
    <Callout tone="amber">
      <p>
        {was} Does the new time work? If not, report an absence below: your school’s rules for absences apply.
      </p>
      <ActButton
        label="Confirm new time"
        sends={{ child: childId, startsAt: move.startsAt }}
        intent="confirm-move"
        pending="Confirming…"
        variant="primary"
      />
    </Callout>
  )
}
