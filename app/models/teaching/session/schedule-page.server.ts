import { sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { now } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { dayName, formatDate } from "~/utils/date-text"
import { monthOf, weekday } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { pagesOf } from "~/utils/page-number"
import { instantOf, today, zoneAbbreviation, zoneName } from "~/utils/zones"
import { type Closure, listClosures } from "../closure/closure.server"
import { listRooms } from "../room/room.server"
import type { TimeOff } from "../teacher-time/teacher-time"
import { listTimeOff } from "../teacher-time/time-off.server"
import { withAway } from "./away-lessons.server"
import { openClashText } from "./clash"
import { describeClashes } from "./clash.server"
import { listClashPairsOn } from "./clash-pairs.server"
import { areSearched, listedLines } from "./listed-lines"
import { findLines, lanesPerPage, linesPerPage } from "./schedule-lines.server"
import { datesText, periodOf, type ScheduleQuery, weekLabel } from "./schedule-period"
import { type LinesShown, nowOn, scoreParts, scoreRange } from "./score"
import type { SessionRow } from "./session"
import { lineOf } from "./session-line"
import { countDays, type DayLoad, listSessionsOn } from "./session-list.server"
import { sessionsOfStudent } from "./sessions-of-student.server"
import { awayTexts } from "./week-away"
import { findWeek } from "./week-body.server"

// Everything a page of the schedule says, made here so that it carries no more than it shows.

/** What a view of the schedule shows of a period. */
export function findSchedulePage(actor: Actor, query: ScheduleQuery) {
  const { timeZone, weekStart } = actor.school
  const days = periodOf(query, weekStart)
  const [first = query.date, last = query.date] = [days[0], days.at(-1)]
  const teachers = listTeachers(actor)
  const rooms = listRooms(actor)
  const { by, page } = query
  const one = { teacherId: query.teacherId, roomId: query.roomId }
  const which = sessionsChosen(actor, query)
  const isMonth = query.view === "month"
  const perPage = query.view === "week" ? lanesPerPage : linesPerPage
  const isLong = (by === "teacher" ? teachers : rooms).length > perPage
  const isWhole = isMonth || !isLong || which !== undefined || Object.values(one).some(Boolean)
  const lines = isWhole ? undefined : findLines(actor, { by, page, perPage, from: first, to: last })
  const pairs = listClashPairsOn(actor, first, last)
  const filter = { ...one, which: lines?.which ?? which }
  const load = isMonth ? countDays(actor, first, last, filter) : new Map<string, DayLoad>()
  const away = isMonth ? [] : listTimeOff(actor, { from: first, to: last, states: ["approved"] })
  const planned = isMonth
    ? new Map([...load].map(([date, day]) => [date, { planned: day.planned, first: [] }]))
    : countPlanned(withAway(actor, listSessionsOn(actor, first, last, filter, pairs), away), lines?.planned)
  const visible = isMonth
    ? days
    : days.filter((date) => isShown(date, weekStart, lines?.planned ?? planned, query))
  const clashes = describeClashes(actor, pairs)
  const facts: Facts = {
    days: visible,
    byDate: planned,
    closures: listClosures(actor, first, last),
    away,
    load,
    clashDays: new Set(clashes.map(({ sessions: [, { localDate }] }) => localDate)),
    shown: lines?.keys ?? (by === "teacher" && one.teacherId ? new Set([one.teacherId]) : undefined),
    lines: isLong
      ? []
      : by === "teacher"
        ? teachers.filter(({ id }) => !query.teacherId || id === query.teacherId)
        : rooms.filter(({ id }) => !query.roomId || id === query.roomId),
  }
  const zone = `${zoneName(timeZone)} (${zoneAbbreviation(timeZone, instantOf(query.date, "12:00", timeZone))})`
  return {
    today: today(timeZone, now()),
    heading: isMonth
      ? formatDate(query.date, "month")
      : datesText(visible[0] ?? first, visible.at(-1) ?? last),
    over: isMonth ? `All times in ${zone}` : `${weekLabel(query.date)}, all times in ${zone}`,
    teachers: listedLines(teachers, query.teacherId).map(({ id, name }) => ({ id, name })),
    rooms: listedLines(rooms, query.roomId),
    searched: { teachers: actor.school.kind !== "solo" && areSearched(teachers), rooms: areSearched(rooms) },
    lines: lines && {
      ...pagesOf(lines.page, lines.total, perPage),
      named: lines.named,
      sessions: lines.sessions,
    },
    isEmpty: planned.size === 0 && !hasSessions(actor),
    clashes: clashes.map((clash) => ({
      words: openClashText(clash, { withDate: isMonth }),
      sessionId: clash.sessions[1].id,
    })),
    body: bodyOf(
      actor,
      query,
      facts,
      new Map(teachers.map(({ id, instruments }) => [id, instruments?.toLowerCase() ?? ""])),
    ),
  }
}

type DaysWithSessions = Map<string, { planned: number; first: SessionRow[] }>
type Facts = {
  days: string[]
  byDate: DaysWithSessions
  closures: readonly Closure[]
  /** Approved time off in the period; of a month none is read. */
  away: readonly TimeOff[]
  /** Of a month. */
  load: ReadonlyMap<string, DayLoad>
  clashDays: ReadonlySet<string>
  /** Teachers or rooms that have a lane even without a lesson. */
  lines: { id: string; name: string; instruments?: string | null }[]
  /** The lines of this page, where it shows only some. */
  shown: LinesShown
}

/** The condition for one student's or one class's lessons. */
function sessionsChosen(actor: Actor, { studentId, classId }: ScheduleQuery) {
  if (!studentId && !classId) return undefined
  return and(
    studentId ? sessionsOfStudent(actor, studentId) : undefined,
    classId ? eq(sessions.classId, classId) : undefined,
  )
}

/** All sessions of each day, for the views that show them all; counted on all lines where a page shows some. */
const countPlanned = (
  rows: readonly SessionRow[],
  onAllLines?: ReadonlyMap<string, number>,
): DaysWithSessions =>
  new Map(
    [...groupBy(rows, ({ localDate }) => localDate)].map(([date, first]) => [
      date,
      {
        planned: onAllLines?.get(date) ?? first.filter(({ state }) => state === "planned").length,
        first,
      },
    ]),
  )

function bodyOf(
  actor: Actor,
  query: ScheduleQuery,
  { days, byDate, closures, away, load, clashDays, lines, shown }: Facts,
  instruments: ReadonlyMap<string, string>,
) {
  const at = now()
  const todayDate = today(actor.school.timeZone, at)
  const day = (date: string) => {
    const { planned, first: sessionsOn } = byDate.get(date) ?? { planned: 0, first: [] }
    const closure = closures.find(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)
    return { date, sessionsOn, planned, closure, isToday: date === todayDate }
  }
  if (query.view === "month") {
    const most = Math.max(0, ...[...load.values()].map(({ minutes }) => minutes))
    const cells = days.map(day).map(({ date, planned, closure, isToday }) => ({
      date,
      number: date.endsWith("-01") ? formatDate(date, "day") : String(Number(date.slice(8))),
      dayName: dayName(date, "short"),
      isToday,
      isOutside: monthOf(date) !== monthOf(query.date),
      closure: closure?.name ?? null,
      count: planned > 0 ? lessons(planned) : "",
      hours: hoursOf(load.get(date)),
      load: tenthsOf(load.get(date)?.minutes ?? 0, most),
      hasClash: clashDays.has(date),
    }))
    return { kind: "month" as const, weeks: inWeeks(cells) }
  }
  const isEmpty = days.map(day).every(({ sessionsOn, closure }) => sessionsOn.length === 0 && !closure)
  if (query.view === "agenda")
    return {
      kind: "agenda" as const,
      isEmpty,
      days: days.map(day).map(({ date, sessionsOn, closure }) => ({
        date,
        heading: formatDate(date, "weekday"),
        silence: silenceOf(sessionsOn, closure),
        away: query.by === "teacher" ? awayTexts(date, away, query) : [],
        sessions: sessionsOn.map(lineOf),
      })),
    }
  if (query.view === "week")
    return findWeek(actor, query, {
      days: days.map(day),
      lines,
      shown,
      away,
      instruments,
      today: todayDate,
      at,
    })
  const range = scoreRange([...byDate.values()].flatMap(({ first }) => first))
  return {
    kind: "score" as const,
    isEmpty,
    columns: range.columns,
    hours: range.hours,
    days: days.map(day).map(({ date, sessionsOn, planned, closure, isToday }) => ({
      id: `d${weekday(date)}`,
      date,
      shortName: dayName(date, "short"),
      number: Number(date.slice(8)),
      heading: `${dayName(date)} ${Number(date.slice(8))}`,
      remark: [planned > 0 ? lessons(planned) : "", isToday ? "today" : ""].filter(Boolean).join(", "),
      silence: silenceOf(sessionsOn, closure),
      isClosed: closure !== undefined,
      isToday,
      parts: scoreParts(sessionsOn, {
        range,
        by: query.by,
        shown,
        expressions: query.by === "teacher" ? instruments : new Map(),
      }),
      now: nowOn(date, range, actor.school.timeZone, at),
    })),
  }
}

/** Weekends only when something is on them, or the school's week begins with them. */
function isShown(
  date: string,
  weekStart: number,
  byDate: ReadonlyMap<string, unknown>,
  { view }: ScheduleQuery,
): boolean {
  const day = weekday(date)
  return view === "day" || day < 6 || day === weekStart || byDate.has(date)
}

function silenceOf(sessionsOn: SessionRow[], closure: Closure | undefined): string {
  const left = sessionsOn.filter(({ state }) => state === "planned").length
  if (closure) return `No lessons: ${closure.name}.${left > 0 ? ` ${lessons(left)} still scheduled.` : ""}`
  return sessionsOn.length === 0 ? "No lessons." : ""
}

const lessons = (count: number) => countOf(count, "lesson")

/** "6.5 hours" */
const hoursOf = (load: DayLoad | undefined) =>
  load?.planned ? countOf(Math.round(load.minutes / 30) / 2, "hour") : ""

/** How full a day is beside the fullest of the month, in tenths; a day with lessons has at least one. */
const tenthsOf = (minutes: number, most: number) =>
  minutes === 0 ? 0 : Math.max(1, Math.round((10 * minutes) / most))

function inWeeks<Cell>(cells: Cell[]): Cell[][] {
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

const hasSessions = (actor: Actor): boolean =>
  select({ id: sessions.id }).from(sessions).where(own(actor, sessions)).limit(1).get() !== undefined
