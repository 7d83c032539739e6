import { transact } from "db/client.server"
import { classes, closures, enrollments, schedules } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, between, eq, gt, gte, isNull, lt, lte, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll, change, ownRows, select, selectDistinct } from "~/models/foundation/access/door.server"
import { columns, joined, newRow, own } from "~/models/foundation/access/own.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { instantOf, today } from "~/utils/zones"
import { leaveOn } from "../leave/leave"
import { listLeaves } from "../leave/leave.server"
import { teacherOn } from "../scheduled-teacher-change/scheduled-teacher-change"
import { findLaterTeacher } from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { claimAll } from "./claim.server"
import { listClashPairsOf } from "./clash-pairs.server"
import { mondayOf } from "./pattern"
import { datesOf } from "./recurrence.server"
import { heldDates } from "./rule-weeks"
import { weeksAhead } from "./schedule-period"

// A class's repeating rule becomes rows ahead of time. A rule's session is identified by its class and its original
// start, the date and time the rule gave it: making again never makes twice, nor where a session was moved away.

type Made = { made: number; clashes: number }

const atOnce = 500

/**
 * Makes a schedule's sessions up to `until` (a date, included), with bookings for teacher, room and the students
 * enrolled on each day, and raises the schedule's `madeUntil`. Starts where it stopped last, or at `from`: days
 * before that stay without sessions. Past dates are allowed. Leaves out closures, the days `without` one, and days after
 * the end of schedule or class. Nothing is refused for a clash: the new sessions that have one are counted, and the
 * schedule shows them.
 */
export function makeSessions(
  actor: Actor,
  scheduleId: string,
  until: string,
  options: { from?: string; without?: ReadonlySet<string> } = {},
): Made {
  return transact(() => {
    const schedule = findSchedule(actor, scheduleId)
    const from = options.from ?? addDays(schedule.madeUntil, 1)
    const last = [until, schedule.endsOn, schedule.classEndedOn].reduce<string>(
      (earliest, end) => (end !== null && end < earliest ? end : earliest),
      until,
    )
    const dates = freeDates(actor, schedule, from, last).filter((date) => !options.without?.has(date))
    const made = insertSessions(actor, schedule, dates)
    if (last > schedule.madeUntil) change(actor, schedules, scheduleId, { madeUntil: last })
    const clashing = listClashPairsOf(actor, made)
    return { made: made.length, clashes: new Set(clashing.map(({ sessionId }) => sessionId)).size }
  })
}

/** Makes the sessions of all of the school's schedules up to `until`; those made that far already are left alone. */
export function extendSchedules(actor: Actor, until: string): Made {
  return transact(() => {
    const behind = select({ id: schedules.id })
      .from(schedules)
      .innerJoin(classes, joined(classes, schedules.classId))
      .where(
        and(
          own(actor, schedules),
          lt(schedules.madeUntil, until),
          or(isNull(schedules.endsOn), gt(schedules.endsOn, schedules.madeUntil)),
          or(isNull(classes.endedOn), gt(classes.endedOn, schedules.madeUntil)),
        ),
      )
      .all()
    const total = { made: 0, clashes: 0 }
    for (const { id } of behind) {
      const { made, clashes } = makeSessions(actor, id, until)
      total.made += made
      total.clashes += clashes
    }
    return total
  })
}

/**
 * Makes what the school's rules give on days that were closed until now, from today on and as far as each rule is made. Whoever was
 * enrolled then attends; no one is told, as no one had heard of these sessions.
 */
export function makeOpened(actor: Actor, days: { startsOn: string; endsOn: string }): Made {
  const day = todayOf(actor)
  const from = days.startsOn > day ? days.startsOn : day
  const rules = select(columns(schedules, "id", "rrule", "startsOn", "madeUntil"))
    .from(schedules)
    .innerJoin(classes, joined(classes, schedules.classId))
    .where(
      and(
        own(actor, schedules),
        gte(schedules.madeUntil, from),
        or(isNull(schedules.endsOn), gte(schedules.endsOn, from)),
        or(isNull(classes.endedOn), gte(classes.endedOn, from)),
      ),
    )
    .all()
  const total = { made: 0, clashes: 0 }
  for (const { id, rrule, startsOn, madeUntil } of rules) {
    const until = days.endsOn < madeUntil ? days.endsOn : madeUntil
    if (until < from || datesOf(rrule, startsOn, from, until).length === 0) continue
    const { made, clashes } = makeSessions(actor, id, until, { from })
    total.made += made
    total.clashes += clashes
  }
  return total
}

/** Until when sessions are kept ready: twelve weeks from the school's today. */
export const makingHorizon = (actor: Actor): string => addDays(todayOf(actor), weeksAhead * 7)

