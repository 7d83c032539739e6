import { sqlite } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { sessions } from "db/schema/teaching-sessions"
import { eq, max } from "drizzle-orm"
import { select } from "~/models/foundation/access/door.server"
import { ofSchool } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { addDays, addMonths, daysBetween, isDate, monthOf } from "~/utils/dates"
import { localDate, localTime, today } from "~/utils/zones"

// What a text says of days: "Saturday, December 12", "by November 30, 2026", "May 2026", "in January", "Start Date:
// 05/18/2026", "the winter concert". A day moves by whole weeks, so its day of the week stays; a month by months, a season by
// quarters of a year.

export type LaterWords = {
  days: number
  months: number
  /** A day of the time from which the texts are, `YYYY-MM-DD`: a text without a year means the one nearest to it. */
  day: string
}

const months = [
  ...["January", "February", "March", "April", "May", "June", "July", "August", "September", "October"],
  ...["November", "December"],
]
const seasons = ["winter", "spring", "summer", "fall"]
const anyMonth = `${months.join("|")}|${months.map((month) => month.slice(0, 3)).join("|")}`

const dayInText = new RegExp(`\\b(${anyMonth}) (\\d{1,2})(?!\\d)(?:, (\\d{4})\\b)?`, "g")
const monthAndYear = new RegExp(`\\b(${anyMonth}) (\\d{4})\\b`, "g")
const monthAlone = new RegExp(`\\b([Ii]n|[Ss]ince|[Uu]ntil|[Ff]rom) (${months.join("|")})\\b(?! \\d)`, "g")
const numbers = /\b(\d{2})\/(\d{2})\/(\d{4})\b/g
const seasonOf = new RegExp(
  `\\b(${seasons.join("|")})(?= (?:term|break|concert|recital|camp|holidays)\\b)`,
  "gi",
)

/** The text as it would be written later; what names no day stays. */
export function laterWords(text: string, later: LaterWords): string {
  if (!/\d|\b(?:in|since|until|from|winter|spring|summer|fall) /i.test(text)) return text
  return text
    .replace(numbers, (found, month, day, year) => {
      const date = `${year}-${month}-${day}`
      if (!isDate(date)) return found
      const [y, m, d] = addDays(date, later.days).split("-")
      return `${m}/${d}/${y}`
    })
    .replace(monthAlone, (_, word, month) => `${word} ${months[(months.indexOf(month) + later.months) % 12]}`)
    .replace(monthAndYear, (_, month, year) => {
      const first = addMonths(`${year}-${twoDigits(numberOf(month))}-01`, later.months)
      return `${nameLike(month, first)} ${first.slice(0, 4)}`
    })
    .replace(dayInText, (found, month, day, year) => {
      const date = dateOf(numberOf(month), Number(day), year && Number(year), later.day)
      if (!date) return found
      const moved = addDays(date, later.days)
      return `${nameLike(month, moved)} ${Number(moved.slice(8))}${year ? `, ${moved.slice(0, 4)}` : ""}`
    })
    .replace(seasonOf, (found) => {
      const moved =
        seasons[(seasons.indexOf(found.toLowerCase()) + Math.round(later.months / 3)) % 4] ?? found
      return found[0] === found[0]?.toUpperCase() ? `${moved[0]?.toUpperCase()}${moved.slice(1)}` : moved
    })
}

const twoDigits = (n: number) => String(n).padStart(2, "0")
const numberOf = (month: string) => months.findIndex((name) => name.startsWith(month)) + 1

/** As long as the month was written before. */
function nameLike(written: string, date: string): string {
  const name = months[Number(date.slice(5, 7)) - 1] ?? ""
  return months.includes(written) ? name : name.slice(0, 3)
}

function dateOf(month: number, day: number, year: number | undefined, near: string): string | undefined {
  const present = Number(near.slice(0, 4))
  const years = year ? [year] : [present - 1, present, present + 1]
  const [nearest] = years
    .map((each) => `${each}-${twoDigits(month)}-${twoDigits(day)}`)
    .filter(isDate)
    .sort((a, b) => Math.abs(daysBetween(near, a)) - Math.abs(daysBetween(near, b)))
  return nearest
}

// The sample school's history ends when it was seeded. A demo that is opened weeks later is copied with later days: whole
// weeks, so that a lesson stays on its day of the week and at its time of day; what belongs to a calendar month moves by months.

/** How much later: whole weeks as days, and months. `day` is the sample's last one. */
export type Later = { days: number; months: number; zone: string; day: string }

