// Times of day on a wall clock, "HH:MM", and how a school reads them.
import { currentFormats, type Formats } from "./formats"

/** Whether the text is a time of day written "HH:MM", "00:00" to "23:59". */
export function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** The wall clock some minutes later; past midnight it begins again at "00:00". */
export function addMinutes(time: string, minutes: number): string {
  const total = (((minutesOfDay(time) + minutes) % 1440) + 1440) % 1440
  return clock(Math.floor(total / 60), total % 60)
}

/** Minutes since midnight of "HH:MM". */
export function minutesOfDay(time: string): number {
  const [hour, minute] = hourAndMinute(time)
  return hour * 60 + minute
}

/** "14:00" as "2:00 PM", or as it is where a day has 24 hours. */
export function formatTime(time: string, formats: Formats = currentFormats()): string {
  const [hour, minute] = hourAndMinute(time)
  if (formats.hourCycle === 24) return time
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`
}

/** The same without its half of the day, where the place beside it says which: "2:00". */
export function formatClock(time: string, formats: Formats = currentFormats()): string {
  return formatTime(time, formats).replace(/ [AP]M$/, "")
}

/** A whole hour on an axis: "2 PM", or "14:00". */
export function formatHour(hour: number, formats: Formats = currentFormats()): string {
  return formatTime(clock(hour % 24, 0), formats).replace(/:00 (?=[AP]M$)/, " ")
}

/** "16:30" to "17:30" as "4:30 to 5:30 PM"; both halves are named when noon lies between. */
export function formatTimeRange(start: string, end: string, formats: Formats = currentFormats()): string {
  const from = formatTime(start, formats)
  const to = formatTime(end, formats)
  if (formats.hourCycle === 24) return `${from} to ${to}`
  return from.slice(-2) === to.slice(-2) && start < end ? `${from.slice(0, -3)} to ${to}` : `${from} to ${to}`
}

/** The time itself; throws for anything else. */
export function requireTime(time: string): string {
  if (!isTime(time)) throw new RangeError(`Not a time of day: ${time}`)
  return time
}

function clock(hour: number, minute: number): string {
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`
}

function hourAndMinute(time: string): [number, number] {
  requireTime(time)
  return [Number(time.slice(0, 2)), Number(time.slice(3))]
}
