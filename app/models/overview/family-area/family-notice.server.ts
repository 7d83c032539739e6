import { transact } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, gt, sql } from "drizzle-orm"
import { withOwnTime } from "~/models/accounts/profile/own-time"
import { findUser } from "~/models/accounts/user/user.server"
import { claimFreedTime } from "~/models/attendance/freed-time/claim-freed-time.server"
import { type BookedMakeUp, bookOnce } from "~/models/attendance/make-up/book-make-up.server"
import type { MakeUpWish } from "~/models/attendance/make-up/make-up"
import {
  type AbsenceNews,
  noteAbsence,
  tellOfAbsences,
  withdrawNotice,
} from "~/models/attendance/notice/notice.server"
import type { OpenTimeCost, OpenTimeWish } from "~/models/attendance/open-time/open-time"
import {
  bookOpenTime,
  cancelOpenTime,
  findOpenBooking,
} from "~/models/attendance/open-time/open-times.server"
import { effectOfAbsence } from "~/models/attendance/rebooking/absence-effect.server"
import { listRebookings } from "~/models/attendance/rebooking/rebook.server"
import type { NotRebooked, RebookingRefusal } from "~/models/attendance/rebooking/rebooking"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import type { MailData } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import { answerMove, findMove } from "~/models/teaching/move-answer/move-answer.server"
import { seatedSessions } from "~/models/teaching/seat/seated-session.server"
import { calendarLesson } from "~/models/teaching/session/calendar-lesson"
import { makingHorizon } from "~/models/teaching/session/make-sessions.server"
import { listSessionsToTell } from "~/models/teaching/session/session-list.server"
import type { FamilyNoticeRefusal } from "~/texts/overview/refusals"
import { now } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"
import { formatDate, formatTime } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { lessonOf } from "~/utils/names"
import { instantOf } from "~/utils/zones"
import { type Consequence, consequenceText } from "./family-notice"
import { findPortalSession, listPortalSessions } from "./portal-sessions.server"

type Lesson = { localDate: string; startTime: string; startsAt?: number; className: string }
type Confirmed = Pick<MailData["family-confirmation"], "what" | "studentName" | "effects"> & {
  lessons: readonly Lesson[]
  /** The lesson that was booked, or canceled again, for a student. */
  booking?: { sessionId: string; studentId: string }
}

/** Queues an email to the person who acts, in the transaction of what they did: something to keep and to show. */
function confirmToFamily(actor: Actor, { lessons, booking, ...confirmed }: Confirmed) {
  const { email: recipient, timeZone } = (actor.userId && findUser(actor.userId)) || {}
  if (!recipient) return
  const { school, name: recipientName } = actor
  const data: MailData["family-confirmation"] = {
    ...confirmed,
    schoolName: school.name,
    recipientName,
    lessons: lessons.map((lesson) => [
      withOwnTime(
        `${formatDate(lesson.localDate, "short", school)}, ${formatTime(lesson.startTime, school)}`,
        { ...lesson, startsAt: lesson.startsAt ?? startOf(actor, lesson) },
        timeZone ?? null,
        school,
      ),
      lesson.className,
    ]),
  }
  const isCanceled = confirmed.what === "open-time-canceled"
  const calendar = booking
    ? listSessionsToTell(actor, [booking.sessionId]).map((session) =>
        calendarLesson(
          session,
          lessonOf(confirmed.studentName, session.className),
          booking.studentId,
          isCanceled,
        ),
      )
    : []
  const letter = { ...data, ...(calendar.length > 0 ? { calendar } : {}) }
  if (!wasJustConfirmed(actor, recipient, letter))
    queueMail({ template: "family-confirmation", schoolId: school.id, recipient, data: letter })
}

const startOf = ({ school }: Actor, { localDate, startTime }: Lesson) =>
  instantOf(localDate, startTime, school.timeZone)

const pauseMs = 10 * 60_000

/** Someone who changes their mind again and again gets each text once; a lesson booked again is another in their calendar. */
const wasJustConfirmed = (actor: Actor, recipient: string, data: MailData["family-confirmation"]) =>
  select({ id: emails.id })
    .from(emails)
    .where(
      and(
        eq(emails.recipient, recipient),
        gt(emails.createdAt, now() - pauseMs),
        own(actor, emails),
        eq(emails.template, "family-confirmation"),
        eq(sql`json_remove(${emails.data}, '$.wording')`, JSON.stringify(data)),
      ),
    )
    .get() !== undefined

const usesCredit =
  "It uses 1 make-up credit. What wasn’t charged for the missed lesson is charged for this one."

/** Accepts a freed time as its family, who get an email of the make-up lesson. */
export function claimAsFamily(actor: Actor, student: PortalStudent, offerId: string) {
  return transact(() => {
    const claimed = claimFreedTime(actor, offerId, student)
    if (claimed.ok)
      confirmToFamily(actor, {
        what: "booked",
        studentName: student.firstName,
        lessons: [{ localDate: claimed.date, startTime: claimed.startTime, className: claimed.title }],
        booking: { sessionId: claimed.sessionId, studentId: student.id },
        effects: [usesCredit],
      })
    return claimed
  })
}

