import { teachers } from "db/schema/people"
import { inquiries } from "db/schema/people-inquiries"
import { classes, rooms } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { trialBookings } from "db/schema/teaching-trials"
import { and, count, desc, eq, gt, ne } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { mailTo, queueMail } from "~/models/foundation/outbox/outbox.server"
import type { TrialOffer } from "~/models/people/enrollment-form/enrollment-form"
import { findForm } from "~/models/people/enrollment-form/enrollment-form.server"
import {
  admitInquiry,
  linkInquiry,
  loseInquiry,
  removeInquiry,
} from "~/models/people/inquiry/answer-inquiry.server"
import { findInquiry } from "~/models/people/inquiry/inquiries.server"
import {
  confirmInquiry,
  type DraftState,
  type Facts,
  findWish,
  type TrialPrice,
  type TrialWish,
} from "~/models/people/inquiry/inquiry-draft.server"
import { now } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { formatDate, formatTimeRange } from "~/utils/formats"
import { fullName } from "~/utils/names"
import { findBookedTrial, takeBackTrialChange, tellTrialSoon } from "../booked-trial/booked-trial.server"
import { startClass } from "../class/class.server"
import { endClass } from "../class/end-class.server"
import { enroll } from "../class/enroll.server"
import { findTrialPrice } from "../price/price.server"
import { cancelSession } from "../session/cancel-session.server"
import { addSession } from "../session/move-session.server"
import {
  bookingIn,
  findTrialTime,
  listTrialTimes,
  trialName,
  trialPriceOf,
  trialPriceText,
} from "./book-trial.server"
import { mostTrials, type TrialTime } from "./trial-times"

// A trial lesson that a stranger books on the public page. Nothing is held before their mailbox is proven; then there is a lesson that
// holds teacher, room and time, without a student until the office adds one. The link in their letter cancels it.

/** What a link that confirms can book: the time as it was chosen, or that it was taken and which others are open. */
export function findTrialWish(actor: Actor, token: string): BookableWish | undefined {
  const wish = findWish(actor, token)
  const offer = wish && offerOf(actor, wish)
  if (!wish || !offer) return undefined
  const price = trialPriceOf(actor, offer)
  const time = findTrialTime(actor, offer, wish.instrument, wish.time, wish.sentAt) ?? null
  const cost = { price, priceText: trialPriceText(actor, price), isPriceNew: isNew(wish.price, price) }
  return { time, others: time ? [] : listTrialTimes(actor, offer, wish.instrument), ...cost }
}

type BookableWish = {
  time: TrialTime | null
  others: TrialTime[]
  /** What it costs now, and whether that isn't what the form said. */
  price: TrialPrice
  priceText: string | null
  isPriceNew: boolean
}

/** What the form of a wish offers; nothing once it is archived. */
function offerOf(actor: Actor, { formId }: TrialWish): TrialOffer | null {
  const form = findForm(actor, formId)
  return form && !form.isArchived ? form.trial : null
}

const isNew = (said: TrialPrice | undefined, price: TrialPrice) => said !== undefined && said !== price

/**
 * Confirms a request with the time it was sent with, or with another one, and books that. Refused when it isn't open any more, costs
 * something else than the page said (`price`), or its email holds as many trials as one can; without a time the request is sent alone.
 */
export function confirmTrial(
  actor: Actor,
  token: string,
  chosen: { value?: string; withoutTime?: boolean; price?: TrialPrice } = {},
):
  | { ok: true; state: DraftState | undefined; booked: TrialTime | null }
  | { ok: false; reason: "taken" | "too-many" | "price-changed" } {
  return allOrNothing(() => {
    const wish = findWish(actor, token)
    const offer = wish && offerOf(actor, wish)
    if (!wish || !offer || chosen.withoutTime)
      return { ok: true, state: confirmInquiry(actor, token), booked: null } as const
    const value = chosen.value ?? wish.time
    const sentAt = value === wish.time ? wish.sentAt : undefined
    const time = findTrialTime(actor, offer, wish.instrument, value, sentAt)
    if (!time) return { ok: false, reason: "taken" } as const
    const said = chosen.price === undefined ? wish.price : chosen.price
    if (isNew(said, trialPriceOf(actor, offer))) return { ok: false, reason: "price-changed" } as const
    let booked: "booked" | "taken" | "too-many" = "taken"
    const state = confirmInquiry(actor, token, (inquiryId, facts) => {
      booked = book(actor, inquiryId, facts, { time, offer })
      return booked === "booked" ? "all" : "none"
    })
    const reason = booked as "booked" | "taken" | "too-many"
    return reason === "booked"
      ? ({ ok: true, state, booked: time } as const)
      : ({ ok: false, reason } as const)
  })
}

/** Of the trial lessons that an email has booked those that are to come. */
const countComing = (actor: Actor, email: string) =>
  select({ n: count() })
    .from(trialBookings)
    .innerJoin(sessions, joined(sessions, trialBookings.sessionId))
    .innerJoin(inquiries, joined(inquiries, trialBookings.inquiryId))
    .where(
      and(
        own(actor, trialBookings),
        eq(inquiries.email, email),
        eq(sessions.state, "planned"),
        gt(sessions.startsAt, now()),
      ),
    )
    .get()?.n ?? 0

