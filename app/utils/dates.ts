// Days of the calendar, "YYYY-MM-DD". Nothing here asks the host for its zone, its locale or the present moment.

import { compareTexts } from "./compare-texts"

/** ISO weekday: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

const DAY = 86_400_000

/** Whether the text is a day of the calendar written "YYYY-MM-DD": "2026-02-30" is not. */
export function isDate(text: string): boolean {
  if (text.length !== 10 || text[4] !== "-" || text[7] !== "-") return false
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)]
  return year >= 0 && day >= 1 && day <= (month === 2 && isLeapYear(year) ? 29 : (monthDays[month] ?? 0))
}

/** The number that is written from one place to another; NaN where not all are digits. Lists ask so often that no text is cut. */
function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (!(digit >= 0 && digit <= 9)) return Number.NaN
    number = number * 10 + digit
  }
  return number
}

/** Of each month from 1; every list asks about its dates, so no date is made. */
const monthDays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** Whether the text is a day that a school can mean, and whose neighbors can be computed with too. */
export function isWithinReach(text: string): boolean {
  return isDate(text) && text >= "1900-01-01" && text <= "2200-12-31"
}

/** A day after all that are meant. */
export const afterAllDays = "9999-12-31"

/** The first of some days; after all when there is none. */
export const earliestDay = (days: readonly string[]): string =>
  days.reduce((first, day) => (day < first ? day : first), afterAllDays)

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

/** The earlier of two last days; null is none. */
export const earlierEnd = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one

/** The earlier of two dates. */
export function earlierOf(a: string, b: string): string {
  return compareDates(a, b) <= 0 ? a : b
}

/** The later of two dates. */
export function laterOf(a: string, b: string): string {
  return compareDates(a, b) >= 0 ? a : b
}

/** Below zero when a is earlier, zero when equal: for sorting. */
export const compareDates: (a: string, b: string) => number = compareTexts

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
  const number = digits(month, 5, 7)
  const days = number === 2 && isLeapYear(digits(month, 0, 4)) ? 29 : monthDays[number]
  return { first, last: `${month}-${days}` }
}

/** Complete years lived on that date; someone born on February 29 has a birthday on March 1 in other years. */
export function ageOn(birthDate: string, date: string): number {
  const years = Number(requireDate(date).slice(0, 4)) - Number(requireDate(birthDate).slice(0, 4))
  return date.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** The date itself; throws for anything else. */
export function requireDate(date: string): string {
  if (!isDate(date)) throw new RangeError(`Not a date: ${date}`)
  return date
}

/** Days since 1970. Years are counted from March on, so that a leap day is their last. */
function toDays(date: string): number {
  requireDate(date)
  const month = digits(date, 5, 7)
  const year = digits(date, 0, 4) - (month > 2 ? 0 : 1)
  const sinceMarch = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + digits(date, 8, 10) - 1
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400)
  return year * 365 + leapDays + sinceMarch - daysFromMarch0
}

/** From March 1 of the year 0 to January 1, 1970. */
const daysFromMarch0 = 719_468

function fromDays(days: number): string {
  return new Date(days * DAY).toISOString().slice(0, 10)
}
