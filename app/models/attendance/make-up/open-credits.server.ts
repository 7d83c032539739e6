import { makeUpCredits } from "db/schema/attendance"
import { teachers } from "db/schema/people"
import { classes, enrollments, rooms } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gte, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { columns, joined } from "~/models/foundation/access/own.server"
import { listClosures } from "~/models/teaching/closed-days/closed-days.server"
import { isCreditClass } from "~/models/teaching/credit/credit.server"
import { listOverlaps } from "~/models/teaching/session/clash.server"
import { listRoomTimes } from "~/models/teaching/session/room-buffer.server"
import { isTooFar } from "~/models/teaching/session/travel"
import { findTravel, listStays } from "~/models/teaching/session/travel.server"
import { listHours } from "~/models/teaching/teacher-time/availability.server"
import { isAwayAt } from "~/models/teaching/teacher-time/teacher-time"
import { listDaysAway } from "~/models/teaching/teacher-time/time-off.server"
import { now, todayOf } from "~/utils/clock.server"
import { addMinutes, minutesOfDay } from "~/utils/clock-times"
import { addDays, weekday } from "~/utils/dates"
import { thinnedOut } from "~/utils/spread"
import { instantOf } from "~/utils/zones"
import { type MakeUpOffer, timeValue } from "./make-up"

/**
 * `leadHours`: the least hours before a lesson, where they aren't the school's notice. `from`: the first day of one that is used in the
 * class that continues its own.
 */
export type OpenCredit = ReturnType<typeof listOpenCredits>[number] & { leadHours?: number; from?: string }

/** What is told of a credit's class. Alone in it, today and later, a student may have a lesson at another time. */
const ofClass = (p: Params<{ studentId: string; day: string }>) => ({
  className: classes.name,
  ...columns(classes, "kind", "instrument", "endedOn", "roomId"),
  roomName: rooms.name,
  teacherId: teachers.id,
  teacherName: teachers.name,
  /** The last day on which that teacher gives it. */
  givenUntil: sql<string>`min(coalesce(${teachers.lastDay}, '9999-12-31'), coalesce((
    select date(l.from_date, '-1 day') from later_teachers l where l.school_id = ${classes.schoolId}
      and l.class_id = ${classes.id}), '9999-12-31'))`,
  isAlone: sql<number>`coalesce((select min(e.student_id = ${p.studentId}) from enrollments e
    where e.school_id = ${classes.schoolId} and e.class_id = ${classes.id}
      and (e.ends_on is null or e.ends_on >= ${p.day})), 0)`.mapWith(Boolean),
})

/** A student's open credits with the class each came from, in the order in which they are used: the first to end first. */
export const listOpenCredits = (actor: Actor, studentId: string) =>
  openQuery.all(actor, { studentId, day: todayOf(actor) })

const openQuery = query((p: Params<{ studentId: string; day: string }>, own) =>
  select({
    creditId: makeUpCredits.id,
    minutes: makeUpCredits.minutes,
    expiresOn: makeUpCredits.expiresOn,
    classId: classes.id,
    ...ofClass(p),
  })
    .from(makeUpCredits)
    .leftJoin(seats, joined(seats, makeUpCredits.originSeatId))
    .leftJoin(sessions, joined(sessions, seats.sessionId))
    .innerJoin(classes, and(joined(classes.schoolId, makeUpCredits.schoolId), isCreditClass))
    .leftJoin(teachers, and(joined(teachers, classes.teacherId), isNull(teachers.deactivatedAt)))
    .leftJoin(rooms, joined(rooms, classes.roomId))
    .where(
      and(
        own(makeUpCredits),
        eq(makeUpCredits.studentId, p.studentId),
        isNull(makeUpCredits.usedAt),
        isNull(makeUpCredits.revokedAt),
        gte(makeUpCredits.expiresOn, p.day),
      ),
    )
    .orderBy(asc(makeUpCredits.expiresOn), asc(makeUpCredits.id)),
)

/** The credit that a missed lesson of this class would earn, as if it were open; undefined for another school's class. */
export function creditToCome(
  actor: Actor,
  studentId: string,
  { classId, minutes, expiresOn }: Pick<OpenCredit, "classId" | "minutes" | "expiresOn">,
): OpenCredit | undefined {
  const found = toComeQuery.get(actor, { studentId, classId, day: todayOf(actor) })
  return found && { creditId: "", classId, minutes, expiresOn, ...found }
}

const toComeQuery = query((p: Params<{ studentId: string; classId: string; day: string }>, own) =>
  select(ofClass(p))
    .from(classes)
    .leftJoin(teachers, and(joined(teachers, classes.teacherId), isNull(teachers.deactivatedAt)))
    .leftJoin(rooms, joined(rooms, classes.roomId))
    .where(own(classes, p.classId)),
)