/** How much later a copy made now has to be; undefined while the sample's last attendance is of this week. */
export function findLater(sample: string): Later | undefined {
  const zone = select({ zone: schools.timeZone }).from(schools).where(eq(schools.id, sample)).get()?.zone
  const last = select({ at: max(sessions.registerTakenAt) })
    .from(sessions)
    .where(ofSchool(sample, sessions))
    .get()?.at
  if (!zone || !last) return undefined
  const [then, present] = [localDate(last, zone), today(zone, now())]
  const weeks = Math.floor(daysBetween(then, present) / 7)
  if (weeks <= 0) return undefined
  const monthsOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  return { days: weeks * 7, months: monthsOf(present) - monthsOf(then), zone, day: then }
}

/** Days on which people were born stay. */
const kept = new Set(["birth_date"])
const periods = new Set(["period_from", "period_to"])

/** The value of a column in a copy with later days, in SQL; the parameters are @days, @months, @zone, @day and @present. */
export function laterValue(column: string, type: "text" | "integer", value: string): string {
  if (kept.has(column) || column === "id" || column.endsWith("_id")) return value
  if (type === "integer") {
    if (!isInstant(column)) return value
    const later = `demo_instant(${value}, @days, @zone)`
    return column === "created_at" ? `min(${later}, @present)` : later
  }
  return periods.has(column)
    ? `demo_period(${value}, ${value.replace(column, column === "period_from" ? "period_to" : "period_from")}, @days, @months)`
    : `demo_text(${value}, @days, @months, @zone, @day)`
}

/** Whether a column of numbers has instants. */
export const isInstant = (column: string): boolean => /(^|_)(at|until|since)$|_after$/.test(column)

const known = new WeakSet<object>()

/** Teaches the database how to move a day, an instant and a text that holds some. */
export function teachLaterDays() {
  const database = sqlite()
  if (known.has(database)) return
  known.add(database)
  const one = { deterministic: true }
  database.function("demo_instant", one, (at, days, zone) =>
    typeof at === "number" ? laterInstant(at, Number(days), String(zone)) : at,
  )
  database.function("demo_period", one, (date, other, days, months) =>
    typeof date === "string" ? laterPeriod(date, String(other), Number(days), Number(months)) : date,
  )
  database.function("demo_text", one, (text, days, months, zone, day) =>
    typeof text === "string"
      ? laterText(text, {
          days: Number(days),
          months: Number(months),
          zone: String(zone),
          day: String(day),
        })
      : text,
  )
}

const dayMs = 86_400_000
/** No zone changes its clock at another minute. */
const halfHour = 1_800_000
const offsets = new Map<string, number>()

/** How far ahead of UTC a zone's clock is at an instant, in milliseconds. */
function offsetOf(at: number, zone: string): number {
  const from = Math.floor(at / halfHour) * halfHour
  const key = `${from} ${zone}`
  const present = offsets.get(key)
  if (present !== undefined) return present
  const offset = Date.parse(`${localDate(from, zone)}T${localTime(from, zone)}:00Z`) - from
  if (offsets.size > 50_000) offsets.clear()
  offsets.set(key, offset)
  return offset
}

/** Days later at the same time of day, whatever the zone's clock did in between. */
export function laterInstant(at: number, days: number, zone: string): number {
  const later = at + days * dayMs
  return later + offsetOf(at, zone) - offsetOf(later, zone)
}

/** One end of a period, beside its other one. Whole months stay that; of any other both ends move by days, so that it keeps its length. */
export function laterPeriod(date: string, other: string, days: number, months: number): string {
  if (!isDate(date)) return date
  const [from = "", to = ""] = [date, isDate(other) ? other : date].sort()
  const isWhole = from.endsWith("-01") && addDays(to, 1).endsWith("-01")
  if (!isWhole) return addDays(date, days)
  return date === from ? addMonths(date, months) : addDays(addMonths(`${monthOf(date)}-01`, months + 1), -1)
}

/** A day, a month, a JSON text with days and instants in it, or words that name a day; any other text stays. */
export function laterText(text: string, later: Later): string {
  const { days, months, zone } = later
  if (text.length === 10 && isDate(text)) return addDays(text, days)
  if (/^\d{4}-\d{2}$/.test(text)) return monthOf(addMonths(`${text}-01`, months))
  if (!/^[[{]/.test(text)) return laterWords(text, later)
  return laterWords(text, later)
    .replace(/"(\d{4}-\d{2}-\d{2})"/g, (found, date: string) =>
      isDate(date) ? `"${addDays(date, days)}"` : found,
    )
    .replace(/(?<=[:,[])1\d{12}(?=[,\]}])/g, (at) => String(laterInstant(Number(at), days, zone)))
}
