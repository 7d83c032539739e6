import { classes, enrollments, schedules } from "db/schema/teaching"
import { and, gte, isNull, lte, not, or } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import type { Term } from "~/models/foundation/term/term.server"
import { addMinutes, minutesOfDay } from "~/utils/clock-times"
import { addDays, weekday } from "~/utils/dates"
import { countOf, dayName, formatTime } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { type Closure, listClosures } from "../closed-days/closed-days.server"
import type { Taught } from "../scheduled-teacher-change/scheduled-teacher-change"
import { listLaterBy, listLaterWithin } from "../scheduled-teacher-change/scheduled-teacher-change.server"
import { everyWeeksOf, weekdaysOf } from "../session/pattern"
import { type Buffers, bufferMs, isTooTight } from "../session/room-buffer"
import { findBuffers } from "../session/room-buffer.server"
import { isTooFar, type Stay, type Travel } from "../session/travel"
import { findTravel } from "../session/travel.server"
import { listAllHours } from "../teacher-time/availability.server"
import { isWithinHours } from "../teacher-time/teacher-limits.server"
import { isAwayAt } from "../teacher-time/teacher-time"
import { listTimeOff } from "../teacher-time/time-off.server"
import type { SeatedLesson } from "./carry-lessons.server"
import type { Continuing } from "./continuing.server"
import { weeklyDates } from "./weekly-dates"

// The weekly times of the next term: whether a teacher gets from one to the next in time, and a room is empty long enough
// between them. Safe in the browser.

/** A weekly time of a class in the next term. */
type Time = {
  classId: string
  className: string
  teacherId: string | null
  roomId: string | null
  studentIds: readonly string[]
  weekdays: readonly number[]
  everyWeeks: number
  startTime: string
  minutes: number
  startsOn: string
  endsOn: string | null
  /** From which day of the term on its teacher has the class, where another one has it before. */
  from?: string
  teacherName?: string | null
}

/** `isHard`: no reason can accept it. */
type Problem = { text: string; isHard: boolean }

/** Weekly times by what they take: "teacher <id> <weekday>". */
type Index = Map<string, Time[]>

/** The first date of a weekday on or after a day. */
const dateOn = (from: string, day: number) => addDays(from, (day - weekday(from) + 7) % 7)

type Ahead = { taken: Index; datesOf: (time: Time) => string[] }
type Ways = Ahead & { teacherName: string | null; travel: Travel }

/** Other weekly times of its teacher at another site, from or to which there's too little time. */
function waysOf(time: Time, { teacherName, travel, ...ahead }: Ways): Problem[] {
  return time.weekdays.flatMap((day) => {
    const far = meets(
      time,
      `teacher ${time.teacherId} ${day}`,
      ahead,
      (other) => isTooFar(travel, stayOf(time), stayOf(other)) && !areAtOnce(time, other),
    )
    if (!far) return []
    const when = `${dayName(dateOn(time.startsOn, day), "short")} ${formatTime(far.startTime)}`
    const site = travel.siteOf.get(far.roomId ?? "") ?? ""
    const way = `${countOf(travel.minutes, "minute")} away`
    return [{ text: `${when}: ${teacherName} teaches ${far.className} at ${site}, ${way}.`, isHard: false }]
  })
}

/** Other weekly times in its room that leave it too few minutes before or after. */
function tightOf(
  time: Time,
  { buffers, roomName, ...ahead }: Ahead & { buffers: Buffers; roomName: string | null },
): Problem[] {
  const minutes = bufferMs(buffers, time.roomId) / 60_000
  if (minutes === 0) return []
  return time.weekdays.flatMap((day) => {
    const tight = meets(time, `room ${time.roomId} ${day}`, ahead, (other) =>
      isTooTight(buffers, stayOf(time), stayOf(other)),
    )
    if (!tight) return []
    const when = `${dayName(dateOn(time.startsOn, day), "short")} ${formatTime(tight.startTime)}`
    const text = `${when}: ${tight.className} is in ${roomName}, which needs ${countOf(minutes, "minute")} between lessons.`
    return [{ text, isHard: false }]
  })
}

