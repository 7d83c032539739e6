// Whether the cells of a column are what its heading promises. A guess that hardly one cell fits is given up, and a column
// without a field that is full of addresses, numbers, dates or amounts is named, so that nothing of worth ends in the notes.
import { fold } from "~/utils/names"
import { digitsOf } from "~/utils/phone-number"
import { namedContacts } from "./roster-adults"
import { holdsAmounts, isWrittenAmount, timedPrice } from "./roster-amounts"
import { isNoDate, monthIn, parseStartDate, withoutAge } from "./roster-dates"
import type { ColumnMapping, FieldKey } from "./roster-field-names"
import { saysInstrument, timedLesson } from "./roster-lesson-name"
import { eatenBy, isBlankWord, isNameParticle, isSuffix, shorten, withoutFormulaMark } from "./roster-text"
import { parseLessonTime, parseMinutes, parseTime, parseWeekday, withoutRhythm } from "./roster-times"
import {
  isStatusCode,
  isStudentRole,
  parseBalance,
  parseBilling,
  parseClassKind,
  parsePrice,
  parseStatus,
  saysNoCondition,
} from "./roster-values"

const sampled = 300
/** Fewer of a column's cells are taken for chance. */
const least = 0.1

/** The cells of a column with something in them: of a long list, some from all over it. */
export function cellsIn(rows: readonly (readonly string[])[], column: number, header = ""): string[] {
  const heading = fold(header)
  const step = Math.max(1, Math.floor(rows.length / (sampled * 4)))
  const cells: string[] = []
  for (let at = 0; at < rows.length && cells.length < sampled; at += step) {
    const cell = withoutFormulaMark(rows[at]?.[column] ?? "").trim()
    if (cell && !isBlankWord(cell) && isNoDate(cell) !== "empty" && !eatenBy(cell) && fold(cell) !== heading)
      cells.push(cell)
  }
  return cells
}

/** "NO" is also Norway, and Novara in Italy. */
const yesOrNo = /^(?:yes|no|[yn])$/i
const hasDigit = (text: string) => /\d/.test(text)
const hasLetter = (text: string) => /\p{L}/u.test(text)
const isShort = (text: string) => text.length <= 80

/** "6 May 1988", "6-May-88", of any century. */
const isNamedDate = (text: string): boolean =>
  parseStartDate(text.replace(/\b1[89](?=\d{2}\b)/, "20"), "mdy").ok

