import { minutesOfDay } from "~/utils/clock-times"
import { formatClock, formatHour } from "~/utils/formats"
import { instrumentWord } from "~/utils/word-within"
import { localDate, localTime } from "~/utils/zones"
import { type SessionRow, sessionTitle } from "./session"
import { awayOf, clashOf } from "./session-line"

// Sessions as a score: parts down, time across, a column for every quarter of an hour. Only arithmetic; the sheets in
// styles/ui/score.css and schedule.css draw it. Made on the server, so that a page carries what it shows.

export type ScoreCell = {
  id: string
  title: string
  /** "2:45", or "14:45" */
  time: string
  /** beside the time: room or teacher, how full, or what is wrong */
  remark: string
  /** the remark is a room or a teacher, which a narrow cell leaves out */
  isRoomOrTeacher: boolean
  /** for those who cannot see the head: only where the remark does not say it */
  state: string
  head: "on" | "open" | "x" | "rest"
  tone: "past" | "live" | "miss" | "off" | ""
  /** first column, counted from 1, and how many it takes */
  column: number
  length: number
}

export type ScorePart = { key: string; name: string; expression: string; cells: ScoreCell[] }

export type ScoreRange = { columns: number; firstHour: number; hours: string[] }

export type ScoreBy = "teacher" | "room"

const quarter = 15
const [fewestHours, mostHours] = [4, 16]

/** The whole hours that hold all sessions: at least four, at most sixteen. From two in the afternoon without any. */
export function scoreRange(rows: readonly Timed[]): ScoreRange {
  return rangeOf(...wholeHoursOf(rows))
}

type Timed = Pick<SessionRow, "startTime" | "minutes">

function wholeHoursOf(rows: readonly Timed[]): [first: number, last: number] {
  const starts = rows.map(({ startTime }) => minutesOfDay(startTime))
  const ends = rows.map(({ minutes }, where) => Math.min(24 * 60, (starts[where] ?? 0) + minutes))
  const first = rows.length ? Math.floor(Math.min(...starts) / 60) : 14
  const last = rows.length ? Math.ceil(Math.max(...ends) / 60) : 18
  return [first, last]
}

function rangeOf(first: number, last: number): ScoreRange {
  const length = Math.min(mostHours, Math.max(fewestHours, last - first))
  const firstHour = Math.min(first, 24 - length)
  return {
    columns: length * 4,
    firstHour,
    hours: Array.from({ length }, (_, hour) => formatHour(firstHour + hour)),
  }
}

type Stretch = { fromTime: string; toTime: string }

/**
 * The hours of a week: half an hour more than its lessons, and as far as teaching hours and opening hours reach, so that a
 * lesson can be carried there and free time be chosen. Where that's too long, lessons come first.
 */
export function weekRange(rows: readonly Timed[], open: readonly Stretch[]): ScoreRange {
  const [first, last] = wholeHoursOf(rows)
  const latest = rows.map(({ startTime, minutes }) => minutesOfDay(startTime) + minutes + 30)
  const ends = [...latest, ...open.map(({ toTime }) => minutesOfDay(toTime))]
  const starts = open.map(({ fromTime }) => minutesOfDay(fromTime))
  const to = Math.min(24, first + mostHours, Math.max(last, ...ends.map((end) => Math.ceil(end / 60))))
  const from = Math.min(first, ...starts.map((start) => Math.floor(start / 60)))
  return rangeOf(Math.max(to - mostHours, from), to)
}

/** Which lines a page shows, by key; all where it is left out. */
export type LinesShown = ReadonlySet<string> | undefined

/**
 * The lines a session stands in: that of its room, or of each teacher who gives it, its own first. Where a page shows none
 * of them, the first.
 */
export function linesOf(row: SessionRow, by: ScoreBy, shown: LinesShown): { key: string; name: string }[] {
  const all =
    by === "room"
      ? [{ key: row.roomId ?? "none", name: row.roomName ?? "No room" }]
      : [
          { key: row.teacherId ?? "none", name: row.teacherName ?? "No teacher yet" },
          ...(row.coTeachers ?? []).map(({ id, name }) => ({ key: id, name })),
        ]
  const visible = all.filter(({ key }) => !shown || shown.has(key))
  return visible.length > 0 ? visible : all.slice(0, 1)
}