// An absence notice by a family. It sets no mark: the register suggests one from it, and the outcome table
// decides the rest, just as for a notice recorded by the office.

type Refused = { ok: false; reason: FamilyNoticeRefusal }

type Report = {
  /** The last day away. */
  until?: string
  /** The make-up lesson that is booked along. */
  wish?: MakeUpWish
  seesMoney?: boolean
  /** What is read on the schedule of a booked time that is canceled with it. */
  canceled?: string
}

/**
 * Reports an absence, with a last day, as far as lessons are made, also from the student's lessons after it until then; those that can't be reported any
 * more are left out, and times that the family booked are canceled as long as they can be. With a wish the make-up lesson is booked along, or nothing is done. The person gets one email of what was
 * new. A child's own login may not report one: it may cost money.
 */
export function reportAbsence(
  actor: Actor,
  student: PortalStudent,
  sessionId: string,
  text: string | null,
  { until, wish, seesMoney = false, canceled: says = "" }: Report = {},
):
  | { ok: true; lessons: number; before: number; canceled: number; booked?: BookedMakeUp }
  | Refused
  | NotRebooked {
  return allOrNothing(() => {
    const found = findOpenSession(actor, student, sessionId)
    if (!found.ok) return found
    const { session } = found
    if (until && (until < session.localDate || until > laterOf(session.localDate, makingHorizon(actor))))
      return { ok: false, reason: "not-until" }
    const consequence = findConsequence(actor, student, sessionId)
    const lessons = until ? lessonsUntil(actor, student, session, until) : [session]
    const reported: typeof lessons = []
    const news: AbsenceNews[] = []
    let canceled = 0
    for (const lesson of lessons) {
      const isNew = findPortalSession(actor, student, lesson.id)?.noticeAt === null
      // A time that they booked is free again while it can be canceled: it earns no credit by the long way.
      if (isNew && cancelTimeAsFamily(actor, student, lesson.id, says).ok) {
        canceled++
        continue
      }
      const noted = noteAbsence(actor, lesson, student.id, { at: now(), text, keepsFirst: true })
      if (!noted.ok) return { ok: false, reason: "marked" }
      if (isNew) reported.push(lesson)
      news.push(noted.news)
      answerMove(actor, lesson.id, student.id, "declined")
    }
    const booked = wish && bookAlong(actor, student, wish, { from: session.localDate, until })
    if (booked && !booked.ok) return { ok: false, reason: "not-rebooked", why: booked.reason }
    tellOfAbsences(actor, news, text)
    if (reported.length > 0)
      confirmToFamily(actor, {
        what: "absence",
        studentName: student.firstName,
        lessons: reported,
        effects: [
          ...(consequence && lessons.length === 1 ? effectsOf(actor, consequence, seesMoney) : []),
          ...(booked ? [bookedText(actor, booked)] : []),
        ],
      })
    const before = lessons.length - reported.length - canceled
    return { ok: true, lessons: reported.length, before, canceled, booked }
  })
}

/** Books the wish beside an absence; one that is booked already, as when the form arrives again, is done. */
function bookAlong(
  actor: Actor,
  student: PortalStudent,
  wish: MakeUpWish,
  { from, until }: { from: string; until?: string },
): BookedMakeUp | { ok: false; reason: RebookingRefusal } {
  const booked = bookOnce(actor, student, wish)
  return booked.ok && !booked.isRepeat && until && from <= booked.date && booked.date <= until
    ? { ok: false, reason: "while-away" }
    : booked
}

function bookedText({ school }: Actor, { date, startTime, title }: BookedMakeUp): string {
  const when = `${formatDate(date, "short", school)}, ${formatTime(startTime, school)}`
  return `Make-up lesson booked: ${when}, ${title}. ${usesCredit}`
}

function lessonsUntil(actor: Actor, student: PortalStudent, first: OpenLesson, until: string): OpenLesson[] {
  return listPortalSessions(actor, [student], first.localDate, until)
    .filter(({ startsAt }) => startsAt >= first.startsAt)
    .flatMap(({ id }) => {
      const found = findOpenSession(actor, student, id)
      return found.ok ? [found.session] : []
    })
}

function effectsOf(actor: Actor, consequence: Consequence, seesMoney: boolean): string[] {
  const { money, credit } = consequenceText(consequence, { zone: actor.school.timeZone, seesMoney })
  return [money, credit]
}

/**
 * Confirms the new time of a moved lesson, the one that was shown: `startsAt`. An absence that was reported stays until it
 * is withdrawn.
 */
export function confirmMove(
  actor: Actor,
  student: PortalStudent,
  sessionId: string,
  startsAt: number | undefined,
): { ok: true } | Refused {
  return transact(() => {
    const found = findOpenSession(actor, student, sessionId)
    if (!found.ok) return found
    const move = findMove(actor, sessionId, student.id)
    if (move && move.startsAt !== startsAt) return { ok: false, reason: "moved-again" }
    answerMove(actor, sessionId, student.id, "confirmed")
    return { ok: true }
  })
}

