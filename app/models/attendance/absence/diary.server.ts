import { db, prepareOnce } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import { and, between, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { own } from "~/models/foundation/access/own.server"
import { listClosures } from "~/models/teaching/closure/closure.server"
import { listBooked } from "~/models/teaching/session/clash.server"
import { openingHours } from "~/models/teaching/session/opening-hours.server"
import { bufferMs } from "~/models/teaching/session/room-buffer"
import { findBuffers } from "~/models/teaching/session/room-buffer.server"
import type { SessionRow } from "~/models/teaching/session/session"
import { listStays } from "~/models/teaching/session/travel.server"
import { now } from "~/utils/clock.server"
import { addDays, daysBetween, weekday } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { instantOf, today } from "~/utils/zones"
import type { TeacherFacts } from "./teacher-facts.server"

// The days to which some lessons could move: when the school is open then, and when everyone and every room of theirs is taken.

export const minute = 60_000
export const dayMs = 24 * 60 * minute

/** In minutes of a day. */
export type Interval = { from: number; to: number; sessionId: string }

/** Everyone who gives a lesson. */
export const giversOf = ({
  teacherId,
  coTeachers = [],
}: Pick<SessionRow, "teacherId" | "coTeachers">): string[] => [
  ...(teacherId ? [teacherId] : []),
  ...coTeachers.map(({ id }) => id),
]

export type Diary = ReturnType<typeof readDiary>

export function readDiary(
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
  const taken = new Map<string, Map<string, Interval[]>>()
  const teacherIds = [...new Set(lessons.flatMap(giversOf))]
  const booked = listBooked(actor, period, {
    teacher: teacherIds,
    student: [...new Set(lessons.flatMap(({ students }) => students.map(({ id }) => id)))],
    room: [...new Set(lessons.flatMap(({ roomId }) => roomId ?? []))],
  })
  for (const { sessionId, resourceId, startsAt, endsAt } of booked) {
    const day = dayOf(days, startsAt)
    if (!day) continue
    const own = bufferMs(buffers, resourceId)
    const interval = {
      from: (startsAt - own - day.midnight) / minute,
      to: (endsAt + own - day.midnight) / minute,
      sessionId,
    }
    const ofDays = taken.get(resourceId) ?? new Map<string, Interval[]>()
    taken.set(resourceId, ofDays)
    const known = ofDays.get(day.date)
    if (known) known.push(interval)
    else ofDays.set(day.date, [interval])
  }
  const travel = lessons.some(({ roomId }) => roomId !== null) ? between : undefined
  return {
    away: groupBy(away, ({ teacherId }) => teacherId),
    hours,
    /** By whom or what is taken, and by day. */
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
  const classIds = [...new Set(lessons.map(({ classId }) => classId))]
  const asked = new Set(lessons.map(({ id }) => id))
  const rows = classDaysQuery().all({
    schoolId: actor.school.id,
    teacherIds: JSON.stringify(teacherIds),
    classIds: JSON.stringify(classIds),
    from,
    to,
  })
  return new Set(rows.flatMap(({ id, classId, date }) => (asked.has(id) ? [] : [`${classId} ${date}`])))
}

const classDaysQuery = prepareOnce(() =>
  db()
    .select({ id: sessions.id, classId: sessions.classId, date: sessions.localDate })
    .from(sessions)
    .where(
      and(
        own(sql.placeholder("schoolId"), sessions),
        among(sessions.teacherId, sql.placeholder("teacherIds")),
        sql`+${sessions.classId} in (select value from json_each(${sql.placeholder("classIds")}))`,
        between(sessions.localDate, sql.placeholder("from"), sql.placeholder("to")),
        eq(sessions.state, "planned"),
      ),
    )
    .prepare(),
)