type Scoring = {
  range: ScoreRange
  by: ScoreBy
  expressions: ReadonlyMap<string, string>
  shown?: LinesShown
}

/** The lines of one day: a part for every teacher (or room) that has a session, by name. */
export function scoreParts(rows: SessionRow[], { range, by, expressions, shown }: Scoring): ScorePart[] {
  const parts = new Map<string, ScorePart>()
  for (const row of rows)
    for (const { key, name } of linesOf(row, by, shown)) {
      const part = parts.get(key) ?? { key, name, expression: expressions.get(key) ?? "", cells: [] }
      part.cells.push(cellOf(row, range, by))
      parts.set(key, part)
      if (by === "teacher" && !expressions.get(key)) part.expression = withInstrument(part.expression, row)
    }
  return [...parts.values()].sort((a, b) =>
    a.key === "none" ? 1 : b.key === "none" ? -1 : a.name.localeCompare(b.name),
  )
}

/** Where the present is in a day's score: the column, and the thirds of the quarter gone by. Before the first hour
 * it is at the left edge; after the last there is none. */
export function nowOn(date: string, range: ScoreRange, zone: string, at: number) {
  if (localDate(at, zone) !== date) return null
  const minutes = minutesOfDay(localTime(at, zone)) - range.firstHour * 60
  if (minutes >= range.columns * quarter) return null
  if (minutes < 0) return { column: 1, third: "" as const }
  const rest = minutes % quarter
  return {
    column: Math.floor(minutes / quarter) + 1,
    third: rest >= 10 ? ("after-10" as const) : rest >= 5 ? ("after-5" as const) : ("" as const),
  }
}

/** What a teacher of whom nothing is written teaches then: at most two instruments. */
export function withInstrument(named: string, { instrument }: SessionRow): string {
  const all = named ? named.split(", ") : []
  const next = instrument && instrumentWord(instrument)
  return next && !all.includes(next) && all.length < 2 ? [...all, next].join(", ") : named
}

/** Where a session is in a score, and how it looks there. */
export function cellOf(row: SessionRow, range: ScoreRange, by: ScoreBy): ScoreCell {
  const start = minutesOfDay(row.startTime) - range.firstHour * 60
  const column = Math.min(range.columns, Math.max(1, Math.floor(start / quarter) + 1))
  const length = Math.max(1, Math.round(row.minutes / quarter))
  return {
    id: row.id,
    title: sessionTitle(row),
    time: formatClock(row.startTime),
    ...remarkOf(row, by),
    ...lookOf(row),
    column,
    length: Math.min(length, 16, range.columns - column + 1),
  }
}

function remarkOf(row: SessionRow, by: ScoreBy): Pick<ScoreCell, "remark" | "isRoomOrTeacher"> {
  const says = (remark: string) => ({ remark, isRoomOrTeacher: false })
  if (row.register === "cancelled") return says("Canceled")
  if (row.register === "leave") return says("On leave")
  if (row.clash) return says(clashOf(row))
  if (row.register === "missing") return says("Not taken")
  if (row.away) return says(awayOf(row))
  if (row.notComing.length)
    return says(row.students.length === 1 ? "Not coming" : `${row.notComing.length} not coming`)
  if (row.onLeave && row.kind !== "group") return says([row.onLeave.length, "on leave"].join(" "))
  if (row.kind === "trial") return says("Trial")
  const isOpen = row.register === "expected" || row.register === "live"
  if (isOpen && row.kind === "group") return says(`${row.students.length} of ${row.capacity}`)
  const where = by === "teacher" ? row.roomName : row.teacherName
  return { remark: where ?? "", isRoomOrTeacher: true }
}

function lookOf({ register, clash, away }: SessionRow): Pick<ScoreCell, "head" | "tone" | "state"> {
  if (register === "cancelled" || register === "leave") return { head: "rest", tone: "off", state: "" }
  if (clash || away || register === "missing") return { head: "x", tone: "miss", state: "" }
  if (register === "taken") return { head: "on", tone: "past", state: "attendance taken" }
  return register === "live"
    ? { head: "open", tone: "live", state: "now" }
    : { head: "open", tone: "", state: "" }
}