/** Withdraws a reported absence. Refused once a make-up lesson is booked with the credit it earned. */
export function withdrawAbsence(
  actor: Actor,
  student: PortalStudent,
  sessionId: string,
): { ok: true } | Refused {
  return transact(() => {
    const found = findOpenSession(actor, student, sessionId)
    if (!found.ok) return found
    const withdrawn = withdrawNotice(actor, found.session, student.id)
    if (withdrawn.ok) answerMove(actor, sessionId, student.id, "confirmed")
    if (withdrawn.ok)
      confirmToFamily(actor, {
        what: "withdrawn",
        studentName: student.firstName,
        lessons: [found.session],
        effects: [],
      })
    return withdrawn
  })
}

/** Books a make-up lesson as its family, who get an email of it. */
export function bookAsFamily(actor: Actor, student: PortalStudent, wish: MakeUpWish) {
  return transact(() => {
    const booked = bookOnce(actor, student, wish)
    if (booked.ok && !booked.isRepeat)
      confirmToFamily(actor, {
        what: "booked",
        studentName: student.firstName,
        lessons: [{ localDate: booked.date, startTime: booked.startTime, className: booked.title }],
        booking: { sessionId: booked.sessionId, studentId: student.id },
        effects: [usesCredit],
      })
    return booked
  })
}

/** Books an open time as its family, who get an email of it, which `says` what it costs. */
export function bookTimeAsFamily(
  actor: Actor,
  student: PortalStudent,
  wish: OpenTimeWish,
  says: (cost: OpenTimeCost, currency: string) => string,
) {
  return transact(() => {
    const booked = bookOpenTime(actor, student, wish)
    const cost = booked.ok ? booked.cost : null
    const { school } = actor
    if (booked.ok && !booked.isRepeat)
      confirmToFamily(actor, {
        what: "open-time",
        studentName: student.firstName,
        lessons: [{ localDate: booked.date, startTime: booked.startTime, className: booked.title }],
        booking: { sessionId: booked.sessionId, studentId: student.id },
        effects: cost ? [inFormats(school, () => says(cost, school.currency))] : [],
      })
    return booked
  })
}

/** Cancels what the family booked so, who get an email of it. `reason` is read on the schedule. */
export function cancelTimeAsFamily(actor: Actor, student: PortalStudent, sessionId: string, reason: string) {
  return transact(() => {
    const booking = findOpenBooking(actor, student.id, sessionId)
    const canceled = cancelOpenTime(actor, student, sessionId, reason)
    if (booking && canceled.ok)
      confirmToFamily(actor, {
        what: "open-time-canceled",
        studentName: student.firstName,
        lessons: [{ localDate: booking.date, startTime: booking.startTime, className: booking.className }],
        booking: { sessionId, studentId: student.id },
        effects: [],
      })
    return canceled
  })
}

/** The effect of an absence reported now, by the school's present rules; undefined when none can be reported. */
export function findConsequence(
  actor: Actor,
  student: PortalStudent,
  sessionId: string,
): Consequence | undefined {
  const found = findOpenSession(actor, student, sessionId)
  return found.ok ? consequenceOf(actor, student, found.session) : undefined
}

/** The same with the times at which the lesson can be made up, to be chosen beside the absence; null where it earns no credit. */
export function findCannotCome(actor: Actor, student: PortalStudent, sessionId: string) {
  const found = findOpenSession(actor, student, sessionId)
  const consequence = found.ok ? consequenceOf(actor, student, found.session) : undefined
  const offers =
    found.ok && consequence?.creditUntil && !consequence.earned
      ? listRebookings(actor, found.session, student.id, consequence.creditUntil).offers
      : null
  return { consequence, offers }
}

function consequenceOf(actor: Actor, student: PortalStudent, session: OpenLesson): Consequence | undefined {
  const effect = effectOfAbsence(actor, session, student.id)
  if (!effect) return undefined
  const { seat, ...ofAbsence } = effect
  const { noticeHours, currency } = actor.school
  const earned = seat.credits.find(({ isRevoked }) => !isRevoked)
  return {
    ...ofAbsence,
    inTimeUntil: session.startsAt - noticeHours * 3_600_000,
    noticeHours,
    billing: seat.terms.billing,
    currency,
    earned: earned ? { until: earned.expiresOn, usedOn: earned.usedOn } : null,
  }
}

type OpenLesson = NonNullable<ReturnType<ReturnType<typeof seatedSessions>["get"]>>
type OpenSession = { ok: true; session: OpenLesson }

/** The session, when this person may say something of it. */
function findOpenSession(actor: Actor, student: PortalStudent, sessionId: string): OpenSession | Refused {
  const seen = findPortalSession(actor, student, sessionId)
  if (!seen) return { ok: false, reason: "not-theirs" }
  if (student.as === "child") return { ok: false, reason: "a-child" }
  if (seen.state === "cancelled") return { ok: false, reason: "cancelled" }
  if (seen.code !== null) return { ok: false, reason: "marked" }
  if (seen.startsAt <= now()) return { ok: false, reason: "begun" }
  const session = seatedSessions()
    .where(own(actor, sessions, sessionId))
    .get()
  return session ? { ok: true, session } : { ok: false, reason: "not-theirs" }
}
