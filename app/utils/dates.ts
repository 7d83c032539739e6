// Dates, wall-clock times and instants, and the one place where they meet a time zone.
// A date is "YYYY-MM-DD", a time "HH:MM", an instant an integer of UTC milliseconds, a zone an IANA name.
// Nothing here asks the host for its zone, its locale or the present moment. Only the way from a wall clock to an instant
// needs Temporal: a browser bundle that goes the other way stays small.
import { Temporal } from "temporal-polyfill"
import { currentFormats, type Formats } from "./formats"

/** ISO weekday: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

const DAY = 86_400_000
const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const
const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const

/** The date in the zone at that instant: what "today" is for a school. */
export function today(zone: string, nowMs: number): string {
  return localDate(nowMs, zone)
}

/** The date on a calendar in the zone at that instant (UTC ms). */
export function localDate(ms: number, zone: string): string {
  const { year = "", month, day } = wallClock(ms, zone)
  return `${year.padStart(4, "0")}-${month}-${day}`
}

/** What a clock in the zone shows at that instant (UTC ms), as "HH:MM", seconds dropped. */
export function localTime(ms: number, zone: string): string {
  const { hour, minute } = wallClock(ms, zone)
  return `${hour}:${minute}`
}

/**
 * The instant (UTC ms) at which clocks in the zone show this date and time. A time that a change to summer
 * time skips moves forward by what was skipped; one that happens twice is the first of the two.
 */
export function instantOf(date: string, time: string, zone: string): number {
  return Temporal.PlainDateTime.from(`${requireDate(date)}T${requireTime(time)}`).toZonedDateTime(zone, {
    disambiguation: "compatible",
  }).epochMilliseconds
}

/** Whether this is a zone the platform can compute with. */
export function isZone(zone: string): boolean {
  try {
    wallClock(0, zone)
    return true
  } catch {
    return false
  }
}

const abbreviations = new Map<string, Intl.DateTimeFormat>()

/** The zone's short name at that instant (UTC ms): "EST"; "GMT+1" where English has none. */
export function zoneAbbreviation(zone: string, ms: number): string {
  let format = abbreviations.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" })
    abbreviations.set(zone, format)
  }
  return format.formatToParts(ms).find((part) => part.type === "timeZoneName")?.value ?? zone
}

/** The place a zone is named for: "New York" of "America/New_York". */
export function zoneName(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ")
}

/** Whether the text is a day of the calendar written "YYYY-MM-DD": "2026-02-30" is not. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && fromDays(ms / DAY) === text
}

/** Whether the text is a day that a school can mean, and whose neighbors can be computed with too. */
export function isWithinReach(text: string): boolean {
  return isDate(text) && text >= "1900-01-01" && text <= "2200-12-31"
}

