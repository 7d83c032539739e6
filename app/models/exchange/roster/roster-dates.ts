// Dates in a roster. 04/05/2012 is two different days, and only the whole column can tell which one is meant.

import { ageOn, isDate } from "~/utils/dates"
import { atOnce, type Turns } from "~/utils/in-turns"
import { fold } from "~/utils/names"
import { shorten } from "./roster-text"
import { type Cell, told } from "./roster-values"

/** Which of day, month and year comes first. */
export type DateOrder = "mdy" | "dmy" | "ymd"

/** By the sign between day, month and year: each notation is read by its own evidence. */
export type DateOrders = Readonly<Record<Sign, DateOrder>>
type Sign = "/" | "-" | "."
const signs = ["/", "-", "."] as const

type Votes = Record<Sign, { mdy: number; dmy: number; open: number }>
type Look = { isEmpty: boolean; years: number; votes: Votes }
type Order = { order: DateOrder; sure: boolean }

type Parts = { year: string; month: number; day: number; sign?: Sign }

/**
 * The order in which a column writes its dates, from every value that can be a real day in one order only.
 * Mixed columns follow the majority. Dots, as in 4.5.2012, mean day first. "ambiguous" if nothing tells.
 */
export const detectDateOrder = (values: readonly string[]): DateOrder | "ambiguous" =>
  overall(atOnce(lookAt(values)))

function* lookAt(values: readonly string[]): Turns<Look> {
  const none = () => ({ mdy: 0, dmy: 0, open: 0 })
  const look: Look = { isEmpty: true, years: 0, votes: { "/": none(), "-": none(), ".": none() } }
  for (const value of values) {
    yield
    const text = value.trim()
    if (text === "") continue
    look.isEmpty = false
    if (/^\d{4}\D/.test(text)) {
      look.years++
      continue
    }
    const sign = numericParts(text, "mdy")?.sign
    if (!sign) continue
    const monthFirst = isRealDay(text, "mdy")
    const dayFirst = isRealDay(text, "dmy")
    if (monthFirst && !dayFirst) look.votes[sign].mdy++
    if (dayFirst && !monthFirst) look.votes[sign].dmy++
    if (monthFirst && dayFirst) look.votes[sign].open++
  }
  return look
}

function overall({ votes, years }: Look): DateOrder | "ambiguous" {
  const of = (order: "mdy" | "dmy") => signs.reduce((sum, sign) => sum + votes[sign][order], 0)
  const [mdy, dmy] = [of("mdy"), of("dmy") + (of("mdy") === 0 ? votes["."].open : 0)]
  if (mdy > dmy) return "mdy"
  if (dmy > mdy) return "dmy"
  return years > 0 && mdy === 0 ? "ymd" : "ambiguous"
}

/** Whether a list's headings are in a language in which the day comes before the month. */
export const areDayFirst = (headers: readonly string[]): boolean =>
  headers.some((header) => dayFirstWords.test(fold(header)))

/** The order that a heading shows: "DOB (dd/mm/yyyy)". */
export const orderInHeadings = (headers: readonly string[]): DateOrder | undefined =>
  headers.some((header) => /\b(?:(?:dd|tt|jj)[-/. ]?mm|[dtj][-/.]m)\b/i.test(header))
    ? "dmy"
    : headers.some((header) => /\b(?:mm[-/. ]?dd|m[-/.]d)\b/i.test(header))
      ? "mdy"
      : undefined

const dayFirstWords =
  /\b(?:prenom|nom|ne le|ne e le|date de naissance|naissance|eleve|nombre|apellidos?|alumn[oa]s?|fecha|f nac|nacimiento|cognome|nome|nascita|data di nascita|data de nascimento|nascimento|aluno|vorname|nachname|geburtsdatum|geb|schuler|voornaam|achternaam|geboortedatum|leerling|fodselsdato|fodt|fornavn|etternavn|fornamn|efternavn|syntymaaika|etunimi|imie|nazwisko|data urodzenia|prenume|data nasterii|ngay sinh|ho va ten|ho ten|jmeno|prijmeni|datum narozeni|alliev[oa]|nat[oa] il|geburtstag|schulerin|elev|oppilas|uczen|dziecko|zak|ucenik|tanulo|ogrenci|veli|forename|post ?code)\b|[\p{Script=Greek}\p{Script=Cyrillic}]/u

