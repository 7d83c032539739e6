import { openTimeBookings } from "db/schema/attendance-open-times"
import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gte, isNull, lte, ne, or, sql } from "drizzle-orm"
import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, find, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { listPaidFamilies } from "~/models/money/payer/paid-families.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import {
  findLaterTeacher,
  findLeaving,
} from "~/models/teaching/scheduled-teacher-change/scheduled-teacher-change.server"
import { type SeatedSession, seatedSessions } from "~/models/teaching/seat/seated-session.server"
import { cancelSession } from "~/models/teaching/session/cancel-session.server"
import { tellAdded } from "~/models/teaching/session/change-schedule.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import type { CancelOpenTimeRefusal, OpenTimeRefusal } from "~/texts/attendance/open-times"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, earlierOf, laterOf, type Weekday } from "~/utils/dates"
import { formatDate, formatTime } from "~/utils/formats"
import type { Result } from "~/utils/result"
import { instantOf } from "~/utils/zones"
import { creditAt, creditToCome, listFreeTimes, type OpenCredit } from "../make-up/open-credits.server"
import { readRegister } from "../register/read-register.server"
import { effectOf, takenFor } from "../register/register"
import {
  costKey,
  type NoOpenTimes,
  type OpenTimeCost,
  type OpenTimeOffer,
  type OpenTimeRule,
  type OpenTimeWish,
  periodOf,
  wishValue,
} from "./open-time"
import { readOpenTimeRules } from "./open-time-rules.server"

// Open times are those at which a make-up lesson could be: the teacher's hours without what is booked, closed or too far away. They
// are offered in classes that are the student's alone and are charged by the lesson or taken from packages; a monthly fee has no price
// for one more lesson.

/** A class in which a student can book, with the days on which they are enrolled and offered. */
type OpenClass = { credit: OpenCredit; teacherId: string; rule: OpenTimeRule; from: string; to: string }

/** What the reader can book for a student, the soonest first, or why nothing. */
export function listOpenTimes(
  actor: Actor,
  student: PortalStudent,
): { offers: OpenTimeOffer[]; why: NoOpenTimes | null } {
  const nothing = (why: NoOpenTimes) => ({ offers: [], why })
  const rules = readOpenTimeRules(actor)
  if (!rules.ofSchool.isOn) return nothing("off")
  const refusal = whyNot(actor, student)
  if (refusal) return nothing(refusal)
  const open = listOpenClasses(actor, student.id, rules)
  if (open.length === 0) return nothing("no-class")
  const hasRoomOf = roomFinder(actor, student.id)
  let isLimited = false
  const offers = open.flatMap((each) => {
    const free = listFreeTimes(actor, student.id, [each.credit], [each.from, each.to]).filter(({ date }) => {
      const fits = hasRoomOf(each, date)
      isLimited ||= !fits
      return fits
    })
    const costOn = costFinder(actor, student.id, each, free[0]?.date, free.at(-1)?.date)
    return free.flatMap((offer): OpenTimeOffer[] => {
      const cost = costOn(offer.date)
      if (!cost) return []
      const { date, startTime } = offer
      const value = wishValue({ classId: each.credit.classId, date, startTime, cost: costKey(cost) })
      return [{ ...offer, value, cost }]
    })
  })
  offers.sort((a, b) => `${a.date} ${a.startTime}`.localeCompare(`${b.date} ${b.startTime}`))
  return { offers, why: offers.length === 0 && isLimited ? "limit" : null }
}

type Refused = { ok: false; reason: OpenTimeRefusal }
type Booked = {
  ok: true
  sessionId: string
  title: string
  date: string
  startTime: string
  cost: OpenTimeCost | null
  isRepeat: boolean
}

/**
 * Books an open time as the student's family: a lesson of their class beside its weekly time. The same one twice is booked once. Refused
 * where the time is taken by then, the limit is reached, or it costs something else than the page said. The teacher and other guardians
 * are told in two minutes, the office by email.
 */
export function bookOpenTime(actor: Actor, student: PortalStudent, wish: OpenTimeWish): Booked | Refused {
  return allOrNothing(() => {
    const refusal = whyNot(actor, student)
    if (refusal) return refused(refusal)
    const there = findBooked(actor, student.id, wish)
    if (there) return { ok: true, ...there, cost: null, isRepeat: true }
    const rules = readOpenTimeRules(actor)
    if (!rules.ofSchool.isOn) return refused("off")
    const { classId, date, startTime } = wish
    const open = listOpenClasses(actor, student.id, rules).find(
      ({ credit, from, to }) => credit.classId === classId && from <= date && date <= to,
    )
    if (!open) return refused("not-offered")
    if (!roomFinder(actor, student.id)(open, date)) return refused("limit")
    if (!creditAt(actor, student.id, [open.credit], { date, startTime })) return refused("not-offered")
    const cost = costOn(actor, student.id, open, date)
    if (!cost) return refused("not-offered")
    if (costKey(cost) !== wish.cost) return refused("price-changed")
    const { minutes, className } = open.credit
    const added = addSession(actor, { classId, minutes, date, startTime })
    if (!added.ok) return refused("not-offered")
    const { sessionId } = added
    add(actor, openTimeBookings, { sessionId, studentId: student.id, bookedBy: actor.memberId })
    note(actor, "book-open-time", sessionId, student)
    tellAdded(actor, [{ id: sessionId }])
    tellOffice(actor, "booked", student, { className, date, startTime })
    return { ok: true, sessionId, title: className, date, startTime, cost, isRepeat: false }
  })
}

