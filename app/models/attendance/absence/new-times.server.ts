import { db } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import { and, between, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { listClosures } from "~/models/teaching/closure/closure.server"
import { bookedQuery } from "~/models/teaching/session/clash.server"
import { type LeftOut, leftOutFinder } from "~/models/teaching/session/left-out.server"
import { openingHours } from "~/models/teaching/session/opening-hours.server"
import { bufferMs } from "~/models/teaching/session/room-buffer"
import { findBuffers } from "~/models/teaching/session/room-buffer.server"
import type { SessionRow } from "~/models/teaching/session/session"
import { isTooFar } from "~/models/teaching/session/travel"
import { listStays } from "~/models/teaching/session/travel.server"
import { isAwayAt } from "~/models/teaching/teacher-time/teacher-time"
import { now } from "~/utils/clock.server"
import { minutesOfDay } from "~/utils/clock-times"
import { addDays, daysBetween, weekday } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { instantOf, today } from "~/utils/zones"
import type { NewTime } from "./absence"
import { daysAfter, daysBefore, readTeacherFacts, type TeacherFacts } from "./teacher-facts.server"

// When a lesson could be instead: near its time, in the same room, with everyone who gives it and its students
// free, from tomorrow on. The first time of each lesson is its own, so that a whole day can be moved at once.

const step = 15
const otherDay = 75
/** A second lesson of the class on one day is as bad as four days more. */
const besideAnother = 4 * otherDay
const mostOffered = 3
const minute = 60_000
const dayMs = 24 * 60 * minute

type Interval = { from: number; to: number; sessionId: string }

/** Up to three new times for each of some lessons, each with its own teacher; none for one without. Nine queries, however many. */
export function findNewTimes(
  actor: Actor,
  asked: readonly SessionRow[],
  facts = readTeacherFacts(actor, asked),
): Map<string, NewTime[]> {
  const lessons = asked.filter(({ teacherId }) => teacherId !== null)
  const first = lessons[0]
  const last = lessons.at(-1)
  if (!first || !last) return new Map()
  const [from, to] = [addDays(first.localDate, -daysBefore), addDays(last.localDate, daysAfter)]
  const diary = readDiary(actor, lessons, { from, to }, facts)
  const reserved: Record<string, Interval[]> = {}
  const leftOut = leftOutFinder(actor, lessons)
  return new Map(
    lessons.map((lesson) => {
      const times = timesFor(lesson, diary, reserved, leftOut)
      const [chosen] = times
      if (chosen) {
        const start = minutesOfDay(chosen.startTime)
        const taken = { from: start, to: start + lesson.minutes, sessionId: lesson.id }
        for (const id of giversOf(lesson)) {
          const key = `${id} ${chosen.date}`
          reserved[key] = [...(reserved[key] ?? []), taken]
        }
      }
      return [lesson.id, times]
    }),
  )
}

/** Everyone who gives a lesson. */
export const giversOf = ({
  teacherId,
  coTeachers = [],
}: Pick<SessionRow, "teacherId" | "coTeachers">): string[] => [
  ...(teacherId ? [teacherId] : []),
  ...coTeachers.map(({ id }) => id),
]

type Diary = ReturnType<typeof readDiary>

function readDiary(
  actor: Actor,
  lessons: readonly SessionRow[],
  { from, to }: { from: string; to: string },
  { hours, travel: between, away }: TeacherFacts,
) {
  const zone = actor.school.timeZone
  const known = lessons.flatMap(giversOf).flatMap((id) => hours.get(id) ?? [])
  const { opens, closes, weekdays } = openingHours(actor, lessons[0]?.localDate ?? from, known)
  const closed = listClosures(actor, from, to)
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index)).map(
    // Clocks change at night: counted from noon, the minutes of a day are those on its clock.
    (date) => ({ date, midnight: instantOf(date, "12:00", zone) - dayMs / 2 }),
  )
  const firstDay = days[0]?.midnight ?? 0
  const period = { startsAt: firstDay, endsAt: (days.at(-1)?.midnight ?? 0) + dayMs }
  const buffers = lessons.some(({ roomId }) => roomId !== null) ? findBuffers(actor) : undefined
  const taken = new Map<string, Interval[]>()
  const teacherIds = [...new Set(lessons.flatMap(giversOf))]
  const booked = bookedQuery(actor, period, {
    teacher: teacherIds,
    student: [...new Set(lessons.flatMap(({ students }) => students.map(({ id }) => id)))],
    room: [...new Set(lessons.flatMap(({ roomId }) => roomId ?? []))],
  }).all()
  for (const { sessionId, resourceId, startsAt, endsAt } of booked) {
    const day = dayOf(days, startsAt)
    if (!day) continue
    const key = `${resourceId} ${day.date}`
    const own = bufferMs(buffers, resourceId)
    const interval = {
      from: (startsAt - own - day.midnight) / minute,
      to: (endsAt + own - day.midnight) / minute,
      sessionId,
    }
    const known = taken.get(key)
    if (known) known.push(interval)
    else taken.set(key, [interval])
  }
  const travel = lessons.some(({ roomId }) => roomId !== null) ? between : undefined
  return {
    away: groupBy(away, ({ teacherId }) => teacherId),
    hours,
    taken,
    classDays: listClassDays(actor, lessons, { from, to }),
    travel,
    stays: travel ? listStays(actor, travel, teacherIds, period) : [],
    opens,
    closes,
    // Families learn of it by email and answer: today is too soon.
    days: days.filter(
      ({ date }) =>
        date > today(zone, now()) &&
        weekdays.has(weekday(date)) &&
        !closed.some((one) => one.startsOn <= date && date <= one.endsOn),
    ),
  }
}

