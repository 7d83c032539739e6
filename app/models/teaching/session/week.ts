import { minutesOfDay } from "~/utils/clock-times"
import { weekday } from "~/utils/dates"
import { countOf, dayName, formatTime, formatTimeRange } from "~/utils/formats"
import { localTime } from "~/utils/zones"
import type { Hours } from "../teacher-time/teacher-time"
import {
  cellOf,
  type LinesShown,
  linesOf,
  nowOn,
  type ScoreBy,
  type ScoreCell,
  type ScoreRange,
  withInstrument,
} from "./score"
import { type SessionRow, sessionEnd, teacherNames } from "./session"
import { awayOn, type TeacherAway, type WeekAway } from "./week-away"

// What a lane is called where a letter or two must do. Safe in the browser.

type Named = { name: string; short: string }

/** From the shortest on: "R", "R2" of "Room 2", "SH" of "Small hall", "No" of "Novak", "BA" of Beatriz Alvarez. */
const shapes: ((lane: Named) => string)[] = [
  ({ short }) => first(short, 1),
  ({ short }) => `${first(short, 1)}${/\d+/.exec(short)?.[0] ?? ""}`,
  ({ short }) => initialsOf(short),
  ({ short }) => first(short, 2),
  ({ short }) => first(short, 3),
  ({ name }) => initialsOf(name),
]

const first = (text: string, letters: number) => [...text.trim()].slice(0, letters).join("")

const initialsOf = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => first(word, 1).toUpperCase())
    .join("")

/** A short label for each lane, none twice: a letter, and more only where lanes share it. */
export function laneLabels(lanes: readonly Named[]): string[] {
  const letters = lanes.map(({ short }) => first(short, 1))
  const labels = lanes.map((_, index) => {
    const alike = lanes.filter((__, other) => letters[other] === letters[index])
    const shape = shapes.find((each) => areDistinct(alike.map(each)))
    const lane = lanes[index]
    return shape && lane ? shape(lane) : ""
  })
  const used = new Set<string>()
  return labels.map((label, index) => {
    let own = label
    for (let number = 1; own === "" || used.has(own) || (own !== label && labels.includes(own)); number += 1)
      own = `${letters[index]}${number}`
    used.add(own)
    return own
  })
}

const areDistinct = (labels: readonly string[]) => new Set(labels).size === labels.length

/** The last word of a name; what stands in parentheses behind it is no part of it. */
const surnameOf = (name: string): string =>
  name
    .replace(/\s*\([^()]*\)\s*$/, "")
    .trim()
    .split(/\s+/)
    .at(-1) || name

// A week as columns: a day each, a lane for every teacher (or room), a row for every quarter of an hour. The items of a
// day are in order of time, so that reading, tabbing and the list on a phone agree. Safe in the browser.

export type Lane = { key: string; name: string; short: string; initial: string; expression: string }

type Placed = { lane: number; column: number; length: number }

export type WeekLesson = ScoreCell &
  Placed & {
    kind: "lesson"
    /** Shares its lane with another lesson that began before. */
    isOver: boolean
    /** Stands in another lane before: a lesson of several teachers is one, and lists show it once. */
    isAlso: boolean
    /** What a folded lesson says when it is pointed at. */
    label: string
    /** The teacher, or the room where the lanes are teachers; only lists show it. */
    who: string
    startTime: string
    minutes: number
    canMove: boolean
    /** Carried from the lane of a co-teacher, it changes its time and not who gives it. */
    keepsLane: boolean
  }

export type WeekGap = Placed & { kind: "gap"; startTime: string; time: string }

/** A time that was looked for and is free: its letter in the list, and the form that books it. */
type WeekFound = Placed & { kind: "found"; letter: string; time: string; to: string }

export type WeekItem =
  | WeekLesson
  | WeekGap
  | WeekFound
  | WeekAway
  | { kind: "now"; column: number; third: "" | "after-5" | "after-10"; text: string }

export type WeekDay = {
  id: string
  date: string
  shortName: string
  name: string
  number: number
  count: string
  lessons: number
  needsAttention: boolean
  isToday: boolean
  /** The one that is wide while the others only show their shape. */
  isOpen: boolean
  closure: string | null
  items: WeekItem[]
}