const refused = (reason: OpenTimeRefusal): Refused => ({ ok: false, reason })

/** The student's booked lesson, with the last moment to cancel it (UTC ms); undefined for any other lesson. */
export function findOpenBooking(actor: Actor, studentId: string, sessionId: string) {
  const found = select({
    className: classes.name,
    date: sessions.localDate,
    startTime: sessions.startTime,
    startsAt: sessions.startsAt,
    registerTakenAt: sessions.registerTakenAt,
  })
    .from(openTimeBookings)
    .innerJoin(sessions, joined(sessions, openTimeBookings.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(
      and(
        own(actor, openTimeBookings),
        eq(openTimeBookings.sessionId, sessionId),
        eq(openTimeBookings.studentId, studentId),
        ne(sessions.state, "cancelled"),
      ),
    )
    .get()
  if (!found) return undefined
  const cancelUntil = found.startsAt - actor.school.noticeHours * 3_600_000
  return { ...found, cancelUntil, mayCancel: found.registerTakenAt === null && now() <= cancelUntil }
}

/** What a student's booked lesson costs by now; undefined where it has no price or package. */
export function findBookedCost(actor: Actor, studentId: string, sessionId: string): OpenTimeCost | undefined {
  const session = seatedSessions()
    .where(own(actor, sessions, sessionId))
    .get()
  return session && costOf(actor, studentId, session)
}

/**
 * Cancels a lesson that the family booked at an open time, within the school's notice: nothing is charged, no credit is earned, and it
 * no longer counts toward the limit. Its teacher and the office are told.
 */
export function cancelOpenTime(
  actor: Actor,
  student: PortalStudent,
  sessionId: string,
  reason: string,
): Result<void, CancelOpenTimeRefusal> {
  return allOrNothing((): Result<void, CancelOpenTimeRefusal> => {
    if (student.as === "child") return { ok: false, reason: "a-child" }
    const booking = findOpenBooking(actor, student.id, sessionId)
    if (!booking) return { ok: false, reason: "not-booked" }
    if (!booking.mayCancel) return { ok: false, reason: "too-late" }
    const canceled = cancelSession(actor, sessionId, reason, { isRemoved: true })
    if (!canceled.ok) return { ok: false, reason: "not-booked" }
    note(actor, "cancel-open-time", sessionId, student)
    tellOffice(actor, "canceled", student, booking)
    return { ok: true }
  })
}

/** Who can't book at all: a child, who sees no money, a student who takes no lessons now. */
function whyNot(actor: Actor, student: PortalStudent): "a-child" | "no-money" | "not-active" | undefined {
  if (student.as === "child") return "a-child"
  if (!listPaidFamilies(actor).includes(student.familyId)) return "no-money"
  const found = find(actor, students, student.id)
  return found?.status === "active" || found?.status === "trial" ? undefined : "not-active"
}

function listOpenClasses(
  actor: Actor,
  studentId: string,
  rules: ReturnType<typeof readOpenTimeRules>,
): OpenClass[] {
  const day = todayOf(actor)
  const rows = select({
    classId: classes.id,
    startsOn: enrollments.startsOn,
    endsOn: enrollments.endsOn,
    endedOn: classes.endedOn,
    minutes: sql<
      number | null
    >`coalesce((select s.minutes from schedules s where s.school_id = ${classes.schoolId}
      and s.class_id = ${classes.id} order by s.starts_on desc, s.id desc limit 1),
      (select l.minutes from sessions l where l.school_id = ${classes.schoolId}
      and l.class_id = ${classes.id} order by l.starts_at desc limit 1))`,
  })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(
      and(
        own(actor, enrollments),
        eq(enrollments.studentId, studentId),
        eq(classes.kind, "private"),
        or(isNull(classes.endedOn), gte(classes.endedOn, day)),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, day)),
        lte(enrollments.startsOn, addDays(day, 60)),
      ),
    )
    .orderBy(asc(enrollments.startsOn))
    .all()
  return rows.flatMap(({ classId, startsOn, endsOn, endedOn, minutes }): OpenClass[] => {
    const of = (expiresOn: string) =>
      minutes === null ? undefined : creditToCome(actor, studentId, { classId, minutes, expiresOn })
    const credit = of(day)
    if (!credit?.teacherId || !credit.isAlone) return []
    const rule = rules.ofTeacher(credit.teacherId)
    if (!rule.isOn) return []
    const from = laterOf(day, startsOn)
    const { teacherId } = credit
    // While the class has this teacher.
    const later = findLaterTeacher(actor, classId)
    const ends = [endsOn, endedOn, findLeaving(actor, teacherId)?.lastDay, later && addDays(later.from, -1)]
    const to = ends.reduce<string>(
      (soonest, end) => (end ? earlierOf(soonest, end) : soonest),
      addDays(day, rule.daysAhead),
    )
    if (to < from) return []
    return [{ credit: { ...credit, expiresOn: to, leadHours: rule.leadHours }, teacherId, rule, from, to }]
  })
}

