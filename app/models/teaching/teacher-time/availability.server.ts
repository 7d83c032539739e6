import { cacheUntilWrite } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { teacherAvailability, timeOff } from "db/schema/teaching-teacher-time"
import { and, asc, between, eq, gte, lte } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  ownRows,
  type Params,
  query,
  queryEach,
  removeRow,
  select,
} from "~/models/foundation/access/door.server"
import { columns, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import type { HoursRefusal } from "~/texts/teaching/refusals"
import { now } from "~/utils/clock.server"
import { minutesOfDay } from "~/utils/clock-times"
import { addDays, weekday } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import type { Result } from "~/utils/result"
import { listClosures } from "../closed-days/closed-days.server"
import type { AvailableTime, Away, Hours } from "./teacher-time"
import type { UndoHoursForm } from "./teacher-time-forms"

// The hours of the week in which a teacher can be given lessons. The office sees them; nothing is moved by them.

const mostOfADay = 4

/** A teacher's hours, from Monday on. */
export function listHours(actor: Actor, teacherId: string): Hours[] {
  return hoursQuery.all(actor, { teacherId })
}

const hoursQuery = query((p: Params<{ teacherId: string }>, own) =>
  select(columns(teacherAvailability, "id", "weekday", "fromTime", "toTime"))
    .from(teacherAvailability)
    .where(and(own(teacherAvailability), eq(teacherAvailability.teacherId, p.teacherId)))
    .orderBy(asc(teacherAvailability.weekday), asc(teacherAvailability.fromTime)),
)

type HoursByTeacher = ReadonlyMap<string, readonly Hours[]>

const keepHours = cacheUntilWrite<HoursByTeacher>(100)

/** Everyone's hours, by teacher, from Monday on; read once until some are changed. */
export const listAllHours = (actor: Actor): HoursByTeacher =>
  keepHours([actor.school.id], () => readAllHours(actor))

function readAllHours(actor: Actor): HoursByTeacher {
  const rows = ownRows(actor, teacherAvailability, ["id", "teacherId", "weekday", "fromTime", "toTime"])
    .orderBy(asc(teacherAvailability.weekday), asc(teacherAvailability.fromTime))
    .all()
  return groupBy(rows, ({ teacherId }) => teacherId)
}

/** Adds a stretch of hours; refused where it overlaps another of the day, or the day has four already. */
export function addHours(
  actor: Actor,
  teacherId: string,
  hours: Omit<Hours, "id">,
): Result<void, HoursRefusal> {
  return transact(() => {
    const ofDay = listHours(actor, teacherId).filter(({ weekday }) => weekday === hours.weekday)
    if (ofDay.some(({ fromTime, toTime }) => fromTime < hours.toTime && hours.fromTime < toTime))
      return { ok: false, reason: "overlaps" }
    if (ofDay.length >= mostOfADay) return { ok: false, reason: "too-many" }
    const { weekday, fromTime, toTime } = hours
    add(actor, teacherAvailability, { teacherId, weekday, fromTime, toTime })
    recordEvent(actor, "teacher.add-hours", teacherId, { after: { weekday, fromTime, toTime } })
    return { ok: true }
  })
}

/** Adds the same stretch on several weekdays: all of them, or none when one is refused. */
export const addHoursOn = (
  actor: Actor,
  teacherId: string,
  { weekday: days, ...hours }: Pick<Hours, "fromTime" | "toTime"> & { weekday: readonly number[] },
): Result<void, HoursRefusal> =>
  allOrNothing((): Result<void, HoursRefusal> => {
    for (const weekday of days) {
      const added = addHours(actor, teacherId, { ...hours, weekday })
      if (!added.ok) return added
    }
    return { ok: true }
  })

/**
 * The same for several teachers in one act: refused where the first one's are, and the others are each given all of them or none.
 * Answers how many have them, the names of those who were left out, and from when to when (UTC ms) they were added.
 */
export const addHoursFor = (
  actor: Actor,
  teacherId: string,
  { also, ...hours }: Parameters<typeof addHoursOn>[2] & { also: readonly string[] },
): Result<AddedHours, HoursRefusal> =>
  transact((): Result<AddedHours, HoursRefusal> => {
    const since = now()
    const added = addHoursOn(actor, teacherId, hours)
    if (!added.ok) return added
    const others = listTeachers(actor).filter(({ id }) => id !== teacherId && also.includes(id))
    const skipped = others.flatMap(({ id, name }) => {
      const given = addHoursOn(actor, id, hours)
      return given.ok ? [] : [{ name, reason: given.reason }]
    })
    return { ok: true, teachers: 1 + others.length - skipped.length, skipped, since, until: now() }
  })

type AddedHours = {
  teachers: number
  skipped: { name: string; reason: HoursRefusal }[]
  since: number
  until: number
}

/**
 * Takes hours back that were added between two instants (UTC ms), of everyone or of one teacher; answers of how many teachers. Those
 * that someone removed since are gone already.
 */
export function undoHours(
  actor: Actor,
  { fromTime, toTime, since, until }: UndoHoursForm,
  teacherId?: string,
): number {
  return transact(() => {
    const made = ownRows(actor, teacherAvailability, ["id", "teacherId"])
      .where(
        and(
          between(teacherAvailability.createdAt, since, until),
          eq(teacherAvailability.fromTime, fromTime),
          eq(teacherAvailability.toTime, toTime),
          teacherId === undefined ? undefined : eq(teacherAvailability.teacherId, teacherId),
        ),
      )
      .all()
    for (const hours of made) removeHours(actor, hours.teacherId, hours.id)
    return new Set(made.map((hours) => hours.teacherId)).size
  })
}

/** Takes a stretch of hours away; false when it is not this teacher's. */
export function removeHours(actor: Actor, teacherId: string, hoursId: string): boolean {
  return transact(() => {
    const removed = removeRow(
      actor,
      teacherAvailability,
      and(ofTeacher(actor, teacherId), eq(teacherAvailability.id, hoursId)),
    )
    if (!removed) return false
    const { weekday, fromTime, toTime } = removed
    recordEvent(actor, "teacher.remove-hours", teacherId, { before: { weekday, fromTime, toTime } })
    return true
  })
}

const ofTeacher = (actor: Actor, teacherId: string) =>
  and(own(actor, teacherAvailability), eq(teacherAvailability.teacherId, teacherId))

// The hours in which teachers can be given lessons, on real days: their weekly hours less closures and approved time off.

type Span = { first: string; last: string }

/** A teacher's stretches on the days of a span, in order, each with what is left of it. */
export function listAvailableTime(actor: Actor, teacherId: string, { first, last }: Span): AvailableTime[] {
  const hours = listHours(actor, teacherId)
  if (hours.length === 0) return []
  const open = new Set(openDays(actor, { first, last }))
  const leave = listLeave(actor, { first, last }, teacherId)
  const found: AvailableTime[] = []
  for (let date = first; date <= last; date = addDays(date, 1))
    for (const { id, fromTime, toTime } of hours.filter((each) => each.weekday === weekday(date))) {
      const [from, to] = [minutesOfDay(fromTime), minutesOfDay(toTime)]
      const isClosed = !open.has(date)
      const minutes = isClosed ? 0 : freeMinutes({ day: date, from, to }, leave)
      found.push({
        id,
        date,
        fromTime,
        toTime,
        minutes,
        awayMinutes: isClosed ? 0 : to - from - minutes,
        isClosed,
      })
    }
  return found
}

/** Minutes of a stretch of a day in which the teacher isn't away. */
export function freeMinutes(
  { day, from, to }: { day: string; from: number; to: number },
  leave: readonly Away[],
): number {
  const away = leave
    .filter(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)
    .map(({ startsOn, endsOn, fromTime, toTime }) => ({
      from: Math.max(from, day === startsOn && fromTime ? minutesOfDay(fromTime) : 0),
      to: Math.min(to, day === endsOn && toTime ? minutesOfDay(toTime) : 1440),
    }))
    .filter((gone) => gone.from < gone.to)
    .sort((a, b) => a.from - b.from)
  let free = to - from
  let behind = from
  for (const gone of away) {
    free -= Math.max(0, gone.to - Math.max(behind, gone.from))
    behind = Math.max(behind, gone.to)
  }
  return free
}

/** The days of a span without a closure. */
export function openDays(actor: Actor, { first, last }: Span): string[] {
  const closed = listClosures(actor, first, last)
  const days: string[] = []
  for (let day = first; day <= last; day = addDays(day, 1))
    if (!closed.some(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)) days.push(day)
  return days
}

/** Approved time off that touches a span, of everyone or of one teacher. */
export const listLeave = (actor: Actor, { first, last }: Span, teacherId?: string) =>
  leaveQuery(teacherId === undefined ? "all" : "one").all(actor, { first, last, teacherId })

type Asked = Params<Span & { teacherId: string | undefined }>
const leaveQuery = queryEach((whose: "all" | "one", p: Asked, own) =>
  select(columns(timeOff, "teacherId", "startsOn", "endsOn", "fromTime", "toTime"))
    .from(timeOff)
    .where(
      and(
        own(timeOff),
        whose === "one" ? eq(timeOff.teacherId, p.teacherId) : undefined,
        eq(timeOff.state, "approved"),
        lte(timeOff.startsOn, p.last),
        gte(timeOff.endsOn, p.first),
      ),
    ),
)
