import { cacheUntilWrite } from "db/cache-until-write.server"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { hasRow, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { keepReads } from "~/models/foundation/background-read/keep-reads.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { viewerKey } from "~/models/foundation/background-read/viewer"
import { hasManyStudents } from "~/models/people/student/list-students.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { now } from "~/utils/clock.server"
import { monthOf, weekday } from "~/utils/dates"
import { durationText } from "~/utils/durations"
import { countOf, dayName, formatDate, formatDateRange } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { pagesOf } from "~/utils/page-number"
import { instrumentWord } from "~/utils/word-within"
import { instantOf, today, zoneAbbreviation, zoneName } from "~/utils/zones"
import { type Closure, listClosures } from "../closed-days/closed-days.server"
import { coTeachersOfDaysQuery } from "../co-teacher/co-teacher.server"
import { listRooms } from "../room/room.server"
import type { TimeOff } from "../teacher-time/teacher-time"
import { listTimeOff } from "../teacher-time/time-off.server"
import { openClashText } from "./clash"
import { describeClashes } from "./clash.server"
import { listClashPairsOn } from "./clash-pairs.server"
import { sessionsOfStudent } from "./coming-sessions.server"
import { areSearched, listedLines } from "./listed-lines"
import { beside, periodOf, type ScheduleQuery, weekLabel } from "./schedule-period"
import { type LinesShown, nowOn, type ScoreBy, scoreParts, scoreRange } from "./score"
import type { SessionRow } from "./session"
import { lineOf } from "./session-line"
import { countDays, type DayLoad, listSessionsOn, onDates } from "./session-list.server"
import { awayTexts } from "./week-away"
import { findWeek, withAway } from "./week-body.server"

// The lines of a score are its teachers or its rooms. A large school has more of them than a page can carry, so it turns
// pages of lines: each shows all lessons of those it shows.

const linesPerPage = 25
/** A week has a column for each day, so its lines are few. */
const lanesPerPage = 6

export type ScheduleLines = {
  page: number
  /** How many lines have a session in this period. */
  total: number
  /** How many of all of them are a teacher or a room: a lesson without one has a line too. */
  named: number
  /** The keys of those it shows. */
  keys: ReadonlySet<string>
  /** Sessions on all lines by date: planned ones, and all. */
  planned: ReadonlyMap<string, number>
  sessions: number
  /** A condition on `sessions`: those of the lines on this page. */
  which: SQL
}

/** The lines of one page of a period, in the order of their names; those without a teacher or a room last. */
export function findLines(
  actor: Actor,
  { by, page, perPage, from, to }: { by: ScoreBy; page: number; perPage: number; from: string; to: string },
): ScheduleLines {
  const { rows, others } = keepLines([actor.school.id, by, from, to], () => ({
    rows: linesQuery(actor, by, from, to).all(),
    others: by === "teacher" ? coTeachersOfDaysQuery(actor, from, to).all() : [],
  }))
  const names = new Map<string, string | null>(others.map(({ id, name }) => [id, name]))
  const planned = new Map<string, number>()
  for (const row of rows) {
    names.set(row.id ?? "", row.name)
    planned.set(row.date, (planned.get(row.date) ?? 0) + row.planned)
  }
  const last = Math.max(1, Math.ceil(names.size / perPage))
  const shownPage = Math.min(page, last)
  const ids = [...names]
    .sort(([, a], [, b]) => (a === null ? 1 : b === null ? -1 : a.localeCompare(b)))
    .slice((shownPage - 1) * perPage, shownPage * perPage)
    .map(([id]) => id)
  const shown = new Set(ids)
  const beside = new Set(others.filter(({ id }) => shown.has(id)).map(({ sessionId }) => sessionId))
  const line = by === "teacher" ? sessions.teacherId : sessions.roomId
  const isOfLine = sql`coalesce(${line}, '') in ${listOf(ids)}`
  return {
    page: shownPage,
    total: names.size,
    named: names.size - (names.has("") ? 1 : 0),
    keys: new Set(ids.map((id) => id || "none")),
    planned,
    sessions: rows.reduce((sum, { count }) => sum + count, 0),
    which: beside.size === 0 ? isOfLine : sql`(${isOfLine} or ${sessions.id} in ${listOf([...beside])})`,
  }
}

const listOf = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** Those of everyone, which the pages of a week share. */
const keepLines = cacheUntilWrite<{ rows: readonly LineRow[]; others: readonly CoTaught[] }>(20)

type LineRow = { id: string | null; name: string | null; date: string; count: number; planned: number }
type CoTaught = { sessionId: string; id: string; name: string }

/** Sessions by day and line, each counted with its own teacher. Exported for the test that reads its plan. */
export const linesQuery = (actor: Actor, by: ScoreBy, from: string, to: string) =>
  by === "teacher"
    ? select({ ...counted, id: sessions.teacherId, name: teacherName })
        .from(sessions)
        .where(and(own(actor, sessions), onDates(from, to)))
        .groupBy(sessions.localDate, sessions.teacherId)
    : select({ ...counted, id: sessions.roomId, name: roomName })
        .from(sessions)
        .where(and(own(actor, sessions), onDates(from, to)))
        .groupBy(sessions.localDate, sessions.roomId)

/** Looked up for each group, not for each session. */
const teacherName = sql<string | null>`(select t.name from teachers t
  where t.school_id = sessions.school_id and t.id = sessions.teacher_id)`
const roomName = sql<string | null>`(select r.name from rooms r
  where r.school_id = sessions.school_id and r.id = sessions.room_id)`

const counted = {
  date: sessions.localDate,
  count: sql<number>`count(*)`,
  planned: sql<number>`sum(${sessions.state} = 'planned')`,
}

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
      : formatDateRange(visible[0] ?? first, visible.at(-1) ?? last),
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
      new Map(teachers.map(({ id, instruments }) => [id, wordsOf(instruments)])),
    ),
  }
}