/** Credits as they can be used in their own classes, and in those that continue them and have the student (`from`). */
export const withContinuing = (
  actor: Actor,
  studentId: string,
  credits: readonly OpenCredit[],
): OpenCredit[] =>
  credits.flatMap((credit) => [
    credit,
    ...(credit.endedOn === null
      ? []
      : withContinuing(actor, studentId, listContinuing(actor, studentId, credit))),
  ])

const listContinuing = (actor: Actor, studentId: string, credit: OpenCredit): OpenCredit[] =>
  continuingQuery
    .all(actor, { studentId, classId: credit.classId, day: todayOf(actor) })
    .map((later) => ({ ...credit, ...later }))

const continuingQuery = query((p: Params<{ studentId: string; classId: string; day: string }>, own) =>
  select({ classId: classes.id, from: enrollments.startsOn, ...ofClass(p) })
    .from(classes)
    .innerJoin(enrollments, joined(enrollments.classId, classes.id))
    .leftJoin(teachers, and(joined(teachers, classes.teacherId), isNull(teachers.deactivatedAt)))
    .leftJoin(rooms, joined(rooms, classes.roomId))
    .where(
      and(
        own(classes),
        eq(classes.continuesId, p.classId),
        eq(enrollments.studentId, p.studentId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, p.day)),
      ),
    ),
)

/** The credit that a lesson on this day would use: the oldest that is still open then. */
export const creditOn = (credits: readonly OpenCredit[], date: string): OpenCredit | undefined =>
  credits.find(({ expiresOn }) => expiresOn >= date)

// Times at which a missed private lesson can be made up without asking anyone: in the hours the teacher has said, where
// teacher, room and student are free, before the credit ends. The oldest credit that fits a time is the one it uses, so a
// credit of a group or an ensemble doesn't stand in the way of a later one of a private lesson.

const [stepMinutes, dayMs] = [30, 86_400_000]
/** So many of the soonest are listed one by one; of each day after them a few, so that a family that is away has times too. */
const shownTimes = { soon: 24, ofLaterDay: 3 }

/** The times between two dates (both included), the soonest first: all of the next days, and some of every later one. */
export const listFreeTimes = (
  actor: Actor,
  studentId: string,
  credits: readonly OpenCredit[],
  span: Span,
): MakeUpOffer[] => thinnedOut(findFreeTimes(actor, studentId, credits, span), shownTimes).map(offerOf)

/** The credit that a lesson at this time would use: the oldest that fits it. Undefined where it isn't offered. */
export const creditAt = (
  actor: Actor,
  studentId: string,
  credits: readonly OpenCredit[],
  { date, startTime }: { date: string; startTime: string },
): OpenCredit | undefined =>
  findFreeTimes(actor, studentId, credits, [date, date]).find((time) => time.startTime === startTime)?.credit

type Span = readonly [from: string, to: string]
type FreeTime = { date: string; startTime: string; credit: OpenCredit }

function findFreeTimes(
  actor: Actor,
  studentId: string,
  credits: readonly OpenCredit[],
  span: Span,
): FreeTime[] {
  const fitting = credits.filter(({ kind }) => kind === "private")
  if (fitting.length === 0) return []
  const [from, to] = span
  const facts = readSpan(actor, studentId, span)
  const diaries = new Map<string, Diary | undefined>()
  const diaryOf = (credit: OpenCredit) => {
    if (!diaries.has(credit.classId)) diaries.set(credit.classId, readDiary(actor, credit, facts))
    return diaries.get(credit.classId)
  }
  const times: FreeTime[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (facts.closed.some(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)) continue
    const ofDay = new Map<string, FreeTime>()
    const running = fitting.filter((credit) => runsOn(credit, date))
    for (const credit of differentOn(running, date)) {
      const diary = diaryOf(credit)
      for (const startTime of diary ? startTimesOn(actor, date, credit, diary) : [])
        if (!ofDay.has(startTime)) ofDay.set(startTime, { date, startTime, credit })
    }
    times.push(...[...ofDay.values()].sort((a, b) => a.startTime.localeCompare(b.startTime)))
  }
  return times
}

/** Of the credits that are still open on a day the oldest of each class and length: others have the same times. */
const differentOn = (credits: readonly OpenCredit[], date: string): OpenCredit[] =>
  credits.filter(
    (credit, index) =>
      credit.expiresOn >= date &&
      !credits
        .slice(0, index)
        .some(
          (older) =>
            older.expiresOn >= date && older.classId === credit.classId && older.minutes === credit.minutes,
        ),
  )