/** The first other time of a teacher or room for which something is so, on a date that both have. */
const meets = (time: Time, key: string, { taken, datesOf }: Ahead, isSo: (other: Time) => boolean) =>
  taken.get(key)?.find((other) => {
    if (other.classId === time.classId || !isSo(other)) return false
    const dates = new Set(datesOf(other))
    return datesOf(time).some((date) => dates.has(date))
  })

/** A weekly time on the clock of its day. */
function stayOf({ startTime, minutes, roomId }: Time): Stay {
  const from = minutesOfDay(startTime)
  return { startsAt: from * 60_000, endsAt: (from + minutes) * 60_000, roomId }
}

/** A clash of its own. */
function areAtOnce(one: Time, other: Time): boolean {
  const [a, b] = [stayOf(one), stayOf(other)]
  return a.startsAt < b.endsAt && b.startsAt < a.endsAt
}

// What is known of single lessons changes what is to be said of a weekly time: some stay canceled, some take place on a closed
// day, and some its teacher doesn't give, or not then.

/**
 * Of the weekly times of a class, by date and start: the lesson that stays canceled there, whether one takes place in any case, and
 * whether its teacher is needed. Of the canceled lessons of weekly times, those at none that continues.
 */
function setAside({ teacherId, later }: Taught, carried: readonly SeatedLesson[]) {
  const bySlot = groupBy(carried, (lesson) => slotOf(lesson.originalDate, lesson.originalStartTime))
  const isOnTime = (lesson: SeatedLesson) =>
    lesson.localDate === lesson.originalDate && lesson.startTime === lesson.originalStartTime
  const needsTeacher = (lesson: SeatedLesson) =>
    lesson.state === "planned" &&
    lesson.teacherId === (later && later.from <= lesson.originalDate ? later.teacherId : teacherId) &&
    isOnTime(lesson) &&
    !isDespiteLeave(lesson)
  return {
    canceledAt: (date: string, startTime: string): SeatedLesson | undefined => {
      const lessons = bySlot.get(slotOf(date, startTime))
      return lessons?.every(({ state }) => state === "cancelled") ? lessons[0] : undefined
    },
    isHeldAt: (date: string, startTime: string): boolean =>
      bySlot.get(slotOf(date, startTime))?.some(({ state }) => state === "planned") ?? false,
    needsTeacherAt: (date: string, startTime: string): boolean =>
      bySlot.get(slotOf(date, startTime))?.some(needsTeacher) ?? true,
    canceledBeside: (times: readonly { date: string; startTime: string }[]): SeatedLesson[] => {
      const slots = new Set(times.map(({ date, startTime }) => slotOf(date, startTime)))
      return carried.filter(
        ({ state, scheduleId, originalDate, originalStartTime }) =>
          state === "cancelled" && scheduleId !== null && !slots.has(slotOf(originalDate, originalStartTime)),
      )
    },
  }
}

const isDespiteLeave = ({ keptDespite }: SeatedLesson) => keptDespite?.split(" ").includes("leave") ?? false

const slotOf = (date: string, startTime: string) => `${date} ${startTime}`

// What stands against some classes in the next term, by their weekly times: each other's, those of the classes that go on,
// the way between sites, the minutes of a room, their teachers' hours and leave. One lesson that was moved is found when its class rolls over.

export type Outlook = {
  lessons: number
  /** Those that stay canceled, and canceled ones whose weekly time is another by now. */
  canceled: SeatedLesson[]
  besides: SeatedLesson[]
  closures: string[]
  problems: Problem[]
}

/**
 * How many lessons each class has in the term, the canceled ones, the closures among them, and what stands against it.
 * @param carriedOf the lessons it takes over
 */