/** Holds the time with a lesson, and tells who has to know. */
function book(
  actor: Actor,
  inquiryId: string,
  facts: Facts,
  { time, offer }: { time: TrialTime; offer: TrialOffer },
): "booked" | "taken" | "too-many" {
  // Who asks again has one trial lesson: the one chosen last.
  callOffTrial(actor, inquiryId, "Another time was booked")
  if (countComing(actor, facts.email) >= mostTrials) return "too-many"
  const { date, startTime, teacherId, roomId } = time
  const { minutes, priceMinor } = offer
  const started = startClass(actor, {
    ...{ name: unnamedTrial, kind: "trial", instrument: facts.instrument ?? "" },
    ...{ teacherId, roomId: roomId ?? undefined, capacity: 1, billing: "per_session" },
    amount: findTrialPrice(actor) === "class" ? (priceMinor ?? undefined) : undefined,
    ...{ weekdays: [], everyWeeks: 1, rotation: [], minutes, startsOn: date, ends: "open", students: [] },
  })
  if (!started.ok) return "taken"
  const { classId } = started
  const added = addSession(actor, { classId, date, startTime, minutes })
  if (!added.ok) return "taken"
  endClass(actor, classId, { lastDay: date, reason: "A trial is one lesson" })
  const bookingId = add(actor, trialBookings, { inquiryId, sessionId: added.sessionId })
  recordEvent(actor, "inquiry.book-trial", inquiryId, { after: {}, by: "The public page" })
  const lesson = findBooking(actor, bookingId)
  if (!lesson) return "taken"
  const { teacherName, roomName, startsAt, endsAt } = lesson
  const { id: schoolId, name: schoolName } = actor.school
  queueMail({
    template: "trial-booked",
    schoolId,
    recipient: facts.email,
    data: {
      ...{
        schoolName,
        schoolId,
        bookingId,
        studentName: fullName(facts),
        instrument: facts.instrument ?? null,
      },
      ...{ ...told(lesson), teacherName: teacherName ?? "", roomName, startsAt, endsAt },
      price: trialPriceText(actor, trialPriceOf(actor, offer)),
    },
  })
  tellTeam(actor, lesson, {
    studentName: fullName(facts),
    instrument: facts.instrument ?? null,
    isCanceled: false,
  })
  return "booked"
}

type Booking = NonNullable<ReturnType<typeof findBooking>>

const told = ({ date, startTime, endTime }: Pick<Booking, "date" | "startTime" | "endTime">) => ({
  day: formatDate(date, "weekday"),
  time: formatTimeRange(startTime, endTime),
})

/** The office hears of it, and the teacher. */
function tellTeam(
  actor: Actor,
  lesson: Booking,
  about: { studentName: string; instrument: string | null; isCanceled: boolean },
) {
  const { inquiryId, sessionId, teacherName, teacherEmail, startsAt } = lesson
  const office = listOffice(actor).map((person) => ({ ...person, inquiryId: inquiryId as string | null }))
  const teacher =
    teacherEmail && !office.some(({ email }) => email === teacherEmail)
      ? [{ name: teacherName ?? "", email: teacherEmail, inquiryId: null }]
      : []
  for (const person of [...office, ...teacher])
    mailTo(
      actor,
      person,
      person.inquiryId ? "trial-arrived" : "trial-arrived-teacher",
      {
        ...about,
        ...told(lesson),
        teacherName: teacherName ?? "",
        ...{ inquiryId: person.inquiryId, sessionId },
      },
      { soonestAt: startsAt },
    )
}

const columns = {
  id: trialBookings.id,
  inquiryId: trialBookings.inquiryId,
  sessionId: sessions.id,
  classId: sessions.classId,
  className: classes.name,
  date: sessions.localDate,
  startTime: sessions.startTime,
  minutes: sessions.minutes,
  startsAt: sessions.startsAt,
  endsAt: sessions.endsAt,
  state: sessions.state,
  teacherName: teachers.name,
  teacherEmail: teachers.email,
  roomName: rooms.name,
}