export type DayFacts = {
  date: string
  sessionsOn: SessionRow[]
  planned: number
  closure: { name: string } | undefined
  isToday: boolean
}

export type WeekFacts = {
  by: ScoreBy
  range: ScoreRange
  /** Teachers or rooms that always have a lane, in their order. */
  known: { id: string; name: string; expression: string }[]
  /** The lanes of this page, where it shows only some. */
  shown?: LinesShown
  /** Approved leave. */
  away: readonly TeacherAway[]
  /** When teachers can be given lessons; one without hours at any time. */
  hours: ReadonlyMap<string, readonly Hours[]>
  /** The day to open. */
  date: string
  today: string
  zone: string
  at: number
}

const fewestForGap = 2
const mostOfGap = 8

/** The lanes of a week: those known, then whoever else has a lesson, and those without a teacher or room last. */
export function lanesOf(
  rows: readonly SessionRow[],
  { by, known, shown }: Pick<WeekFacts, "by" | "known" | "shown">,
): Lane[] {
  const names = new Map(known.map(({ id, name, expression }) => [id, { name, expression }]))
  const isWritten = new Set(known.flatMap(({ id, expression }) => (expression ? [id] : [])))
  for (const row of rows)
    for (const { key, name } of linesOf(row, by, shown)) {
      const { expression } = names.get(key) ?? { expression: "" }
      const isTaught = by === "teacher" && key !== "none" && !isWritten.has(key)
      if (isTaught || !names.has(key))
        names.set(key, { name, expression: isTaught ? withInstrument(expression, row) : "" })
    }
  const lanes = [...names]
    .sort(([one, { name: a }], [other, { name: b }]) =>
      one === "none" ? 1 : other === "none" ? -1 : a.localeCompare(b),
    )
    .map(([key, { name, expression }]) => {
      const short = by === "teacher" && key !== "none" ? surnameOf(name) : name
      return { key, name, short, expression }
    })
  // The lane without a teacher or room is none of them: a dash, not a letter, stands for it.
  const labels = laneLabels(lanes.map((lane) => (lane.key === "none" ? { name: "–", short: "–" } : lane)))
  return lanes.map((lane, index) => ({ ...lane, initial: labels[index] ?? "" }))
}

/** The columns of a week. */
export function weekOf(days: readonly DayFacts[], facts: WeekFacts): { lanes: Lane[]; days: WeekDay[] } {
  const lanes = lanesOf(
    days.flatMap(({ sessionsOn }) => sessionsOn),
    facts,
  )
  const open =
    days.find(({ date }) => date === facts.date) ??
    days.find(({ sessionsOn }) => sessionsOn.length > 0) ??
    days[0]
  return { lanes, days: days.map((day) => weekDayOf(day, day === open, lanes, facts)) }
}

function weekDayOf(day: DayFacts, isOpen: boolean, lanes: readonly Lane[], facts: WeekFacts): WeekDay {
  const { date, sessionsOn, planned, closure, isToday } = day
  const lessons = lessonsOf(sessionsOn, lanes, facts)
  const away = facts.by === "teacher" ? awayOn(date, lanes, facts.away, facts.range) : []
  const gaps = closure
    ? []
    : gapsOf(date, [...lessons.filter(({ tone }) => tone !== "off"), ...away], lanes, facts)
  const present = nowOn(date, facts.range, facts.zone, facts.at)
  const nowLine: WeekItem[] = present
    ? [{ kind: "now", ...present, text: `Now, ${formatTime(localTime(facts.at, facts.zone))}` }]
    : []
  const count = planned > 0 ? countOf(planned, "lesson") : ""
  return {
    id: `d${weekday(date)}`,
    date,
    shortName: dayName(date, "short"),
    name: dayName(date),
    number: Number(date.slice(8)),
    count: [count, closure ? "closed" : "", isToday ? "today" : ""].filter(Boolean).join(", "),
    lessons: planned,
    needsAttention: lessons.some(({ tone }) => tone === "miss"),
    isToday,
    isOpen,
    closure: closure?.name ?? null,
    items: [...away, ...lessons, ...gaps, ...nowLine].sort(inOrder),
  }
}