/** The day on which an instant lies, of days that follow each other; one after them all counts to the last. */
function dayOf<Day extends { midnight: number }>(days: readonly Day[], instant: number): Day | undefined {
  const since = Math.floor((instant - (days[0]?.midnight ?? 0)) / dayMs)
  // A day on which clocks change is an hour longer or shorter.
  for (let index = Math.min(since + 1, days.length - 1); index >= 0; index -= 1) {
    const day = days[index]
    if (day && day.midnight <= instant) return day
  }
  return undefined
}

/** On which days the classes of some lessons meet with these teachers besides, as "class date". */
function listClassDays(
  actor: Actor,
  lessons: readonly SessionRow[],
  { from, to }: { from: string; to: string },
): Set<string> {
  const teacherIds = [...new Set(lessons.flatMap(({ teacherId }) => teacherId ?? []))]
  const asked = new Set(lessons.map(({ id }) => id))
  const rows = db()
    .select({ id: sessions.id, classId: sessions.classId, date: sessions.localDate })
    .from(sessions)
    .where(
      and(
        own(actor, sessions),
        inArray(sessions.teacherId, teacherIds),
        between(sessions.localDate, from, to),
        eq(sessions.state, "planned"),
      ),
    )
    .all()
  return new Set(rows.flatMap(({ id, classId, date }) => (asked.has(id) ? [] : [`${classId} ${date}`])))
}

/**
 * The nearest free time of each day on which someone is enrolled: the nearest days first, but those last on which the class meets
 * besides, or some of its students aren't enrolled.
 */
function timesFor(
  lesson: SessionRow,
  diary: Diary,
  reserved: Record<string, Interval[]>,
  leftOut: LeftOut,
): NewTime[] {
  const near = minutesOfDay(lesson.startTime)
  const givers = giversOf(lesson)
  const ids = [...givers, lesson.roomId, ...lesson.students.map(({ id }) => id)]
  const stays = diary.stays.filter(
    ({ sessionId, resourceId }) => sessionId !== lesson.id && ids.includes(resourceId),
  )
  const isReached = (startsAt: number) => {
    const here = { startsAt, endsAt: startsAt + lesson.minutes * minute, roomId: lesson.roomId }
    return !stays.some((stay) => isTooFar(diary.travel, here, stay))
  }
  return diary.days
    .flatMap(({ date, midnight }) => {
      const apart = Math.abs(daysBetween(lesson.localDate, date))
      if (apart > daysAfter || daysBetween(lesson.localDate, date) < -daysBefore) return []
      const busy = [
        ...ids.flatMap((id) => diary.taken.get(`${id} ${date}`) ?? []),
        ...givers.flatMap((id) => reserved[`${id} ${date}`] ?? []),
      ].filter(({ sessionId }) => sessionId !== lesson.id)
      const start = nearestStart(near, lesson.minutes, diary, (from) => {
        const to = from + lesson.minutes
        return (
          !busy.some((one) => one.from < to && one.to > from) &&
          isReached(midnight + from * minute) &&
          givers.every((id) => isTheirs(diary, id, { date, from, to }))
        )
      })
      const without = leftOut(lesson, date)
      if (start === undefined || without.length >= Math.max(1, lesson.students.length)) return []
      const beside = diary.classDays.has(`${lesson.classId} ${date}`) ? besideAnother : 0
      return [{ date, start, without, distance: Math.abs(start - near) + apart * otherDay + beside }]
    })
    .sort((a, b) => Math.sign(a.without.length) - Math.sign(b.without.length) || a.distance - b.distance)
    .slice(0, mostOffered)
    .map(({ date, start, without }) => ({
      date,
      startTime: clock(start),
      roomId: lesson.roomId,
      roomName: lesson.roomName,
      leftOut: without.map(({ id, name }) => ({ id, name })),
    }))
}

/** The first start that will do, at the time of the lesson or ever farther from it. */
function nearestStart(
  near: number,
  minutes: number,
  { opens, closes }: Diary,
  isFree: (start: number) => boolean,
): number | undefined {
  for (let away = 0; away < dayMs / minute; away += step)
    for (const start of away === 0 ? [near] : [near + away, near - away])
      if (start >= opens && start + minutes <= closes && isFree(start)) return start
  return undefined
}

/** Whether the teacher is there and, where they have named hours, within them. */
function isTheirs(
  diary: Diary,
  teacherId: string,
  { date, from, to }: { date: string; from: number; to: number },
): boolean {
  const at = { date, from: clock(from), to: clock(to) }
  const [away, hours] = [diary.away.get(teacherId) ?? [], diary.hours.get(teacherId) ?? []]
  const day = weekday(date)
  return (
    !away.some((off) => isAwayAt(off, at)) &&
    (hours.length === 0 ||
      hours.some((each) => each.weekday === day && each.fromTime <= at.from && at.to <= each.toTime))
  )
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`
