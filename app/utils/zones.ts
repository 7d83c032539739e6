// Instants, integers of UTC milliseconds, and the one place where dates and wall clocks meet a time zone, an IANA name.
// Only the way from a wall clock to an instant needs Temporal: a browser bundle that goes the other way stays small.
import { Temporal } from "temporal-polyfill"
import { requireTime } from "./clock-times"
import { requireDate } from "./dates"
import { currentFormats, type Formats, formatDate, formatTime } from "./formats"
import { todaysZone } from "./zone-names"

/** The date in the zone at that instant: what "today" is for a school. */
export function today(zone: string, nowMs: number): string {
  return localDate(nowMs, zone)
}

/** The date on a calendar in the zone at that instant (UTC ms). */
export function localDate(ms: number, zone: string): string {
  return shownAt(ms, zone)?.slice(0, 10) ?? wallClock(ms, zone).date
}

/** What a clock in the zone shows at that instant (UTC ms), as "HH:MM", seconds dropped. */
export function localTime(ms: number, zone: string): string {
  return shownAt(ms, zone)?.slice(11, 16) ?? wallClock(ms, zone).time
}

/**
 * The instant (UTC ms) at which clocks in the zone show this date and time. A time that a change to summer
 * time skips moves forward by what was skipped; one that happens twice is the first of the two.
 */
export function instantOf(date: string, time: string, zone: string): number {
  const shown = Date.parse(`${requireDate(date)}T${requireTime(time)}Z`)
  const offset = steadyOffset(shown - mostAhead, shown + mostBehind, zone)
  if (offset !== undefined) return shown - offset
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone, {
    disambiguation: "compatible",
  }).epochMilliseconds
}

/** Whether clocks in the zone skip this date and time. */
export const isSkipped = (date: string, time: string, zone: string): boolean =>
  localTime(instantOf(date, time, zone), zone) !== time

/** Whether this is a zone the platform can compute with. */
export function isZone(zone: string): boolean {
  try {
    wallClock(0, zone)
    return true
  } catch {
    return false
  }
}

const abbreviationFormats = new Map<string, Intl.DateTimeFormat>()
/** Those asked for lately, by zone and minute: clocks change at whole ones. */
const abbreviations = new Map<string, string>()
const mostAbbreviations = 500

/** The zone's short name at that instant (UTC ms): "EST"; "GMT+1" where English has none. */
export function zoneAbbreviation(zone: string, ms: number): string {
  const key = `${zone} ${Math.floor(ms / 60_000)}`
  const known = abbreviations.get(key)
  if (known !== undefined) return known
  let format = abbreviationFormats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "short" })
    abbreviationFormats.set(zone, format)
  }
  const text = format.formatToParts(ms).find((part) => part.type === "timeZoneName")?.value ?? zone
  if (abbreviations.size >= mostAbbreviations) abbreviations.clear()
  abbreviations.set(key, text)
  return text
}

/** The place a zone is named for: "New York" of "America/New_York". */
export function zoneName(zone: string): string {
  const name = todaysZone(zone)
  return name.slice(name.lastIndexOf("/") + 1).replaceAll("_", " ")
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

/** Until when something waits: "07:00", or "2026-12-03 07:00" where that is a day or more away. */
export function localUntil(ms: number, zone: string, nowMs: number): string {
  const time = localTime(ms, zone)
  return ms - nowMs < 86_400_000 ? time : `${localDate(ms, zone)} ${time}`
}

const wallClocks = new Map<string, Intl.DateTimeFormat>()

/** What calendar and clock of the zone show. */
function wallClock(ms: number, zone: string): { date: string; time: string } {
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
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]))
  const { year = "", month, day, hour, minute } = parts
  return { date: `${year.padStart(4, "0")}-${month}-${day}`, time: `${hour}:${minute}` }
}

// Asking Intl takes some microseconds, and a page does so for each of its rows. So the days of a zone are remembered on which
// its clocks don't change. Since 1973 they have gone ahead or behind by whole minutes, and changed at most once a week.

const dayMs = 86_400_000
const hourMs = 3_600_000
/** No clock is further ahead of UTC, or behind it. */
const [mostAhead, mostBehind] = [15 * hourMs, 13 * hourMs]
const [firstDay, lastDay] = [Date.UTC(1973, 0, 1), Date.UTC(2200, 0, 1)].map((ms) => ms / dayMs) as [
  number,
  number,
]
/** Some ten years a zone; then its days are asked for again. */
const daysKept = 4000

/** By how many ms the clocks of each zone are ahead of UTC when a day of UTC begins, by its number. */
const offsets = new Map<string, Map<number, number>>()

/** By how many ms the zone's clocks are ahead of UTC from one instant to another; undefined where they may change. */
function steadyOffset(from: number, to: number, zone: string): number | undefined {
  const [first, last] = [Math.floor(from / dayMs), Math.floor(to / dayMs) + 1]
  if (!(first >= firstDay && last <= lastDay)) return undefined
  const known = offsets.get(zone) ?? new Map<number, number>()
  const offset = offsetAt(known, first, zone)
  for (let day = first + 1; day <= last; day += 1) if (offsetAt(known, day, zone) !== offset) return undefined
  return offset
}

function offsetAt(known: Map<number, number>, day: number, zone: string): number {
  let offset = known.get(day)
  if (offset === undefined) {
    const { date, time } = wallClock(day * dayMs, zone)
    offset = Date.parse(`${date}T${time}Z`) - day * dayMs
    if (known.size >= daysKept) known.clear()
    offsets.set(zone, known.set(day, offset))
  }
  return offset
}

/** What the zone shows at that instant (UTC ms), as ISO 8601 has it; undefined around a change of its clocks. */
function shownAt(ms: number, zone: string): string | undefined {
  const offset = steadyOffset(ms, ms, zone)
  return offset === undefined ? undefined : new Date(ms + offset).toISOString()
}