/** What one notation of a column says of itself. Dots are day first unless they show another order. */
function tellsOf({ votes }: Look, sign: Sign): "mdy" | "dmy" | null {
  const { mdy, dmy, open } = votes[sign]
  if (mdy !== dmy) return mdy > dmy ? "mdy" : "dmy"
  return sign === "." && open + mdy > 0 ? "dmy" : null
}

type Decided = Order & {
  orders: DateOrders
  /** How dates with a sign are read that can be read two ways, in the order of the signs. */
  open: { sign: Sign; order: DateOrder; why: "chosen" | "shown" | "usual" | "dots" }[]
}

/**
 * How the two date columns of a file are read: as the person chose, or each notation of a column as it shows itself, or as
 * the other column shows it, or as the school writes dates; one that puts the year first says nothing of day and month,
 * which are read with the month first. `sure` is false when nothing in the column confirms it.
 */
export function* decideDateOrders(
  { dateOrder: chosen, schoolOrder }: { dateOrder: DateOrder | "detect"; schoolOrder?: DateOrder },
  columns: { birthDate: readonly string[]; startDate: readonly string[] },
): Turns<Record<"birthDate" | "startDate", Decided>> {
  const usual = schoolOrder === "dmy" ? "dmy" : "mdy"
  const decide = (own: Look, other: Look): Decided => {
    const of = (sign: Sign): Decided["open"][number] => {
      if (chosen !== "detect") return { sign, order: chosen, why: "chosen" }
      const shown = tellsOf(own, sign) ?? tellsOf(other, sign)
      if (sign === "." && !shown) return { sign, order: "dmy", why: "dots" }
      const { mdy, dmy } = own.votes[sign]
      return shown
        ? { sign, order: shown, why: mdy + dmy === 0 && sign === "." ? "dots" : "shown" }
        : { sign, order: usual, why: "usual" }
    }
    const orders = { "/": of("/").order, "-": of("-").order, ".": of(".").order }
    const open = signs.filter((sign) => own.votes[sign].open > 0).map(of)
    if (chosen !== "detect") return { order: chosen, sure: true, orders, open }
    const order = overall(own)
    if (order !== "ambiguous") {
      const isOpen = open.some(({ why }) => why === "usual")
      const { mdy, dmy, open: either } = own.votes["/"]
      const isMixed = order === "ymd" && mdy + dmy + either > 0
      return { order: isMixed ? orders["/"] : order, sure: !isOpen, orders, open }
    }
    const told = overall(other)
    const tells = told === "mdy" || told === "dmy"
    return { order: tells ? told : usual, sure: own.isEmpty || tells, orders, open }
  }
  const birthDate = yield* lookAt(columns.birthDate)
  const startDate = yield* lookAt(columns.startDate)
  return { birthDate: decide(birthDate, startDate), startDate: decide(startDate, birthDate) }
}

function isRealDay(text: string, order: DateOrder): boolean {
  const parts = numericParts(text, order)
  return parts !== null && isDate(toDate(parts, parts.year.length === 2 ? `20${parts.year}` : parts.year))
}

/** An age that two digits of a year alone don't say. */
const oldest = 90