export function lookAhead(
  actor: Actor,
  continuing: readonly Continuing[],
  term: Term,
  carriedOf: (found: Continuing) => readonly SeatedLesson[],
): (found: Continuing) => Outlook {
  const own = continuing.flatMap((found) => timesOf(found))
  const taken = indexTimes([
    ...own,
    ...listOthers(
      actor,
      continuing.map(({ id }) => id),
      term,
    ),
  ])
  const closures = listClosures(actor, term.startsOn, term.endsOn)
  const leave = listTimeOff(actor, { from: term.startsOn, to: term.endsOn, states: ["approved"] })
  const hours = listAllHours(actor)
  const datesOf = rememberDates(term)
  const travel = findTravel(actor)
  const buffers = findBuffers(actor)
  return (found) => {
    const times = timesOf(found)
    const aside = setAside(found, carriedOf(found))
    const days = times.flatMap((time) =>
      datesOf(time).map((date) => {
        // A lesson that was kept on a closed day, or moved away from it, takes place.
        const closure = aside.isHeldAt(date, time.startTime) ? undefined : closureOn(closures, date)
        return { time, date, closure }
      }),
    )
    const open = days.filter(({ closure }) => !closure)
    const canceled = open.flatMap(({ time, date }) => aside.canceledAt(date, time.startTime) ?? [])
    const isAway = ({ time, date }: (typeof days)[number]) =>
      aside.needsTeacherAt(date, time.startTime) &&
      leave.some(
        (off) =>
          off.teacherId === time.teacherId &&
          isAwayAt(off, { date, from: time.startTime, to: addMinutes(time.startTime, time.minutes) }),
      )
    const away = groupBy(
      open.filter(isAway).map(({ time }) => time),
      ({ teacherName }) => teacherName,
    )
    const outside = times.filter((time) =>
      time.weekdays.some(
        (day) =>
          time.teacherId !== null &&
          !isWithinHours(hours.get(time.teacherId) ?? [], {
            ...time,
            date: dateOn(time.from ?? term.startsOn, day),
          }),
      ),
    )
    const problems = [
      ...times.flatMap((time) => clashesOf(time, found, taken, datesOf)),
      ...(travel
        ? times.flatMap((time) =>
            waysOf(time, { teacherName: time.teacherName ?? null, taken, datesOf, travel }),
          )
        : []),
      ...(buffers
        ? times.flatMap((time) => tightOf(time, { roomName: found.roomName, taken, datesOf, buffers }))
        : []),
      ...[...away].map(([name, lessons]) => ({
        text: `${name} is away for ${countOf(lessons.length, "lesson")}.`,
        isHard: false,
      })),
      ...[...new Set(outside.map(({ teacherName }) => teacherName))].map((name) => ({
        text: `Outside the hours of ${name}.`,
        isHard: false,
      })),
    ]
    return {
      lessons: open.length - canceled.length,
      canceled: canceled.sort((a, b) => a.localDate.localeCompare(b.localDate)),
      besides: aside
        .canceledBeside(days.map(({ time, date }) => ({ date, startTime: time.startTime })))
        .filter(({ originalDate }) => term.startsOn <= originalDate && originalDate <= term.endsOn),
      closures: [...new Set(days.flatMap(({ closure }) => (closure ? [closure.name] : [])))],
      // A room or student is met by both teachers' times.
      problems: [...new Map(problems.map((problem) => [problem.text, problem])).values()],
    }
  }
}

const closureOn = (closures: readonly Closure[], date: string) =>
  closures.find(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)

/** Each weekly time, twice where another teacher gets the class within the term. */
const timesOf = ({ later, ...found }: Continuing): Time[] =>
  found.rules.flatMap((rule) => {
    const time: Time = {
      ...rule,
      classId: found.id,
      className: found.name,
      teacherId: found.teacherId,
      teacherName: found.teacherName,
      roomId: found.roomId,
      studentIds: found.students.map(({ id }) => id),
      endsOn: null,
    }
    if (!later) return [time]
    const next = { ...time, teacherId: later.teacherId, teacherName: later.name, from: later.from }
    return [{ ...time, endsOn: addDays(later.from, -1) }, next]
  })

/** The days of a weekly time in the term; classes share most of them. */
function rememberDates(term: Term) {
  const known = new Map<string, string[]>()
  return ({ endsOn, from = term.startsOn, ...time }: Time): string[] => {
    const begin = from > term.startsOn ? from : term.startsOn
    const first = time.startsOn > begin ? time.startsOn : begin
    // Only where a time skips weeks does it matter when it began.
    const startsOn = time.everyWeeks === 1 ? first : time.startsOn
    const last = endsOn !== null && endsOn < term.endsOn ? endsOn : term.endsOn
    const key = [time.weekdays.join(), time.everyWeeks, startsOn, first, last].join(" ")
    const found = known.get(key) ?? weeklyDates({ ...time, startsOn }, first, last)
    known.set(key, found)
    return found
  }
}