/** When a lesson of the credit's class can begin on a day. */
function startTimesOn(actor: Actor, date: string, credit: OpenCredit, diary: Diary): string[] {
  const hours = diary.hours.filter((each) => each.weekday === weekday(date))
  if (hours.length === 0) return []
  const { minutes, roomId, leadHours = actor.school.noticeHours } = credit
  const earliest = now() + leadHours * 3_600_000
  const { startOf, near } = dayOf(actor, date)
  const [busy, stays] = [diary.busy.filter(near), diary.stays.filter(near)]
  const starts: string[] = []
  for (const { fromTime, toTime } of hours) {
    const latest = minutesOfDay(toTime) - minutes
    for (let start = minutesOfDay(fromTime); start <= latest; start += stepMinutes) {
      const startTime = addMinutes("00:00", start)
      const startsAt = startOf(startTime)
      const endsAt = startsAt + minutes * 60_000
      if (startsAt < earliest) continue
      if (busy.some((booking) => booking.startsAt < endsAt && startsAt < booking.endsAt)) continue
      const isAway = diary.away.some((off) =>
        isAwayAt(off, { date, from: startTime, to: addMinutes(startTime, minutes) }),
      )
      if (isAway) continue
      if (stays.some((stay) => isTooFar(diary.travel, { startsAt, endsAt, roomId }, stay))) continue
      starts.push(startTime)
    }
  }
  return starts
}

/** Whether a day is within the class that the credit is used in, and its teacher gives it then. */
export const runsOn = (
  { from, endedOn, givenUntil }: Pick<OpenCredit, "from" | "endedOn" | "givenUntil">,
  date: string,
): boolean => (!from || from <= date) && (endedOn === null || date <= endedOn) && date <= givenUntil

/** The instants of a day's times, and what is on it or within half a day of it. */
function dayOf(actor: Actor, date: string) {
  const zone = actor.school.timeZone
  const [from, to] = [instantOf(date, "00:00", zone), instantOf(addDays(date, 1), "00:00", zone)]
  const isEven = to - from === dayMs
  return {
    startOf: (time: string) => (isEven ? from + minutesOfDay(time) * 60_000 : instantOf(date, time, zone)),
    near: ({ startsAt, endsAt }: { startsAt: number; endsAt: number }) =>
      startsAt < to + dayMs / 2 && from - dayMs / 2 < endsAt,
  }
}

function offerOf({ date, startTime, credit }: FreeTime): MakeUpOffer {
  const { minutes, className, instrument, teacherName, roomName } = credit
  const value = timeValue(date, startTime)
  return {
    value,
    title: instrument ?? className,
    date,
    startTime,
    minutes,
    teacherName,
    roomName,
    free: null,
  }
}

/** Whether a lesson of this class is made up at a time of its teacher at all. */
export const hasOwnTimes = (actor: Actor, credit: OpenCredit): boolean => hoursFor(actor, credit).length > 0

/** The hours of the credit's teacher; none where a lesson of its class isn't made up in them. */
const hoursFor = (actor: Actor, { kind, teacherId, endedOn, isAlone }: OpenCredit) =>
  kind === "private" && teacherId !== null && (endedOn ?? todayOf(actor)) >= todayOf(actor) && isAlone
    ? listHours(actor, teacherId)
    : []

/** What is the same for every teacher. */
function readSpan(actor: Actor, studentId: string, [from, to]: Span) {
  const zone = actor.school.timeZone
  const period = {
    startsAt: instantOf(from, "00:00", zone),
    endsAt: instantOf(addDays(to, 1), "00:00", zone),
  }
  return {
    from,
    to,
    period,
    closed: listClosures(actor, from, to),
    busy: listOverlaps(actor, period, "student", [studentId]),
  }
}

type Diary = NonNullable<ReturnType<typeof readDiary>>

function readDiary(
  actor: Actor,
  credit: OpenCredit,
  { from, to, period, busy }: ReturnType<typeof readSpan>,
) {
  const { teacherId, roomId } = credit
  const hours = hoursFor(actor, credit)
  if (!teacherId || hours.length === 0) return undefined
  const travel = roomId ? findTravel(actor) : undefined
  const stays = listStays(actor, travel, [teacherId], period)
  return {
    travel,
    stays,
    hours,
    away: listDaysAway(actor, teacherId, from, to),
    busy: [...stays, ...busy, ...(roomId ? listRoomTimes(actor, period, [roomId]) : [])],
  }
}

/** Whether the class is this student's alone, today and later: no one else would be expected at another time. */
export function isAlone(actor: Actor, classId: string, studentId: string): boolean {
  const enrolled = ownRows(actor, enrollments, ["studentId"])
    .where(
      and(
        eq(enrollments.classId, classId),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, todayOf(actor))),
      ),
    )
    .all()
  return enrolled.length > 0 && enrolled.every((each) => each.studentId === studentId)
}
