import { formatDate, formatTime, formatTimeRange } from "~/utils/formats"

// When a teacher can be given lessons, and when they are away. Safe in the browser.

/** Hours of a weekday (1 is Monday), wall clock of the school. */
export type Hours = { id: string; weekday: number; fromTime: string; toTime: string }

/** A stretch of hours on a day, with what is left of it. */
export type AvailableTime = {
  id: string
  date: string
  fromTime: string
  toTime: string
  /** Available; the others are lost to time off, or to a closure. */
  minutes: number
  awayMinutes: number
  isClosed: boolean
}

const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const

/** "3:00 to 6:30 PM" */
export const hoursText = ({ fromTime, toTime }: Pick<Hours, "fromTime" | "toTime">): string =>
  formatTimeRange(fromTime, toTime)

export type TimeOffState = "requested" | "approved" | "declined" | "withdrawn"

export type TimeOff = {
  id: string
  teacherId: string
  teacherName: string
  startsOn: string
  endsOn: string
  /** Where the first day begins, and the last one ends; null for the whole day. */
  fromTime: string | null
  toTime: string | null
  reason: string | null
  state: TimeOffState
  answer: string | null
  /** The planned sessions on those days that the teacher gives, alone or with others. */
  sessions: number
  /** The office has choices for its lessons that aren’t arranged yet. */
  hasDraft: boolean
}

/** From when to when someone is away. */
export type Away = Pick<TimeOff, "startsOn" | "endsOn" | "fromTime" | "toTime">

/** "Fri, Nov 20", "Fri, Nov 20 to Tue, Nov 24", "Fri, Nov 20, 2:00 to 5:00 PM" or "Fri, Nov 20, from 2:00 PM" */
export function daysOffText({ startsOn, endsOn, fromTime, toTime }: Away): string {
  const first = formatDate(startsOn, "short")
  if (startsOn === endsOn) {
    if (fromTime && toTime) return `${first}, ${formatTimeRange(fromTime, toTime)}`
    if (fromTime) return `${first}, from ${formatTime(fromTime)}`
    return toTime ? `${first}, until ${formatTime(toTime)}` : first
  }
  const from = fromTime ? `${first}, ${formatTime(fromTime)},` : first
  return `${from} to ${formatDate(endsOn, "short")}${toTime ? `, ${formatTime(toTime)}` : ""}`
}

/** Who is away and when, as a reason why a place is not free. */
export const awayText = (name: string, off: Away): string =>
  `${name} is away ${off.startsOn === off.endsOn ? "on" : "from"} ${daysOffText(off)}.`

/** Whether someone who is away would miss a part of a lesson that begins and ends on a date. */
export function isAwayAt(off: Away, { date, from, to }: { date: string; from: string; to: string }): boolean {
  if (date < off.startsOn || date > off.endsOn) return false
  // A lesson that ends at midnight or later takes the rest of its day.
  const end = to <= from ? "24:00" : to
  if (date === off.startsOn && off.fromTime !== null && end <= off.fromTime) return false
  return !(date === off.endsOn && off.toTime !== null && from >= off.toTime)
}

/** The weekday of a stretch of hours: "Monday". */
export const weekdayOfHours = ({ weekday }: Pick<Hours, "weekday">): string => weekdayNames[weekday - 1] ?? ""