/** The schools with a schedule that is not made twelve weeks ahead; for the job that then asks each school. */
export function listSchoolsBehind(): string[] {
  const horizon = addDays(today("UTC", now()), weeksAhead * 7)
  return selectDistinct({ schoolId: schedules.schoolId })
    .from(schedules)
    .where(
      and(
        lt(schedules.madeUntil, horizon),
        or(isNull(schedules.endsOn), gt(schedules.endsOn, schedules.madeUntil)),
      ),
    )
    .all()
    .map(({ schoolId }) => schoolId)
}

type Schedule = ReturnType<typeof findSchedule>

function findSchedule(actor: Actor, scheduleId: string) {
  const found = select({
    id: schedules.id,
    classId: schedules.classId,
    rrule: schedules.rrule,
    startTime: schedules.startTime,
    minutes: schedules.minutes,
    startsOn: schedules.startsOn,
    endsOn: schedules.endsOn,
    madeUntil: schedules.madeUntil,
    teacherId: classes.teacherId,
    roomId: classes.roomId,
    classEndedOn: classes.endedOn,
  })
    .from(schedules)
    .innerJoin(classes, joined(classes, schedules.classId))
    .where(own(actor, schedules, scheduleId))
    .get()
  if (!found) throw new Error(`No schedule ${scheduleId} in this school`)
  return found
}

/**
 * The rule's dates without closures, without original starts the class has already, and without days that the rule's lessons of
 * the same week hold.
 */
function freeDates(actor: Actor, schedule: Schedule, from: string, to: string): string[] {
  const weekEnd = addDays(mondayOf(to), 6)
  const ofWeeks = datesOf(schedule.rrule, schedule.startsOn, mondayOf(from), weekEnd)
  const dates = ofWeeks.filter((date) => from <= date && date <= to)
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  const closed = ownRows(actor, closures)
    .where(and(lte(closures.startsOn, last), gte(closures.endsOn, first)))
    .all()
  const present = ownRows(actor, sessions, ["scheduleId", "originalDate", "originalStartTime", "state"])
    .where(
      and(eq(sessions.classId, schedule.classId), between(sessions.originalDate, mondayOf(first), weekEnd)),
    )
    .all()
  const taken = new Set(
    present.flatMap(({ originalDate, originalStartTime }) =>
      originalStartTime === schedule.startTime ? [originalDate] : [],
    ),
  )
  const held = heldDates(
    present.filter(({ scheduleId }) => scheduleId === schedule.id),
    ofWeeks,
  )
  return dates.filter(
    (date) =>
      !taken.has(date) &&
      !held.has(date) &&
      !closed.some(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn),
  )
}

function insertSessions(actor: Actor, schedule: Schedule, dates: string[]): string[] {
  if (dates.length === 0) return []
  const { classId, startTime, minutes, roomId } = schedule
  const taught = { teacherId: schedule.teacherId, later: findLaterTeacher(actor, classId) }
  const rows = dates.map((date) => {
    const startsAt = instantOf(date, startTime, actor.school.timeZone)
    return {
      ...newRow(actor),
      classId,
      scheduleId: schedule.id,
      originalDate: date,
      originalStartTime: startTime,
      localDate: date,
      startTime,
      minutes,
      startsAt,
      endsAt: startsAt + minutes * 60_000,
      teacherId: teacherOn(taught, date),
      roomId,
    }
  })
  for (let start = 0; start < rows.length; start += atOnce)
    addAll(actor, sessions, rows.slice(start, start + atOnce))
  const expected = expectedOn(actor, classId)
  claimAll(
    actor,
    rows.map((session) => ({ session, studentIds: expected(session.localDate) })),
  )
  return rows.map(({ id }) => id)
}

/** Who is expected in a class, by date: the enrolled who aren't on leave then. */
export function expectedOn(actor: Actor, classId: string): (date: string) => string[] {
  const enrolled = enrolledOn(actor, classId)
  const all = ownRows(actor, enrollments, ["studentId"]).where(eq(enrollments.classId, classId)).all()
  const studentIds = [...new Set(all.map(({ studentId }) => studentId))]
  const away = listLeaves(actor, studentIds, { from: "", to: "9999-12-31" })
  return (date) => enrolled(date).filter((studentId) => !leaveOn(away, { studentId, classId }, date))
}

/** Who is enrolled in a class, by date, on leave or not. */
export function enrolledOn(actor: Actor, classId: string): (date: string) => string[] {
  const all = ownRows(actor, enrollments).where(eq(enrollments.classId, classId)).all()
  return (date) =>
    all
      .filter(({ startsOn, endsOn }) => startsOn <= date && (endsOn === null || date <= endsOn))
      .map(({ studentId }) => studentId)
}
