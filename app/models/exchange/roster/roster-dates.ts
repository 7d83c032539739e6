// Dates in a roster. 04/05/2012 is two different days, and only the whole column can tell which one is meant.

import { ageOn, isDate } from "~/utils/dates"
import { atOnce, type Turns } from "~/utils/in-turns"
import { fold } from "~/utils/names"
import { shorten } from "./roster-text"
import type { Cell } from "./roster-values"

/** Which of day, month and year comes first. */
export type DateOrder = "mdy" | "dmy" | "ymd"

type Look = { isEmpty: boolean; order: DateOrder | "ambiguous" }

type Parts = { year: string; month: number; day: number }

/**
 * The order in which a column writes its dates, from every value that can be a real day in one order only.
 * Mixed columns follow the majority. Dots, as in 4.5.2012, mean day first. "ambiguous" if nothing tells.
 */
export const detectDateOrder = (values: readonly string[]): DateOrder | "ambiguous" =>
  atOnce(detectInTurns(values))

function* detectInTurns(values: readonly string[]): Turns<DateOrder | "ambiguous"> {
  const votes = { mdy: 0, dmy: 0, ymd: 0 }
  let dotted = 0
  for (const value of values) {
    yield
    const text = value.trim()
    if (/^\d{4}\D/.test(text)) {
      votes.ymd++
      continue
    }
    const monthFirst = isRealDay(text, "mdy")
    const dayFirst = isRealDay(text, "dmy")
    if (monthFirst && !dayFirst) votes.mdy++
    if (dayFirst && !monthFirst) votes.dmy++
    if (monthFirst && dayFirst && /^\d{1,2}\.\s?\d{1,2}\./.test(text)) dotted++
  }
  if (votes.mdy === 0) votes.dmy += dotted
  if (votes.mdy > votes.dmy && votes.mdy > 0) return "mdy"
  if (votes.dmy > votes.mdy) return "dmy"
  return votes.ymd > 0 && votes.mdy === 0 ? "ymd" : "ambiguous"
}

/**
 * How the two date columns of a file are read: as the person chose, or each as it shows itself, or as the other
 * one shows it, or as the school writes dates; one that puts the year first says nothing of day and month, which are read
 * with the month first. `sure` is false when nothing in the column confirms it.
 */
export function* decideDateOrders(
  { dateOrder: chosen, schoolOrder }: { dateOrder: DateOrder | "detect"; schoolOrder?: DateOrder },
  columns: { birthDate: readonly string[]; startDate: readonly string[] },
): Turns<Record<"birthDate" | "startDate", { order: DateOrder; sure: boolean }>> {
  const look = function* (values: readonly string[]): Turns<Look> {
    const nonEmpty = values.filter((value) => value.trim() !== "")
    return { isEmpty: nonEmpty.length === 0, order: yield* detectInTurns(nonEmpty) }
  }
  const decide = (own: Look, other: Look) => {
    if (chosen !== "detect") return { order: chosen, sure: true }
    if (own.order !== "ambiguous") return { order: own.order, sure: true }
    const tells = other.order === "mdy" || other.order === "dmy"
    const usual = schoolOrder === "dmy" ? "dmy" : "mdy"
    return { order: tells ? (other.order as DateOrder) : usual, sure: own.isEmpty || tells } as const
  }
  const birthDate = yield* look(columns.birthDate)
  const startDate = yield* look(columns.startDate)
  return { birthDate: decide(birthDate, startDate), startDate: decide(startDate, birthDate) }
}

function isRealDay(text: string, order: DateOrder): boolean {
  const parts = numericParts(text, order)
  return parts !== null && isDate(toDate(parts, parts.year.length === 2 ? `20${parts.year}` : parts.year))
}

/**
 * A birth date, as "YYYY-MM-DD". Refuses days that do not exist, days to come, and ages over 110.
 * Of two-digit years the latest that is not to come is meant.
 */