/** What a cell of dates holds when it holds none: zeros, or the day of a birthday without its year. */
export function isNoDate(text: string): "empty" | "no-year" | null {
  const bare = text.trim()
  if (/^0{1,4}([-/.])0{1,2}\1(?:0{1,2}|0{4})$/.test(bare)) return "empty"
  if (/^0{1,2}([-/.])0?1\1(?:19)?00$|^0?1([-/.])0{1,2}\2(?:19)?00$|^1900-01-00$/.test(bare)) return "empty"
  if (/^--?\d{1,2}-?\d{1,2}$/.test(bare) || /^1604-\d{2}-\d{2}$/.test(bare)) return "no-year"
  const [day = 0, month = 0] = (/^(\d{1,2})[-/.]\s?(\d{1,2})\.?$/.exec(bare) ?? []).slice(1).map(Number)
  if (Math.min(day, month) >= 1 && Math.min(day, month) <= 12 && Math.max(day, month) <= 31) return "no-year"
  const words = wordsOf(bare.replace(/^\p{L}{2,10}[.,]\s*(?=\p{L}+\.? \d|\d)/u, ""))
  const isDay = (word = "") => /^\d{1,2}$/.test(word) && Number(word) >= 1 && Number(word) <= 31
  const [one = "", other = ""] = words
  if (
    words.length === 2 &&
    ((monthOf(one) && isDay(other) && !/[-’']/.test(bare)) || (isDay(one) && monthOf(other)))
  )
    return "no-year"
  return null
}

/** A two-digit year that would make a person older than people are, and the day it would be; null where none does. */
export function agedDate(
  text: string,
  order: DateOrder | DateOrders,
  today: string,
): { date: string; age: number } | null {
  const parts = numericParts(text.trim(), order) ?? namedParts(text)
  if (parts?.year.length !== 2) return null
  const read = readDate(text, order, centuryBefore(today))
  const age = read.ok ? ageOn(read.value, today) : 0
  return read.ok && age > oldest ? { date: read.value, age } : null
}

const centuryBefore = (today: string) => (year: string) => {
  const thisCentury = `${today.slice(0, 2)}${year}`
  return thisCentury <= today.slice(0, 4) ? thisCentury : `${Number(today.slice(0, 2)) - 1}${year}`
}

/**
 * A birth date, as "YYYY-MM-DD". Refuses days that do not exist, days to come, and ages over 110.
 * Of two-digit years the latest that is not to come is meant.
 */
export function parseBirthDate(text: string, order: DateOrder | DateOrders, today: string): Cell<string> {
  const read = readDate(withoutAge(text), order, centuryBefore(today))
  if (!read.ok) return read
  if (read.value > today) return refusal(`${shorten(text)} is in the future. Enter a birth date in the past.`)
  const age = ageOn(read.value, today)
  if (age > 110)
    return refusal(`Born on ${shorten(text)}, the student would be ${age} years old. Check the year.`)
  return read
}

/** A place of birth: as a day with its month's name has no comma behind that, one with a comma is no month. */
export const placeBeside =
  /^\p{L}[\p{L} .'’()-]{1,40},\s*(?:il |le |am |el |dnia )?(\d{1,2}[./-]\d{1,2}[./-]\d{2,4})$|^(\d{1,2}[./-]\d{1,2}[./-]\d{2,4})(?:,\s*|\s+(?:a |à |in |en |w )?)\p{L}[\p{L} .'’()-]{1,40}$/iu

/** "5/6/2013 (13)" has the age behind it, and "Bari, 5/6/2013" the place in front. */
export const withoutAge = (text: string): string =>
  text.length > 60
    ? text
    : text
        .replace(placeBeside, "$1$2")
        .replace(/\s*[([](?:aged?\s*)?\d{1,2}(?:\s*\p{L}{1,6}\.?)?[)\]]\s*$/iu, "")

/** The day lessons start or end, as "YYYY-MM-DD". Refuses days that do not exist, and years before 1950 or after 2100. */
export function parseStartDate(
  text: string,
  order: DateOrder | DateOrders,
  ofMonth?: "first" | "last",
): Cell<string> {
  const month = ofMonth ? monthIn(text) : null
  if (month && ofMonth) {
    const { year } = month
    const day = ofMonth === "first" ? 1 : new Date(Date.UTC(Number(year), month.month, 0)).getUTCDate()
    const cell = parseStartDate(toDate({ ...month, day }, year), order)
    return cell.ok ? { ...cell, ...told.dayOfMonth(shorten(text), ofMonth) } : cell
  }
  const read = readDate(text, order, (year) => `20${year}`)
  if (!read.ok) return read
  const inReach = read.value >= "1950-01-01" && read.value <= "2100-12-31"
  return inReach ? read : refusal(`${shorten(text)} is too far away for a start date.`)
}

/** A month without its day: "Sep 2024", "09/2023", "2023-09". */
export function monthIn(text: string): { year: string; month: number } | null {
  const [, first = "", last = ""] = /^\s*(\d{1,2}|\d{4})\s?[-/.]\s?(\d{1,2}|\d{4})\s*$/.exec(text) ?? []
  const words = text.length > 30 ? [] : wordsOf(text)
  const [month, year] = first.length === 4 ? [last, first] : first ? [first, last] : words
  const number = first ? Number(month) : words.length === 2 ? monthOf(month ?? "") : 0
  return number && number <= 12 && /^(?:19|20)\d{2}$/.test(year ?? "")
    ? { year: year ?? "", month: number }
    : null
}

function readDate(
  text: string,
  order: DateOrder | DateOrders,
  century: (twoDigits: string) => string,
): Cell<string> {
  const parts = numericParts(text.trim(), order) ?? namedParts(text) ?? serialParts(text.trim())
  const usual = typeof order === "string" ? order : order["/"]
  if (!parts) return refusal(`“${shorten(text)}” isn’t a date. Write it like ${example(usual)}.`)
  const date = toDate(parts, parts.year.length === 2 ? century(parts.year) : parts.year)
  if (isDate(date)) return { ok: true, value: date }

  const read = orderOf(order, parts.sign ?? "/")
  const swapped = isRealDay(text.trim(), read === "dmy" ? "mdy" : "dmy")
  return refusal(
    swapped
      ? `${shorten(text)} isn’t a date when ${orderText(read)}, as in the rest of the column.`
      : `${shorten(text)} isn’t a date on the calendar.`,
  )
}

const orderOf = (order: DateOrder | DateOrders, sign: Sign): DateOrder =>
  typeof order === "string" ? order : order[sign]

/** "day first" and the like, for menus and sentences. */
export function orderText(order: DateOrder): string {
  return { mdy: "the month comes first", dmy: "the day comes first", ymd: "the year comes first" }[order]
}

function example(order: DateOrder): string {
  return { mdy: "04/12/2013", dmy: "12.04.2013", ymd: "2013-04-12" }[order]
}

const timeOfDay =
  /,?[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[ap]\.?m\.?)?(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$/i

/** The years before the first of each era of Japan's. */
const eras: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 }
const romanMonths = "i ii iii iv v vi vii viii ix x xi xii".split(" ")

function numericParts(text: string, order: DateOrder | DateOrders): Parts | null {
  const bare = withoutWeekday(text.replace(timeOfDay, "").trim())
    .replace(/(?<=\d[-/.])['’](?=\d{2}$)/, "")
    .replace(/^(令和|平成|昭和)\s?(\d{1,2}|元)(?=年)/u, (_, era: string, year: string) =>
      String((eras[era] ?? 0) + (year === "元" ? 1 : Number(year))),
    )
    .replace(/^(\d{4})\s?[年년.]\s?(\d{1,2})\s?[月월.]\s?(\d{1,2})\s?[日일.]?$/u, "$1-$2-$3")
    .replace(/^(\d{1,2})[. ]\s?([ivx]{1,4})[. ]\s?(\d{4})(?: ?r\.?)?$/i, (all, day, month: string, year) => {
      const number = romanMonths.indexOf(month.toLowerCase()) + 1
      return number > 0 ? `${year}-${number}-${day}` : all
    })
  const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(bare)
  if (compact) return { year: compact[1] ?? "", month: Number(compact[2]), day: Number(compact[3]) }
  const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(bare)
  if (yearFirst) return { year: yearFirst[1] ?? "", month: Number(yearFirst[3]), day: Number(yearFirst[4]) }

  const found = /^(\d{1,2})(?:([-/])|(\.) ?)(\d{1,2})(?:\2|\3 ?)(\d{4}|\d{2})$/.exec(bare)
  if (!found) return null
  const first = Number(found[1])
  const second = Number(found[4])
  const year = found[5] ?? ""
  const sign = (found[2] ?? found[3] ?? "/") as Sign
  return orderOf(order, sign) === "mdy"
    ? { year, month: first, day: second, sign }
    : { year, month: second, day: first, sign }
}

/** The number by which a spreadsheet counts days, as it comes where a cell lost its format. */
function serialParts(text: string): Parts | null {
  if (!/^[1-6]\d{4}(?:[.,]0+)?$/.test(text)) return null
  const date = new Date(Date.UTC(1899, 11, 30) + Math.floor(Number(text.replace(",", "."))) * 86_400_000)
  return { year: String(date.getUTCFullYear()), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

const weekdayNames =
  /^(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mie|jue|vie|sab|dom|mån|man|tir|tis|ons|tor|lør|lör|søn|sön)\p{L}*\.?,?\s+(?=\p{L}*\.?,?\s*\d)/iu

/** "Tue 6 May 2014" without the weekday; "Mar 6, 2014" keeps its month. */
function withoutWeekday(text: string): string {
  const rest = text.replace(weekdayNames, "")
  return /^\d{1,2}(?:st|nd|rd|th|er)?\.?,?\s+\d{2,4}$/.test(rest) ? text : rest
}

const usualMonths = new Map(
  [
    "jan january januar janner janvier janv enero ene januari gennaio gen",
    "feb february februar feber fevrier fevr febrero februari febbraio",
    "mar march marz maerz mrz mars marzo marts maart",
    "apr april avril avr abril abr aprile",
    "may mai mayo maj mei maggio mag",
    "jun june juni juin junio giugno giu",
    "jul july juli juillet juil julio luglio lug",
    "aug august aout agosto ago augusti augustus",
    "sep sept september septembre septiembre settembre set",
    "oct october oktober okt octobre octubre ottobre ott",
    "nov november novembre noviembre",
    "dec december dezember dez decembre diciembre dic desember des dicembre",
  ].flatMap((names, index) => names.split(" ").map((name) => [name, index + 1] as const)),
)

const languages =
  "bg ca cs da de el en es et eu fi fr gl he hr hu is it lt lv mk nb nl pl pt ro ru sk sl sr sv tr uk".split(
    " ",
  )

/** Months as further languages write them, alone and in a date; a name that is one in Polish and another in Croatian is none. */
function furtherMonths(): Map<string, number> {
  if (readMonths) return readMonths
  const found = new Map<string, number>()
  for (const language of languages)
    for (const parts of [{ month: "long" }, { month: "long", day: "numeric" }, { month: "short" }] as const) {
      const format = new Intl.DateTimeFormat(language, { ...parts, timeZone: "UTC" })
      for (let month = 1; month <= 12; month++) {
        const written = format.formatToParts(Date.UTC(2025, month - 1, 15))
        const name = fold(written.find(({ type }) => type === "month")?.value ?? "")
        if (/^\p{L}{3,}$/u.test(name)) found.set(name, (found.get(name) ?? month) === month ? month : 0)
      }
    }
  readMonths = found
  return found
}
let readMonths: Map<string, number> | undefined

/** The month that a word names, 1 to 12; undefined for another word. */
const monthOf = (word: string): number | undefined =>
  usualMonths.get(word) ?? (/^\p{L}{3,}$/u.test(word) ? furtherMonths().get(word) || undefined : undefined)

/** "Oct", "Sept. 2026" */
export function isMonthHeading(header: string): boolean {
  const [word = "", year = "", ...more] = fold(header).split(" ")
  return monthOf(word) !== undefined && /^(?:\d\d|20\d\d|)$/.test(year) && more.length === 0
}

const wordsOf = (text: string): string[] =>
  fold(text)
    .replace(/\b(\d{1,2})(?:st|nd|rd|th|er)\b/g, "$1")
    .split(" ")
    .filter((word) => word !== "" && word !== "de" && word !== "of" && word !== "del" && word !== "the")

/** "12 March 2013", "March 12, 2013", "12. März 2013", "12 de marzo de 2013", "6-May-14", "Tue 6 May 2014". */
function namedParts(text: string): Parts | null {
  if (text.length > 60) return null
  const words = wordsOf(withoutWeekday(text.replace(timeOfDay, "").trim()))
  if (words.length !== 3) return null
  const [one = "", two = "", three = ""] = words
  if (/^\d{4}$/.test(one) && monthOf(two) && /^\d{1,2}$/.test(three))
    return { year: one, month: monthOf(two) ?? 0, day: Number(three) }
  const month = monthOf(one) ?? monthOf(two)
  const day = [one, two].find((word) => /^\d{1,2}$/.test(word))
  return month && day && /^(?:\d{4}|\d{2})$/.test(three) ? { year: three, month, day: Number(day) } : null
}

function toDate(parts: Parts, year: string): string {
  return `${year}-${String(parts.month).padStart(2, "0")}-${String(parts.day).padStart(2, "0")}`
}

function refusal(message: string): { ok: false; message: string } {
  return { ok: false, message }
}