const laneOf = (item: WeekItem) => (item.kind === "now" ? 0 : item.lane)
const inOrder = (a: WeekItem, b: WeekItem) => a.column - b.column || laneOf(a) - laneOf(b)

function lessonsOf(rows: readonly SessionRow[], lanes: readonly Lane[], { by, range, shown }: WeekFacts) {
  const ends = new Map<number, number>()
  return rows.flatMap((row) => {
    const cell = cellOf(row, range, by)
    const ownKey = (by === "teacher" ? row.teacherId : row.roomId) ?? "none"
    const time = formatTimeRange(row.startTime, sessionEnd(row))
    const others = by === "teacher" && row.coTeachers ? `with ${teacherNames(row)}` : ""
    return linesOf(row, by, shown).map(({ key }, index): WeekLesson => {
      const lane = lanes.findIndex((each) => each.key === key) + 1
      const isOver = (ends.get(lane) ?? 0) > cell.column
      if (row.state === "planned") ends.set(lane, Math.max(ends.get(lane) ?? 0, cell.column + cell.length))
      return {
        ...cell,
        kind: "lesson",
        lane,
        isOver,
        isAlso: index > 0,
        label: [cell.title, time, cell.remark, others].filter(Boolean).join(", "),
        who: by === "teacher" ? teacherNames(row) : (row.roomName ?? ""),
        startTime: row.startTime,
        minutes: row.minutes,
        canMove: row.state === "planned" && row.register !== "taken",
        keepsLane: key !== ownKey,
      }
    })
  })
}

/** The free stretches of each lane from now on, within its teacher's hours: at least half an hour, at most two hours each. */
function gapsOf(
  date: string,
  busy: readonly Placed[],
  lanes: readonly Lane[],
  { range, today, zone, at, by, hours }: WeekFacts,
): WeekGap[] {
  if (date < today) return []
  const minutesNow = minutesOfDay(localTime(at, zone)) - range.firstHour * 60
  const first = date === today ? Math.max(1, Math.ceil(minutesNow / 15) + 1) : 1
  return lanes.flatMap(({ key }, index) => {
    const lane = index + 1
    if (key === "none") return []
    const isTaught = by === "teacher" ? taughtOn(date, hours.get(key) ?? [], range) : () => true
    const taken = new Set(
      busy
        .filter((each) => each.lane === lane)
        .flatMap(({ column, length }) => Array.from({ length }, (__, quarter) => column + quarter)),
    )
    const gaps: WeekGap[] = []
    let start = 0
    for (let column = first; column <= range.columns + 1; column += 1) {
      const isFree = column <= range.columns && !taken.has(column) && isTaught(column)
      if (isFree && start === 0) start = column
      const length = column - start
      if (start > 0 && (!isFree || length === mostOfGap)) {
        if (length >= fewestForGap) gaps.push(gapAt(lane, start, length, range))
        start = isFree ? column : 0
      }
    }
    return gaps
  })
}

function gapAt(lane: number, column: number, length: number, range: ScoreRange): WeekGap {
  const startTime = timeOfColumn(column, range.firstHour)
  return { kind: "gap", lane, column, length, startTime, time: formatTime(startTime) }
}

/** The wall clock at which a column begins. */
export function timeOfColumn(column: number, firstHour: number): string {
  const minutes = firstHour * 60 + (column - 1) * 15
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`
}

/** Whether a quarter of an hour is within a teacher's hours. */
function taughtOn(date: string, hours: readonly Hours[], { firstHour }: ScoreRange) {
  const ofDay = hours.filter((each) => each.weekday === weekday(date))
  return (column: number) => {
    const from = firstHour * 60 + (column - 1) * 15
    return (
      hours.length === 0 ||
      ofDay.some(
        ({ fromTime, toTime }) => minutesOfDay(fromTime) <= from && from + 15 <= minutesOfDay(toTime),
      )
    )
  }
}