const resourcesOf = ({ teacherId, roomId, studentIds }: Time): string[] => [
  ...(teacherId ? [`teacher ${teacherId}`] : []),
  ...(roomId ? [`room ${roomId}`] : []),
  ...studentIds.map((id) => `student ${id}`),
]

const indexTimes = (times: readonly Time[]): Index =>
  groupPairs(
    times.flatMap((time) =>
      time.weekdays.flatMap((day) =>
        resourcesOf(time).map((resource) => [`${resource} ${day}`, time] as const),
      ),
    ),
  )

function groupPairs(pairs: readonly (readonly [string, Time])[]): Index {
  return new Map(
    [...groupBy(pairs, ([key]) => key)].map(([key, found]) => [key, found.map(([, time]) => time)]),
  )
}

function clashesOf(
  time: Time,
  found: Continuing,
  taken: Index,
  datesOf: (time: Time) => string[],
): Problem[] {
  const [from, to] = [minutesOfDay(time.startTime), minutesOfDay(time.startTime) + time.minutes]
  const isMet = (other: Time) => {
    const start = minutesOfDay(other.startTime)
    if (other.classId === time.classId || start >= to || start + other.minutes <= from) return false
    const dates = new Set(datesOf(other))
    return datesOf(time).some((date) => dates.has(date))
  }
  return time.weekdays.flatMap((day) =>
    resourcesOf(time).flatMap((resource): Problem[] => {
      const [kind, id] = resource.split(" ")
      const other = taken.get(`${resource} ${day}`)?.find(isMet)
      if (!other) return []
      const when = `${dayName(dateOn(time.startsOn, day), "short")} ${formatTime(other.startTime)}`
      const who =
        kind === "teacher"
          ? time.teacherName
          : kind === "room"
            ? found.roomName
            : found.students.find((student) => student.id === id)?.name
      return [{ text: `${when}: ${other.className} has ${who}.`, isHard: kind === "teacher" }]
    }),
  )
}

/** The weekly times in the term of the classes that were not chosen. */
function listOthers(actor: Actor, chosenIds: readonly string[], term: Term): Time[] {
  const goesOn = and(
    or(isNull(classes.endedOn), gte(classes.endedOn, term.startsOn)),
    not(among(classes.id, chosenIds)),
  )
  const rows = select({
    classId: classes.id,
    className: classes.name,
    teacherId: classes.teacherId,
    roomId: classes.roomId,
    ...columns(schedules, "rrule", "startTime", "minutes", "startsOn", "endsOn"),
  })
    .from(classes)
    .crossJoin(schedules)
    .where(
      and(
        own(actor, classes),
        goesOn,
        own(actor, schedules),
        joined(classes, schedules.classId),
        lte(schedules.startsOn, term.endsOn),
        or(isNull(schedules.endsOn), gte(schedules.endsOn, term.startsOn)),
      ),
    )
    .all()
  if (rows.length === 0) return []
  const enrolled = groupBy(
    select({ classId: enrollments.classId, studentId: enrollments.studentId })
      .from(classes)
      .crossJoin(enrollments)
      .where(
        and(
          own(actor, classes),
          goesOn,
          own(actor, enrollments),
          joined(classes, enrollments.classId),
          or(isNull(enrollments.endsOn), gte(enrollments.endsOn, term.startsOn)),
        ),
      )
      .all(),
    ({ classId }) => classId,
  )
  const later = listLaterBy(actor, term.startsOn)
  const within = listLaterWithin(actor, term)
  return rows.flatMap(({ rrule, ...row }): Time[] => {
    const time: Time = {
      ...row,
      teacherId: (later.get(row.classId) ?? row).teacherId,
      weekdays: weekdaysOf(rrule),
      everyWeeks: everyWeeksOf(rrule),
      studentIds: (enrolled.get(row.classId) ?? []).map(({ studentId }) => studentId),
    }
    const next = within.get(row.classId)
    if (!next || (time.endsOn !== null && time.endsOn < next.from)) return [time]
    return [
      { ...time, endsOn: addDays(next.from, -1) },
      { ...time, teacherId: next.teacherId, from: next.from },
    ]
  })
}