/** Whether a text could be a date, also one that isn't on the calendar or has no year. */
export const resemblesDate = (text: string): boolean =>
  text.length < 40 &&
  (/^\d{1,4}\s?[-/.]\s?\d{1,2}\s?[-/.]\s?['’]?\d{1,4}\.?(?:[T ].*)?$/.test(text) ||
    isNoDate(text) !== null ||
    (hasDigit(text) && hasLetter(text) && isNamedDate(text)))

/** Whether a text could be a phone number. */
export const resemblesPhone = (text: string): boolean =>
  /^[+(]?\d[\d\s()+./\-\u2010-\u2013]*(?:(?:ext|x|#).*|\(?\p{L}+\)?)?$/iu.test(text) &&
  digitsOf(text).length >= 7 &&
  digitsOf(text).length <= 15 &&
  !resemblesDate(text)

const resemblesEmail = (text: string): boolean => /\S@\S/.test(text)

/** How many there are is no name of anyone. */
export const isCount = (text: string): boolean => /^\d[\d\s.,]*$/.test(text)

const isMonthly = /month|monat|mois|mes|mens/

/** Whether a cell could be meant for a field: a slip in it is no reason to doubt its column. */
export function fits(field: FieldKey, text: string): boolean {
  if (/^guardian\d(?:Phone|Email)$/.test(field) && namedContacts(text).length > 0) return true
  if (/Email$/.test(field)) return text.includes("@")
  if (/Phone$/.test(field)) return digitsOf(text).length >= 5 && !text.includes("@")
  if (/Relation$/.test(field)) return isShort(text) && hasLetter(text) && !text.includes("@")
  if (/^guardian/.test(field))
    return hasLetter(text) && (!text.includes("@") || namedContacts(text).length > 0)
  switch (field) {
    case "birthDate":
    case "startDate":
    case "endDate":
      return resemblesDate(withoutAge(text)) || monthIn(text) !== null || /^\d{5}$|^\d{8}$/.test(text)
    case "status":
      return parseStatus(text).ok || isStatusCode(text)
    case "classKind":
      return parseClassKind(withoutRhythm(text)).ok
    case "weekday":
      return (
        parseWeekday(text).ok ||
        /^(?:[mtwrfslxjvd]|po|[uú]t|[sš]t|[cč]t|p[aá]|pi|ne|ke|pe|ti|on|to|la|l[oø])$/i.test(text) ||
        parseLessonTime(text).ok ||
        text.split(/[\s,/&+]+/).some((word) => parseWeekday(word).ok)
      )
    case "time":
    case "endTime":
      if (parseTime(text).ok || timedLesson(text)) return true
      return (
        hasDigit(text) &&
        !/^\d{5}$/.test(text) &&
        !resemblesEmail(text) &&
        !resemblesDate(text) &&
        monthIn(text) === null &&
        !saysInstrument(text)
      )
    case "minutes":
      return parseMinutes(text).ok || (hasDigit(text) && !text.includes("@") && !resemblesDate(text))
    case "price":
      if (parsePrice(text).ok || timedPrice(text)) return true
      // "E45" is a tariff's name.
      if (/^\p{L}\d{1,3}$/u.test(text)) return false
      return !/\d\s*min/i.test(text) && hasDigit(text) && !text.includes("@") && !resemblesDate(text)
    case "openingBalance":
      return parseBalance(text).ok
    case "billing":
      return parseBilling(text).ok || isMonthly.test(fold(text))
    case "postcode":
      return hasDigit(text) && text.length <= 12
    case "city":
    case "region":
    case "country":
      return (
        !(field === "city" ? yesOrNo : /^y(?:es)?$/i).test(text) &&
        isShort(text) &&
        hasLetter(text) &&
        !text.includes("@") &&
        !isWrittenAmount(text)
      )
    case "address":
      return hasLetter(text) && !resemblesEmail(text)
    case "address2":
      return !isWrittenAmount(text)
    case "nameAddition":
      return isSuffix(text) || isNameParticle(text)
    case "firstName":
    case "lastName":
    case "fullName":
      return (
        !isCount(text) &&
        !/^(?:true|false|yes|no|[yn])$/i.test(text) &&
        (!resemblesEmail(text) || !isShort(text))
      )
    case "instrument":
    case "level":
    case "teacher":
    case "household":
      return !resemblesEmail(text) && !resemblesDate(text) && !resemblesPhone(text)
    default:
      return true
  }
}

const ofAppointment =
  /^(?:approved|accepted|completed|attended|no.?show|show(?:ed)?|scheduled|checked.?in|rescheduled|booked|late cancel\w*)$/i

const ofInvoice =
  /^(?:(?:partially |partly |not )?paid|unpaid|sent|draft|void(?:ed)?|refunded|(?:teilweise )?bezahlt|unbezahlt|storniert|(?:im)?pay[ée]e?|(?:im)?pagad[oa]|pagat[oa]|betaald|betald|betalt|zapłacono)$/i

/** Whether at least some of a column's cells fit a field; an empty column fits any. */
export function fitsColumn(field: FieldKey, cells: readonly string[]): boolean {
  if (cells.length === 0) return true
  // A lesson's name with its length is no time, though a total below it could be.
  const named = field === "time" ? cells.filter((cell) => saysInstrument(cell) && !timedLesson(cell)) : []
  if (named.length * 2 > cells.length) return false
  // The minutes of a piece of music are no lesson's.
  if (field === "minutes" && cells.every((cell) => isCount(cell) && !parseMinutes(cell).ok)) return false
  // "Student" in one row and "Parent" in another is who a row is of, and no one's relation.
  if (/Relation$/.test(field) && cells.some(isStudentRole)) return false
  // What became of appointments and invoices is no status of a student.
  if (field === "status" && cells.filter((cell) => ofAppointment.test(cell)).length * 2 >= cells.length)
    return false
  if (field === "status" && cells.some((cell) => ofInvoice.test(cell)))
    return cells.filter((cell) => !ofInvoice.test(cell) && fits(field, cell)).length * 2 > cells.length
  if ((field === "region" || field === "country") && cells.every((cell) => yesOrNo.test(cell)))
    return cells.every((cell) => !/^y/i.test(cell))
  // "Allergies (Y/N)" says no allergy.
  if (field === "medicalNotes" && cells.some((cell) => /^(?:y|yes|ja|oui|s[ií]|true|x)$/i.test(cell)))
    return !cells.every((cell) => cell.length < 6 && (parseStatus(cell).ok || saysNoCondition(cell)))
  return cells.filter((cell) => fits(field, cell)).length >= Math.max(cells.length * least, 0.5)
}

export type Looks = "email" | "phone" | "date" | "money" | "name" | "address"

/** What a column looks like whatever its heading says; null when it is text. */
export function looksOf(cells: readonly string[]): Looks | null {
  const share = (test: (cell: string) => boolean) =>
    cells.filter(test).length >= Math.max(cells.length * 0.5, 0.5)
  if (cells.length === 0) return null
  if (share(resemblesEmail)) return "email"
  if (share(isWrittenAmount)) return "money"
  if (share((cell) => resemblesDate(cell) || monthIn(cell) !== null)) return "date"
  return share(resemblesPhone) ? "phone" : null
}

// Columns that no field takes though their cells are worth one: an email in the notes reaches no one.

export type UnusedColumn = {
  column: number
  header: string
  looks: Looks
  samples: string[]
  /** The fields it could fill that no column fills yet, and then those that another column would leave. */
  uses: FieldKey[]
}

/** Headings that promise a person's name, and not how they are called otherwise or whose else it is. */
const ofPeople =
  /^(?!.*\b(?:middle|nick|preferred|goes by|call|display|user|login|file|book|piece|title|instrument|pet|band|ensemble|ad|campaign|form|event|location|room|studio|school|class|course|group|doctor|category|product|plan|package|street|city|company|brand|referr?\p{L}*)\b)(?:.* )?(?:names?|nom|nombre|nome|naam|navn|namn|nazwisko|guardians?|parents?|mother|father|eltern|contact|accounts?|clients?|customers?|payers?)(?: \d)?$/u

const usesOf: Record<Looks, readonly FieldKey[]> = {
  name: ["guardian1Name", "guardian2Name", "fullName", "emergencyContact", "teacher"],
  email: ["guardian1Email", "guardian2Email", "studentEmail", "guardian3Email", "guardian4Email"],
  phone: ["guardian1Phone", "guardian2Phone", "studentPhone", "guardian3Phone", "guardian4Phone"],
  date: ["birthDate", "startDate", "endDate"],
  money: ["price", "openingBalance"],
  address: ["address"],
}

const isBalance = /\b(?:balance|due|owed|owes|owing|outstanding|saldo|solde|offen)\b/

/** Each of them with what it could be used as. */
export function findUnused(
  headers: readonly string[],
  cells: readonly (readonly string[])[],
  mapping: ColumnMapping,
  isOfAddress: (header: string) => boolean,
): UnusedColumn[] {
  const taken = new Set<string>(Object.values(mapping))
  return headers.flatMap((header, column) => {
    const use = mapping[column] ?? "ignore"
    if (use !== "copyToNotes" && use !== "ignore") return []
    const found = cellsIn(cells, column, header)
    const isMoney = use === "ignore" && holdsAmounts(headers, cells, column)
    const areNames =
      ofPeople.test(fold(header.slice(0, 200).replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\d)(?=\p{L})/gu, " "))) &&
      found.length > 0 &&
      found.every((cell) => /\p{L}{2}/u.test(cell) && !hasDigit(cell))
    const isHome = found.some((cell) => /\p{L}{2}/u.test(cell)) && isOfAddress(header)
    const looks = isMoney ? "money" : isHome ? "address" : (looksOf(found) ?? (areNames ? "name" : null))
    if (!looks || (use === "ignore" && !isMoney)) return []
    const fields = isBalance.test(fold(header)) ? [...usesOf[looks]].reverse() : usesOf[looks]
    const free = fields.filter((field) => !taken.has(field))
    const samples = [...new Set(found.map((cell) => shorten(cell, 40)))].slice(0, 3)
    const uses = [...free, ...fields.filter((field) => taken.has(field))]
    return [{ column, header: shorten(header, 80) || `Column ${column + 1}`, looks, samples, uses }]
  })
}