/** Whether the text is a time of day written "HH:MM", "00:00" to "23:59". */
export function isTime(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** The date n days later (earlier when n is negative). */
export function addDays(date: string, n: number): string {
  return fromDays(toDays(date) + n)
}

/** The same day n months later, or that month's last day where it is shorter: January 31 gives February 28. */
export function addMonths(date: string, n: number): string {
  requireDate(date)
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + n
  const month = `${String(Math.floor(months / 12)).padStart(4, "0")}-${String((months % 12) + 1).padStart(2, "0")}`
  const { last } = monthBounds(month)
  const sameDay = `${month}-${date.slice(8)}`
  return sameDay < last ? sameDay : last
}

/** Whole days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return toDays(to) - toDays(from)
}

/** The earlier of two dates. */
export function earlierOf(a: string, b: string): string {
  return compareDates(a, b) <= 0 ? a : b
}

/** Below zero when a is earlier, zero when equal: for sorting. */
export function compareDates(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** 1 Monday … 7 Sunday. */
export function weekday(date: string): Weekday {
  const sinceMonday = (toDays(date) + 3) % 7
  return ((sinceMonday < 0 ? sinceMonday + 7 : sinceMonday) + 1) as Weekday
}

/** The seven dates of the week that contains the date, beginning on weekStart (1 Monday … 7 Sunday). */
export function weekDates(date: string, weekStart: Weekday): string[] {
  const first = toDays(date) - ((weekday(date) - weekStart + 7) % 7)
  return Array.from({ length: 7 }, (_, index) => fromDays(first + index))
}

/** The ISO 8601 week: 1 to 53; the week belongs to the year of its Thursday. */
export function weekNumber(date: string): number {
  const thursday = addDays(date, 4 - weekday(date))
  return Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1
}

/** "2026-11" of "2026-11-18". */
export function monthOf(date: string): string {
  return requireDate(date).slice(0, 7)
}

/** First and last date of a month "YYYY-MM". */
export function monthBounds(month: string): { first: string; last: string } {
  const first = requireDate(`${month}-01`)
  const start = new Date(`${first}T00:00:00Z`)
  start.setUTCMonth(start.getUTCMonth() + 1, 0)
  return { first, last: fromDays(start.getTime() / DAY) }
}

/** Complete years lived on that date; someone born on February 29 has a birthday on March 1 in other years. */
export function ageOn(birthDate: string, date: string): number {
  const years = Number(requireDate(date).slice(0, 4)) - Number(requireDate(birthDate).slice(0, 4))
  return date.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** "Wednesday", or "Wed". */
export function dayName(date: string, style: "long" | "short" = "long"): string {
  const name = dayNames[weekday(date) - 1] ?? ""
  return style === "long" ? name : name.slice(0, 3)
}

/**
 * As a school in the US sees them; others see the day first ("Wednesday 18 November", "18 Nov 2026") or figures
 * ("Wednesday 11-18", "2026-11-18").
 * weekday: "Wednesday, November 18" · short: "Wed, Nov 18" · day: "Nov 18" · full: "November 18, 2026" ·
 * medium: "Nov 18, 2026" · month: "November 2026"
 */
export type DateStyle = "weekday" | "short" | "day" | "full" | "medium" | "month"

/** A date in one of the styles above, in the school's order; the words are English. */
export function formatDate(date: string, style: DateStyle, formats: Formats = currentFormats()): string {
  requireDate(date)
  if (style !== "month" && formats.dateOrder === "dmy") return dayFirst(date, style)
  if (style !== "month" && formats.dateOrder === "ymd") return yearFirst(date, style)
  const year = String(Number(date.slice(0, 4)))
  const month = monthNames[Number(date.slice(5, 7)) - 1] ?? ""
  const abbreviated = month.slice(0, 3)
  const day = String(Number(date.slice(8)))
  switch (style) {
    case "weekday":
      return `${dayName(date)}, ${month} ${day}`
    case "short":
      return `${dayName(date, "short")}, ${abbreviated} ${day}`
    case "day":
      return `${abbreviated} ${day}`
    case "full":
      return `${month} ${day}, ${year}`
    case "medium":
      return `${abbreviated} ${day}, ${year}`
    case "month":
      return `${month} ${year}`
  }
}

function dayFirst(date: string, style: Exclude<DateStyle, "month">): string {
  const month = monthNames[Number(date.slice(5, 7)) - 1] ?? ""
  const [day, year] = [Number(date.slice(8)), Number(date.slice(0, 4))]
  const [long, brief] = [`${day} ${month}`, `${day} ${month.slice(0, 3)}`]
  switch (style) {
    case "weekday":
      return `${dayName(date)} ${long}`
    case "short":
      return `${dayName(date, "short")} ${brief}`
    case "day":
      return brief
    case "full":
      return `${long} ${year}`
    case "medium":
      return `${brief} ${year}`
  }
}

function yearFirst(date: string, style: Exclude<DateStyle, "month">): string {
  if (style === "full" || style === "medium") return date
  if (style === "day") return date.slice(5)
  return `${dayName(date, style === "weekday" ? "long" : "short")} ${date.slice(5)}`
}

/** The days from one date to another: "November 16 to 20"; the month again where it changes, the year where it does. */
export function formatDateRange(first: string, last: string, formats: Formats = currentFormats()): string {
  if (first === last) return formatDate(first, "weekday", formats)
  const [from, to] = [formatDate(first, "full", formats), formatDate(last, "full", formats)]
  if (formats.dateOrder === "ymd" || first.slice(0, 4) !== last.slice(0, 4)) return `${from} to ${to}`
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7)
  if (formats.dateOrder === "dmy")
    return `${isOneMonth ? Number(first.slice(8)) : from.slice(0, -5)} to ${to.slice(0, -5)}`
  return `${from.split(",")[0]} to ${isOneMonth ? Number(last.slice(8)) : to.split(",")[0]}`
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

/** An instant (UTC ms) as the zone's calendar and clock say it: "Nov 18, 2026, 3:10 PM". */
export function formatInstant(ms: number, zone: string, formats: Formats = currentFormats()): string {
  return `${formatDate(localDate(ms, zone), "medium", formats)}, ${formatTime(localTime(ms, zone), formats)}`
}

/** When something was, as short as a list wants it: "3:10 PM" today, "Nov 17" this year, else "Nov 17, 2025". */
export function formatRecent(
  ms: number,
  zone: string,
  nowMs: number,
  formats: Formats = currentFormats(),
): string {
  const date = localDate(ms, zone)
  const day = today(zone, nowMs)
  if (date === day) return formatTime(localTime(ms, zone), formats)
  return formatDate(date, date.slice(0, 4) === day.slice(0, 4) ? "day" : "medium", formats)
}

/** "16:30" to "17:30" as "4:30 to 5:30 PM"; both halves are named when noon lies between. */
export function formatTimeRange(start: string, end: string, formats: Formats = currentFormats()): string {
  const from = formatTime(start, formats)
  const to = formatTime(end, formats)
  if (formats.hourCycle === 24) return `${from} to ${to}`
  return from.slice(-2) === to.slice(-2) && start < end ? `${from.slice(0, -3)} to ${to}` : `${from} to ${to}`
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

const wallClocks = new Map<string, Intl.DateTimeFormat>()

/** What calendar and clock of the zone show, each as digits: month, day, hour and minute with two. */
function wallClock(ms: number, zone: string): Partial<Record<Intl.DateTimeFormatPartTypes, string>> {
  let format = wallClocks.get(zone)
  if (!format) {
    const two = "2-digit"
    format = new Intl.DateTimeFormat("en-US-u-ca-iso8601-nu-latn", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: two,
      day: two,
      hour: two,
      minute: two,
    })
    wallClocks.set(zone, format)
  }
  return Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]))
}

function clock(hour: number, minute: number): string {
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`
}

function hourAndMinute(time: string): [number, number] {
  requireTime(time)
  return [Number(time.slice(0, 2)), Number(time.slice(3))]
}

function toDays(date: string): number {
  return Date.parse(`${requireDate(date)}T00:00:00Z`) / DAY
}

function fromDays(days: number): string {
  return new Date(days * DAY).toISOString().slice(0, 10)
}

function requireDate(date: string): string {
  if (!isDate(date)) throw new RangeError(`Not a date: ${date}`)
  return date
}

function requireTime(time: string): string {
  if (!isTime(time)) throw new RangeError(`Not a time of day: ${time}`)
  return time
}