const bookings = () =>
  select(columns)
    .from(trialBookings)
    .innerJoin(sessions, joined(sessions, trialBookings.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .leftJoin(teachers, joined(teachers, sessions.teacherId))
    .leftJoin(rooms, joined(rooms, sessions.roomId))

const withEnd = <Row extends { startTime: string; minutes: number }>(row: Row) => ({
  ...row,
  endTime: addMinutes(row.startTime, row.minutes),
})

function findBooking(actor: Actor, bookingId: string) {
  const row = bookings()
    .where(own(actor, trialBookings, bookingId))
    .get()
  return row && withEnd(row)
}

/** The trial lesson of an inquiry that stands, over or to come; undefined when none was booked or it was canceled. */
export function findTrialOf(actor: Actor, inquiryId: string) {
  const row = bookings()
    .where(
      and(own(actor, trialBookings), eq(trialBookings.inquiryId, inquiryId), ne(sessions.state, "cancelled")),
    )
    .orderBy(desc(trialBookings.createdAt), desc(trialBookings.id))
    .limit(1)
    .get()
  return row && withEnd(row)
}

/** What the link in the letter shows: the lesson, and whether it can be canceled, was, or is over. */
export function findTrialByLink(actor: Actor, token: string) {
  const bookingId = bookingIn(actor.school.id, token)
  const lesson = bookingId ? findBooking(actor, bookingId) : undefined
  if (!lesson) return undefined
  const { date, startTime, endTime, teacherName, roomName, state, startsAt } = lesson
  const is = state === "cancelled" ? "canceled" : startsAt <= now() ? "over" : "open"
  return { date, startTime, endTime, teacherName, roomName, is: is as "canceled" | "over" | "open" }
}

/** Cancels the trial lesson that a link is for, and tells the office and the teacher. Pressed again it does nothing. */
export function cancelTrialByLink(
  actor: Actor,
  token: string,
): { ok: true } | { ok: false; reason: "not-found" | "over" } {
  return allOrNothing(() => {
    const found = findTrialByLink(actor, token)
    const lesson = found && findBooking(actor, bookingIn(actor.school.id, token) ?? "")
    if (!lesson) return { ok: false, reason: "not-found" } as const
    if (found.is === "canceled") return { ok: true } as const
    if (found.is === "over") return { ok: false, reason: "over" } as const
    const inquiry = findInquiry(actor, lesson.inquiryId)
    const canceled = cancelSession(actor, lesson.sessionId, "The family canceled the trial lesson", {
      ...{ silent: true, isRemoved: true, tellsBooker: false },
    })
    if (!canceled.ok) return { ok: false, reason: "over" } as const
    takeBackTrialChange(actor, { bookingId: lesson.id })
    recordEvent(actor, "inquiry.cancel-trial", lesson.inquiryId, { after: {}, by: "The link in an email" })
    tellTeam(actor, lesson, {
      ...{ studentName: inquiry?.name ?? "", instrument: inquiry?.instrument ?? null, isCanceled: true },
    })
    return { ok: true } as const
  })
}

/**
 * Frees the time of an inquiry's trial lesson that is still to come, and forgets whose its lessons were. Who booked it is told with
 * `isTold`, but not the reason.
 */
export function callOffTrial(
  actor: Actor,
  inquiryId: string,
  reason: string,
  { isTold = false }: { isTold?: boolean } = {},
) {
  const lesson = findTrialOf(actor, inquiryId)
  if (lesson && lesson.startsAt > now()) {
    const before = findBookedTrial(actor, lesson.sessionId)
    cancelSession(actor, lesson.sessionId, reason, { silent: true, isRemoved: true, tellsBooker: false })
    if (isTold) tellTrialSoon(actor, before)
    else takeBackTrialChange(actor, { bookingId: lesson.id })
  }
  for (const { classId } of bookings()
    .where(and(own(actor, trialBookings), eq(trialBookings.inquiryId, inquiryId)))
    .all())
    change(actor, classes, classId, { name: unnamedTrial })
}

/** How the class of a trial lesson is called that has no student. */
const unnamedTrial = "Trial lesson"

/** Adds the student that an inquiry asked for, who is in the trial lesson that was booked. */
export const admitToTrial: typeof admitInquiry = (actor, inquiryId, form) =>
  allOrNothing(() => {
    const admitted = admitInquiry(actor, inquiryId, form)
    if (admitted.ok) seat(actor, inquiryId, admitted.studentId, admitted.name)
    return admitted
  })

/** Says that who asked is a student the school has, who is in the trial lesson that was booked. */
export const linkToTrial: typeof linkInquiry = (actor, inquiryId, studentId) =>
  allOrNothing(() => {
    const linked = linkInquiry(actor, inquiryId, studentId)
    if (linked.ok) seat(actor, inquiryId, studentId, linked.name)
    return linked
  })

function seat(actor: Actor, inquiryId: string, studentId: string, name: string) {
  const lesson = findTrialOf(actor, inquiryId)
  if (!lesson) return
  const { classId, date } = lesson
  change(actor, classes, classId, { name: trialName(name) })
  enroll(actor, { classId, studentId, startsOn: date, endsOn: date }, { keepsStatus: true })
}

/** Marks an inquiry as lost; its trial lesson that is still to come is canceled. */
export const loseWithTrial: typeof loseInquiry = (actor, inquiryId, lostReason) =>
  allOrNothing(() => {
    const lost = loseInquiry(actor, inquiryId, lostReason)
    if (lost.ok) callOffTrial(actor, inquiryId, "They aren’t coming", { isTold: true })
    return lost
  })

/** Deletes an inquiry for good; until there is a student, its trial lesson that is still to come is canceled. */
export const removeWithTrial: typeof removeInquiry = (actor, inquiryId) =>
  allOrNothing(() => {
    if (findInquiry(actor, inquiryId)?.studentId === null)
      callOffTrial(actor, inquiryId, "The request was deleted", { isTold: true })
    return removeInquiry(actor, inquiryId)
  })