export function parseBirthDate(text: string, order: DateOrder, today: string): Cell<string> {
  const read = readDate(text, order, (year) => {
    const thisCentury = `${today.slice(0, 2)}${year}`
    return thisCentury <= today.slice(0, 4) ? thisCentury : `${Number(today.slice(0, 2)) - 1}${year}`
  })
  if (!read.ok) return read
  if (read.value > today) return refusal(`${shorten(text)} is in the future. Enter a birth date in the past.`)
  const age = ageOn(read.value, today)
  if (age > 110)
    return refusal(`Born on ${shorten(text)}, the student would be ${age} years old. Check the year.`)
  return read
}

/** The day lessons start, as "YYYY-MM-DD". Refuses days that do not exist, and years before 1950 or after 2100. */
export function parseStartDate(text: string, order: DateOrder): Cell<string> {
  const read = readDate(text, order, (year) => `20${year}`)
  if (!read.ok) return read
  const inReach = read.value >= "1950-01-01" && read.value <= "2100-12-31"
  return inReach ? read : refusal(`${shorten(text)} is too far away for a start date.`)
}

function readDate(text: string, order: DateOrder, century: (twoDigits: string) => string): Cell<string> {
  const parts = numericParts(text.trim(), order) ?? namedParts(text)
  if (!parts) return refusal(`“${shorten(text)}” isn’t a date. Write it like ${example(order)}.`)
  const date = toDate(parts, parts.year.length === 2 ? century(parts.year) : parts.year)
  if (isDate(date)) return { ok: true, value: date }

  const otherOrder = order === "dmy" ? "mdy" : "dmy"
  const swapped = isRealDay(text.trim(), otherOrder)
  return refusal(
    swapped
      ? `${shorten(text)} isn’t a date when ${orderText(order)}, as in the rest of the column.`
      : `${shorten(text)} isn’t a date on the calendar.`,
  )
}

/** "day first" and the like, for menus and sentences. */
export function orderText(order: DateOrder): string {
  return { mdy: "the month comes first", dmy: "the day comes first", ymd: "the year comes first" }[order]
}

function example(order: DateOrder): string {
  return { mdy: "04/12/2013", dmy: "12.04.2013", ymd: "2013-04-12" }[order]
}

const timeOfDay = /[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?$/

function numericParts(text: string, order: DateOrder): Parts | null {
  const bare = text.replace(timeOfDay, "").trim()
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(bare)
  if (yearFirst) return { year: yearFirst[1] ?? "", month: Number(yearFirst[3]), day: Number(yearFirst[4]) }

  const found = /^(\d{1,2})(?:([-/])|(\.) ?)(\d{1,2})(?:\2|\3 ?)(\d{4}|\d{2})$/.exec(bare)
  if (!found) return null
  const first = Number(found[1])
  const second = Number(found[4])
  const year = found[5] ?? ""
  return order === "mdy" ? { year, month: first, day: second } : { year, month: second, day: first }
}

const months = new Map(
  [
    "jan january januar janner janvier janv enero ene",
    "feb february februar feber fevrier fevr febrero",
    "mar march marz maerz mrz mars marzo",
    "apr april avril avr abril abr",
    "may mai mayo",
    "jun june juni juin junio",
    "jul july juli juillet juil julio",
    "aug august aout agosto ago",
    "sep sept september septembre septiembre",
    "oct october oktober okt octobre octubre",
    "nov november novembre noviembre",
    "dec december dezember dez decembre diciembre dic",
  ].flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
)

/** "12 March 2013", "March 12, 2013", "12. März 2013", "12 de marzo de 2013". */
function namedParts(text: string): Parts | null {
  const words = fold(text)
    .replace(/\b(\d{1,2})(?:st|nd|rd|th|er)\b/g, "$1")
    .split(" ")
    .filter((word) => word !== "de" && word !== "of" && word !== "del")
  if (words.length !== 3) return null
  const month = months.get(words[0] ?? "") ?? months.get(words[1] ?? "")
  const day = words.slice(0, 2).find((word) => /^\d{1,2}$/.test(word))
  const year = words[2] ?? ""
  return month && day && /^\d{4}$/.test(year) ? { year, month, day: Number(day) } : null
}

function toDate(parts: Parts, year: string): string {
  return `${year}-${String(parts.month).padStart(2, "0")}-${String(parts.day).padStart(2, "0")}`
}

function refusal(message: string): { ok: false; message: string } {
  return { ok: false, message }
}