/** The instruments of a teacher as they are written within a text. */
const wordsOf = (instruments: string | null): string =>
  (instruments ?? "")
    .split(", ")
    .map((name) => instrumentWord(name))
    .join(", ")

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

const hoursOf = (load: DayLoad | undefined) => (load?.planned ? durationText(load.minutes) : "")

/** How full a day is beside the fullest of the month, in tenths; a day with lessons has at least one. */
const tenthsOf = (minutes: number, most: number) =>
  minutes === 0 ? 0 : Math.max(1, Math.round((10 * minutes) / most))

function inWeeks<Cell>(cells: Cell[]): Cell[][] {
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

const hasSessions = (actor: Actor): boolean => hasRow(actor, sessions)

export type SchedulePage = Readonly<ReturnType<typeof findSchedulePage>>

/**
 * What a view of the schedule shows, read once between two writes and once a minute, and of a large school in the background: many a
 * lesson's card is opened beside the same week.
 */
export const keptSchedulePage = (actor: Actor, query: ScheduleQuery): Promise<SchedulePage> =>
  keepPage([actor.school.id, viewerKey(actor), query, Math.floor(now() / 60_000)], {
    work: schoolWork(actor, "schedule-page", findSchedulePage, query),
    isLong: hasManyStudents(actor),
  })

/**
 * The same for the page as it opens: once all days of the present week are over, as on a Sunday without lessons, the week is the
 * next one.
 */
export async function presentSchedulePage(actor: Actor, query: ScheduleQuery) {
  const page = await keptSchedulePage(actor, query)
  const isOver = page.body.kind === "week" && page.body.days.every(({ date }) => date < page.today)
  if (!isOver) return { query, page }
  const following = { ...query, date: beside(query).next }
  const [first = following.date] = periodOf(following, actor.school.weekStart)
  const next = { ...query, date: first }
  return { query: next, page: await keptSchedulePage(actor, next) }
}

const keepPage = keepReads<SchedulePage>(8)
