import { sessions } from "db/schema/teaching-sessions"
import { and, between, eq, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { listClosures } from "~/models/teaching/closed-days/closed-days.server"
import { listBooked } from "~/models/teaching/session/clash.server"
import { openingHours } from "~/models/teaching/session/opening-hours.server"
import { bufferMs } from "~/models/teaching/session/room-buffer"
import { findBuffers } from "~/models/teaching/session/room-buffer.server"
import type { SessionRow } from "~/models/teaching/session/session"
import { findTravel, listStays } from "~/models/teaching/session/travel.server"
import { listAllHours } from "~/models/teaching/teacher-time/availability.server"
import { todayOf } from "~/utils/clock.server"
import { minutesOfDay } from "~/utils/clock-times"
import { addDays, daysBetween, type Weekday, weekday } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { instantOf } from "~/utils/zones"
import type { Stretch } from "./nearest-start"
import type { DaysAway } from "./teacher-facts.server"

// The days to which some lessons could move: when the school is open then, and when everyone and every room of theirs is taken.

export const minute = 60_000
export const dayMs = 24 * 60 * minute

export type Interval = Stretch & { sessionId: string }

/** Everyone who gives a lesson. */
export const giversOf = ({
  teacherId,
  coTeachers = [],
}: Pick<SessionRow, "teacherId" | "coTeachers">): string[] => [
  ...(teacherId ? [teacherId] : []),
  ...coTeachers.map(({ id }) => id),
]

/** What other times, teachers and rooms for a lesson depend on, as part of a key. */
export const asAsked = (lesson: SessionRow) => {
  const { id, classId, kind, instrument, localDate, startTime, minutes, startsAt, endsAt, roomId, roomName } =
    lesson
  return [
    ...[id, classId, kind, instrument, localDate, startTime, minutes, startsAt, endsAt, roomId, roomName],
    giversOf(lesson),
    lesson.students.map((student) => [student.id, student.name, student.kind]),
  ]
}

export type Diary = ReturnType<typeof readDiary>

/** A day by its place among those of a diary, and when it begins. */
export type Day = { date: string; number: number; weekday: Weekday; midnight: number }

export function readDiary(
  actor: Actor,
  lessons: readonly SessionRow[],
  { from, to }: { from: string; to: string },
  away: DaysAway,
) {
  const hours = listAllHours(actor)
  const known = lessons.flatMap(giversOf).flatMap((id) => hours.get(id) ?? [])
  const { opens, closes, weekdays } = openingHours(actor, lessons[0]?.localDate ?? from, known)
  const closed = listClosures(actor, from, to)
  const days = daysFrom(from, to, actor.school.timeZone)
  const period = { startsAt: days[0]?.midnight ?? 0, endsAt: (days.at(-1)?.midnight ?? 0) + dayMs }
  const teacherIds = [...new Set(lessons.flatMap(giversOf))]
  const travel = lessons.some(({ roomId }) => roomId !== null) ? findTravel(actor) : undefined
  const present = todayOf(actor)
  return {
    awayOn: awayFinder(away.filter(({ isAsked }) => !isAsked)),
    askedAwayOn: awayFinder(away.filter(({ isAsked }) => isAsked)),
    hoursOn: hoursFinder(hours),
    /** By whom or what is taken, and by the day's number. */
    taken: listTaken(actor, lessons, { teacherIds, days, period }),
    classDays: listClassDays(actor, lessons, { from, to }),
    travel,
    stays: travel ? listStays(actor, travel, teacherIds, period) : [],
    opens,
    closes,
    numberOf: (date: string) => daysBetween(from, date),
    // Families learn of it by email and answer: today is too soon.
    days: days.filter(
      ({ date, weekday: day }) =>
        date > present &&
        weekdays.has(day) &&
        !closed.some((one) => one.startsOn <= date && date <= one.endsOn),
    ),
  }
}

const daysFrom = (from: string, to: string, zone: string): Day[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, number) => {
    const date = addDays(from, number)
    // Clocks change at night: counted from noon, the minutes of a day are those on its clock.
    return { date, number, weekday: weekday(date), midnight: instantOf(date, "12:00", zone) - dayMs / 2 }
  })