/** Whether a student can book one more lesson in the week or month of a day, by the rule of a class's teacher. */
function roomFinder(actor: Actor, studentId: string) {
  const booked = select({ date: sessions.localDate })
    .from(openTimeBookings)
    .innerJoin(sessions, joined(sessions, openTimeBookings.sessionId))
    .where(
      and(
        own(actor, openTimeBookings),
        eq(openTimeBookings.studentId, studentId),
        // Of the month and the week that go on, too.
        gte(sessions.localDate, addDays(todayOf(actor), -31)),
        eq(sessions.state, "planned"),
      ),
    )
    .all()
  return ({ rule }: OpenClass, day: string): boolean => {
    const [from, to] = periodOf(rule.per, day, actor.school.weekStart as Weekday)
    return booked.filter(({ date }) => from <= date && date <= to).length < rule.most
  }
}

/** What a lesson costs on each day: asked once where it's the same on the first and the last one. */
function costFinder(actor: Actor, studentId: string, open: OpenClass, first = open.from, last = open.to) {
  const [ofFirst, ofLast] = [first, last].map((date) => costOn(actor, studentId, open, date))
  const isSame = ofFirst && ofLast && costKey(ofFirst) === costKey(ofLast)
  return (date: string) => (isSame ? ofFirst : costOn(actor, studentId, open, date))
}

/** What attendance would charge for one more lesson of the class on a day; undefined where it has no price or package. */
function costOn(
  actor: Actor,
  studentId: string,
  { credit }: OpenClass,
  date: string,
): OpenTimeCost | undefined {
  const { classId, className, instrument, minutes, teacherId, teacherName, roomName } = credit
  const startTime = "12:00"
  const startsAt = instantOf(date, startTime, actor.school.timeZone)
  return costOf(actor, studentId, {
    ...{ classId, className, instrument, minutes, teacherId, teacherName, roomName, startTime, startsAt },
    id: "",
    classKind: "private",
    localDate: date,
    endsAt: startsAt + minutes * 60_000,
    teacherMemberId: null,
    onlineLink: null,
    state: "planned",
    cancelReason: null,
    registerTakenAt: null,
    registerTakenBy: null,
    takenByName: null,
  })
}

function costOf(actor: Actor, studentId: string, session: SeatedSession): OpenTimeCost | undefined {
  const seat = readRegister(actor, session).find((each) => each.studentId === studentId)
  const present = listOutcomes(actor).find(({ code }) => code === "present")
  if (!seat || !present) return undefined
  const amountMinor = effectOf(seat.terms, present).chargedMinor
  const { cover } = seat.terms
  const { taken, missing } = takenFor(seat.terms, present.chargedPercent)
  if (cover && taken > 0 && missing === 0) {
    const without = { ...seat.terms, cover: { ...cover, units: 0 } }
    const otherwiseMinor = cover.beyond === "charge" ? effectOf(without, present).chargedMinor : null
    return { by: "package", lessonsLeft: cover.units / 100, otherwiseMinor }
  }
  return amountMinor > 0 ? { by: "price", amountMinor } : undefined
}

/** The lesson that the student has booked at this very time. */
const findBooked = (actor: Actor, studentId: string, { classId, date, startTime }: OpenTimeWish) =>
  select({
    sessionId: sessions.id,
    title: classes.name,
    date: sessions.localDate,
    startTime: sessions.startTime,
  })
    .from(openTimeBookings)
    .innerJoin(sessions, joined(sessions, openTimeBookings.sessionId))
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(
      and(
        own(actor, openTimeBookings),
        eq(openTimeBookings.studentId, studentId),
        eq(sessions.classId, classId),
        eq(sessions.localDate, date),
        eq(sessions.startTime, startTime),
        ne(sessions.state, "cancelled"),
      ),
    )
    .get()

const note = (
  actor: Actor,
  verb: "book-open-time" | "cancel-open-time",
  sessionId: string,
  { id, name }: PortalStudent,
) => recordEvent(actor, `session.${verb}`, sessionId, { after: { name, studentId: id } })

function tellOffice(
  actor: Actor,
  what: "booked" | "canceled",
  { id, name }: PortalStudent,
  { className, date, startTime }: { className: string; date: string; startTime: string },
) {
  const { school } = actor
  const soonestAt = instantOf(date, startTime, school.timeZone)
  for (const office of listOffice(actor))
    mailTo(
      actor,
      office,
      "open-time",
      {
        what,
        by: actor.name,
        studentName: name,
        studentId: id,
        className,
        when: `${formatDate(date, "short", school)}, ${formatTime(startTime, school)}`,
      },
      { soonestAt },
    )
}
