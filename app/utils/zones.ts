// Instants, integers of UTC milliseconds, and the one place where dates and wall clocks meet a time zone, an IANA name.
// Only the way from a wall clock to an instant needs Temporal: a browser bundle that goes the other way stays small.
import { Temporal } from "temporal-polyfill"
import { formatTime, requireTime } from "./clock-times"
import { formatDate } from "./date-text"
import { requireDate } from "./dates"
import { currentFormats, type Formats } from "./formats"

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
