import { addDays, addMonths, monthBounds, monthOf } from "~/utils/dates"

// What was taught in a span of days, in sums that can be added up: of days to a month, of months to a year.

/** Both days included. */
export type Span = { first: string; last: string }

/** What one teacher gave of one instrument; null for lessons without either. */
export type TaughtPart = {
  teacherId: string | null
  instrument: string | null
  sessions: number
  minutes: number
  attended: number
  marks: number
  /** What these lessons cost families, minor units: charges that stand. */
  chargedMinor: number
}

/** Minutes of the lessons that begin in an hour of a weekday (1 is Monday, 7 Sunday). */
type TaughtHour = { weekday: number; hour: number; minutes: number }

export type Taught = {
  /** Marks of all lessons of these days, and those of them that say attended. */
  marked: number
  attended: number
  parts: TaughtPart[]
  hours: TaughtHour[]
}

/** The whole months of a span, and its other days, oldest first. */
export function piecesOf({ first, last }: Span): { months: string[]; days: string[] } {
  const months: string[] = []
  const days: string[] = []
  for (let day = first; day <= last; ) {
    const month = monthBounds(monthOf(day))
    if (day === month.first && month.last <= last) {
      months.push(monthOf(day))
      day = addMonths(day, 1)
    } else {
      days.push(day)
      day = addDays(day, 1)
    }
  }
  return { months, days }
}

export const daysOfMonth = (month: string): string[] => {
  const { first, last } = monthBounds(month)
  return Array.from({ length: Number(last.slice(8)) }, (_, later) => addDays(first, later))
}

/** All of them together. */
export function addUp(all: readonly Taught[]): Taught {
  const parts = new Map<string | null, Map<string | null, TaughtPart>>()
  const hours = new Map<number, TaughtHour>()
  let [marked, attended] = [0, 0]
  for (const one of all) {
    marked += one.marked
    attended += one.attended
    for (const part of one.parts) {
      const ofTeacher = parts.get(part.teacherId) ?? new Map<string | null, TaughtPart>()
      const known = ofTeacher.get(part.instrument)
      ofTeacher.set(part.instrument, known ? together(known, part) : part)
      parts.set(part.teacherId, ofTeacher)
    }
    for (const { weekday, hour, minutes } of one.hours) {
      const key = weekday * 24 + hour
      hours.set(key, { weekday, hour, minutes: minutes + (hours.get(key)?.minutes ?? 0) })
    }
  }
  return {
    marked,
    attended,
    parts: [...parts.values()].flatMap((ofTeacher) => [...ofTeacher.values()]),
    hours: [...hours].sort(([a], [b]) => a - b).map(([, hour]) => hour),
  }
}

const together = (a: TaughtPart, b: TaughtPart): TaughtPart => ({
  teacherId: a.teacherId,
  instrument: a.instrument,
  sessions: a.sessions + b.sessions,
  minutes: a.minutes + b.minutes,
  attended: a.attended + b.attended,
  marks: a.marks + b.marks,
  chargedMinor: a.chargedMinor + b.chargedMinor,
})

type PackedPart = [string | null, string | null, number, number, number, number, number]
type Packed = { parts: PackedPart[]; hours: [number, number, number][] }

/** Parts and hours as they are kept: without a name for each figure. */
export const packLessons = ({ parts, hours }: Taught): string =>
  JSON.stringify({
    parts: parts.map(
      (part): PackedPart => [
        part.teacherId,
        part.instrument,
        part.sessions,
        part.minutes,
        part.attended,
        part.marks,
        part.chargedMinor,
      ],
    ),
    hours: hours.map(({ weekday, hour, minutes }) => [weekday, hour, minutes]),
  } satisfies Packed)

export function unpackLessons(text: string): Pick<Taught, "parts" | "hours"> {
  const { parts, hours } = JSON.parse(text) as Packed
  return {
    parts: parts.map(([teacherId, instrument, sessions, minutes, attended, marks, chargedMinor]) => ({
      teacherId,
      instrument,
      sessions,
      minutes,
      attended,
      marks,
      chargedMinor,
    })),
    hours: hours.map(([weekday, hour, minutes]) => ({ weekday, hour, minutes })),
  }
}