type Asked = { teacherIds: string[]; days: readonly Day[]; period: { startsAt: number; endsAt: number } }

function listTaken(
  actor: Actor,
  lessons: readonly SessionRow[],
  { teacherIds, days, period }: Asked,
): Map<string, Map<number, Interval[]>> {
  const buffers = lessons.some(({ roomId }) => roomId !== null) ? findBuffers(actor) : undefined
  const booked = listBooked(actor, period, {
    teacher: teacherIds,
    student: [...new Set(lessons.flatMap(({ students }) => students.map(({ id }) => id)))],
    room: [...new Set(lessons.flatMap(({ roomId }) => roomId ?? []))],
  })
  const taken = new Map<string, Map<number, Interval[]>>()
  for (const { sessionId, resourceId, startsAt, endsAt } of booked) {
    const day = dayOf(days, startsAt)
    if (!day) continue
    const own = bufferMs(buffers, resourceId)
    const interval = {
      from: (startsAt - own - day.midnight) / minute,
      to: (endsAt + own - day.midnight) / minute,
      sessionId,
    }
    const ofDays = taken.get(resourceId) ?? new Map<number, Interval[]>()
    taken.set(resourceId, ofDays)
    const known = ofDays.get(day.number)
    if (known) known.push(interval)
    else ofDays.set(day.number, [interval])
  }
  return taken
}

/** Finds when a teacher is away on a day, as far as it reaches. */
function awayFinder(away: DaysAway) {
  const byTeacher = groupBy(away, ({ teacherId }) => teacherId)
  return (teacherId: string, date: string): Stretch[] =>
    (byTeacher.get(teacherId) ?? [])
      .filter(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)
      .map(({ startsOn, endsOn, fromTime, toTime }) => ({
        from: date === startsOn && fromTime !== null ? minutesOfDay(fromTime) : Number.NEGATIVE_INFINITY,
        to: date === endsOn && toTime !== null ? minutesOfDay(toTime) : Number.POSITIVE_INFINITY,
      }))
}

/** Finds a teacher's hours of a weekday, in a list of one; none for a teacher who has named no hours at all. */
function hoursFinder(hours: ReturnType<typeof listAllHours>) {
  const known = new Map<string, Map<number, Stretch[]> | undefined>()
  const read = (teacherId: string) => {
    const named = hours.get(teacherId)
    return named?.length
      ? new Map(
          [...groupBy(named, (each) => each.weekday)].map(([day, those]) => [
            day,
            those.map(({ fromTime, toTime }) => ({ from: minutesOfDay(fromTime), to: minutesOfDay(toTime) })),
          ]),
        )
      : undefined
  }
  return (teacherId: string, day: Weekday): Stretch[][] => {
    if (!known.has(teacherId)) known.set(teacherId, read(teacherId))
    const ofDays = known.get(teacherId)
    return ofDays ? [ofDays.get(day) ?? []] : []
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
  const rows = classDaysQuery.all(actor, {
    teacherIds: JSON.stringify(teacherIds),
    classIds: JSON.stringify(classIds),
    from,
    to,
  })
  return new Set(rows.flatMap(({ id, classId, date }) => (asked.has(id) ? [] : [`${classId} ${date}`])))
}

const classDaysQuery = query(
  (p: Params<{ teacherIds: string; classIds: string; from: string; to: string }>, own) =>
    select({ id: sessions.id, classId: sessions.classId, date: sessions.localDate })
      .from(sessions)
      .where(
        and(
          own(sessions),
          among(sessions.teacherId, p.teacherIds),
          sql`+${sessions.classId} in (select value from json_each(${p.classIds}))`,
          between(sessions.localDate, p.from, p.to),
          eq(sessions.state, "planned"),
        ),
      ),
)
