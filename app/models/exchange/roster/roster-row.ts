// One row of a roster read through the mapping: what it says about one student, everything that cannot be
// believed, and everything that has no field and so goes into the student's notes.
import { countryCode } from "~/utils/country-names"
import { type CsvRow, cellCountProblem } from "~/utils/csv"
import { ageOn } from "~/utils/dates"
import { fold } from "~/utils/names"
import { digitsOf } from "~/utils/phone-number"
import { keptAddress } from "~/utils/postal-address"
import { fewestDigits, isOrganization, namedIn } from "./roster-adults"
import { byMonth, isAmount, isMonthlyHeading, saysAmount, timedPrice } from "./roster-amounts"
import { isCount, resemblesPhone } from "./roster-column-checks"
import { agedDate, isNoDate, monthIn, parseBirthDate, parseStartDate, placeBeside } from "./roster-dates"
import { type FieldKey, guardianNumbers, isOwnUse, rosterFields } from "./roster-field-names"
import { childOf, isContactsHeading, isOfPayer, lessonOf, namesNoAdult } from "./roster-fields"
import { readGuardians, takeEmail, takePhone } from "./roster-guardians"
import { namesInstrument, readLessonName, timedLesson } from "./roster-lesson-name"
import { checkSchedule, readLessonTime } from "./roster-lesson-time"
import { answerTo, bornKey } from "./roster-questions"
import {
  copyToNotes,
  emptyValues,
  leaveOut,
  type RowFrame,
  type RowIssue,
  type RowReading,
  type RowValues,
  readOwn,
  type Take,
} from "./roster-reading"
import { statusOfTitle } from "./roster-sections"
import {
  byCapitals,
  cleanBlock,
  cleanLine,
  eatenBy,
  isBlankWord,
  isNameParticle,
  isSuffix,
  looksUnlikeName,
  nameKey,
  nameOfFamily,
  shorten,
  splitName,
  splitTurned,
  uncalculated,
  withoutFormulaMark,
  withoutPictures,
  withoutSuffix,
  withoutTitle,
  withTwoLastNames,
} from "./roster-text"
import { isOfRhythm, rhythmOnlyIn, withoutRhythm } from "./roster-times"
import {
  type Cell,
  minutesBesideKind,
  parseBalance,
  parseBilling,
  parseBlock,
  parseClassKind,
  parseLine,
  parsePrice,
  parseStatus,
  perTermPrice,
  type RosterBilling,
  saysNoCondition,
  splitMedical,
  told,
} from "./roster-values"

/** More characters than any row of a list has. */
export const longestRow = 50_000

const neededFields: ReadonlySet<FieldKey> = new Set(["firstName", "lastName", "fullName"])

/** Reads one row. Never throws and never drops a cell: what is refused is a problem, what has no field a note. */
export function readRow(row: CsvRow, frame: RowFrame): RowReading {
  const reading: RowReading = {
    rowNumber: row.rowNumber,
    values: emptyValues(),
    cells: {},
    notes: [],
    own: { student: {}, family: {}, guardian1: {}, guardian2: {}, teacher: {}, class: {} },
    problems: [],
    warnings: [],
  }
  const length = row.cells.reduce((sum, cell) => sum + cell.length, 0)
  if (length > longestRow) {
    const message = `This row has ${length.toLocaleString("en-US")} characters, which is too long. Shorten its longest cell.`
    reading.problems.push({ field: null, code: "cell", message, value: "" })
    return reading
  }
  const broken = cellCountProblem(frame.headers, row.cells)
  if (broken) {
    reading.problems.push({ field: null, code: "cell-count", message: broken, value: "" })
    return reading
  }
  readCells(row, frame, reading)
  splitContacts(reading)
  takeOwnContacts(reading)
  takeAdultAsStudent(reading, frame)

  const line = (most: number) => (text: string, label: string) => parseLine(text, label, most)
  const take = <Value>(
    field: FieldKey,
    parse: (text: string, label: string) => Cell<Value>,
  ): Value | null => {
    const text = reading.cells[field]?.text
    if (text === undefined) return null
    const cell = parse(text, rosterFields[field])
    if (!cell.ok) refuseCell(reading, frame, { field, code: "cell", message: cell.message, value: text })
    else if (cell.warning) {
      const { warning: message, group } = cell
      reading.warnings.push({ field, code: "unusual", message, group, value: text })
    }
    return cell.ok ? cell.value : null
  }
  reading.values = {
    code: take("studentCode", line(40)),
    ...readName(
      reading,
      frame,
      take("firstName", line(100)),
      [take("lastName", line(100)), take("secondLastName", line(100))].filter(Boolean).join(" ") || null,
      take("fullName", line(200)),
    ),
    birthDate: readBirthDate(reading, frame, take),
    status: take("status", (text) => parseStatus(text, frame.statusCodes)) ?? "active",
    instrument: take("instrument", (text, label) => line(60)(withoutPictures(withoutRhythm(text)), label)),
    level: take("level", line(60)),
    teacher: take("teacher", (text, label) => line(120)(withoutPictures(text), label)),
    kind: take("classKind", (text) => parseClassKind(withoutRhythm(text))) ?? "private",
    ...readLessonTime(reading, take, frame),
    priceMinor:
      monthlyPrice(reading, frame) || isPricePerTerm(reading)
        ? null
        : take("price", (text) => parsePrice(timedPrice(text)?.amount ?? text, frame.currency)),
    billing: readBilling(reading, take, frame),
    startDate: isUndated(reading, "startDate")
      ? null
      : take("startDate", (text) => parseStartDate(text, frame.startDateOrder, "first")),
    endDate: isUndated(reading, "endDate")
      ? null
      : take("endDate", (text) => parseStartDate(text, frame.startDateOrder, "last")),
    guardians: readGuardians(reading, take, frame),
    email: takeEmail(reading, take, "studentEmail"),
    phone: takePhone(reading, "studentPhone"),
    household: take("household", line(120)),
    householdCode: take("householdCode", line(60)),
    openingMinor: take("openingBalance", (text) => parseBalance(text, frame.currency)),
    address: readAddress(reading, take),
    medicalNotes: take("medicalNotes", (text, label) => parseBlock(text, label, 2000)),
    emergencyContact: readEmergencyContact(reading, take),
  }
  if (reading.warnings.some(({ field }) => field === "status")) copyToNotes(reading, "status")
  takeMonthly(reading, frame)
  takeStatusDate(reading, frame)
  takeEndDate(reading, frame)
  takeSelf(reading, frame)
  takeLessonName(reading)
  takeTimedPrice(reading)
  takeLastName(reading, frame)
  takeAddition(reading)
  readNotes(
    reading,
    take("notes", (text, label) => parseBlock(text, label, 5000)),
  )
  checkSchedule(reading, frame)
  return reading
}

/** How lessons are paid, where not every row says that its price is by the month. */
const readBilling = (reading: RowReading, take: Take, frame: RowFrame): RosterBilling => {
  const { price, billing } = reading.cells
  if (!price || !frame.isMonthly(billing?.text ?? ""))
    return (
      take("billing", (text) => parseBilling(perMonth(reading, text), frame.currency)) ?? {
        mode: "per_session",
      }
    )
  // A price of a lesson that is paid by the month.
  if (billing && !monthlyPrice(reading, frame)) copyToNotes(reading, "billing")
  return { mode: "per_session" }
}

/** An amount below "Monthly fee" is one by the month. */
const perMonth = ({ cells }: RowReading, text: string): string =>
  isMonthlyHeading(cells.billing?.header ?? "") ? byMonth(text) : text

/** "Leaving 12/31/2026", "gekündigt zum 31.12.26": who leaves on a day to come is here until then. */
function takeStatusDate(reading: RowReading, { today, startDateOrder }: RowFrame): void {
  const { values, cells } = reading
  const [day = ""] =
    /\d{4}-\d{2}-\d{2}|\d{1,2}[-/.] ?\d{1,2}[-/.] ?\d{2,4}/.exec(cells.status?.text ?? "") ?? []
  const read =
    day && values.status === "former" && !values.endDate ? parseStartDate(day, startDateOrder) : null
  if (!read?.ok) return
  values.endDate = read.value
  if (read.value < today) return
  values.status = "active"
  const { warning: message, group } = told.statusInPart(shorten(cells.status?.text ?? ""), told.activeUntil)
  reading.warnings = reading.warnings.filter(({ field }) => field !== "status")
  reading.warnings.push({ field: "status", code: "unusual", message, group, value: cells.status?.text ?? "" })
}

/** Who left by a date is a former student, unless a status says otherwise: then the date is kept in the notes. */
function takeEndDate(reading: RowReading, { today }: RowFrame): void {
  const { values, cells, warnings } = reading
  if (values.endDate === null || values.endDate >= today || values.status === "former") return
  const value = cells.endDate?.text ?? ""
  const warn = (message: string) =>
    warnings.push({
      field: "endDate",
      code: "unusual",
      message: message.replace("The student", fullName(values)),
      group: message,
      value,
    })
  if (cells.status) {
    values.endDate = null
    copyToNotes(reading, "endDate")
    warn(
      "The student has a status and a last day that don’t agree. The status counts, and the last day is kept in the notes.",
    )
    return
  }
  values.status = "former"
  warn("The student has left and is imported as a former student.")
}

/** A price by the month, as "$140/mo" is, where no other column says how lessons are paid. */
function monthlyPrice({ cells }: RowReading, { currency, isMonthly }: RowFrame): RosterBilling | null {
  const { header = "", text = "" } = cells.price ?? {}
  // "Monthly" alone says what the price beside it is, unless that says that it is a lesson's.
  const isOfLesson = /\b(?:lesson|class|session|hour|stunde|einheit|cours|clase|les|lezione)s?\b/i.test(
    header,
  )
  const isSaid = cells.billing !== undefined && isMonthly(cells.billing.text) && !isOfLesson
  const read =
    cells.price && (!cells.billing || isSaid)
      ? parseBilling(isMonthlyHeading(header) || isSaid ? byMonth(text) : text, currency)
      : null
  return read?.ok && read.value.mode === "monthly" ? read.value : null
}

/** A price for a term or a year isn't one of a lesson, and keeps no one out. */
function isPricePerTerm({ cells, warnings }: RowReading): boolean {
  const said = perTermPrice(cells.price?.text ?? "")
  if (said) warnings.push({ field: "price", code: "dropped", ...said, value: cells.price?.text ?? "" })
  return said !== null
}

/** What only a row of someone who is taught has. */
const ofLessons = ["instrument", "level", "teacher", "weekday", "time", "minutes"] as const

/**
 * A client without a dependent is the student, and so is whoever fills in a form and leaves "Student (if different)" empty. A client who
 * is called as a student of the file and has no lesson may be a parent.
 */
function takeAdultAsStudent({ cells, warnings }: RowReading, { headers, mapping, adults }: RowFrame): void {
  const name = cells.guardian1Name
  if (!name || cells.firstName || cells.lastName || cells.fullName) return
  const called = [name.text, cells.guardian1LastName?.text ?? ""].join(" ").trim()
  const emails = [cells.guardian1Email, cells.studentEmail].map((cell) => cell?.text.toLowerCase() ?? "")
  if ([nameKey(called), ...emails].some(adults.has)) return
  const asked = headers.find((_, at) => /^(?:first|full)Name$/.test(mapping[at] ?? "")) ?? ""
  const last = cells.guardian1LastName
  const isAsked = /\bif (?:different|other|not)\b/i.test(asked)
  const isRelated =
    adults.lastNames.has(fold(last?.text ?? splitName(called).lastName)) && !ofLessons.some((of) => cells[of])
  // A customer bought something, whatever it was and for whom.
  const isClient = isContactsHeading(name.header) && !/^customer\b/i.test(name.header)
  if (!isAsked && (isRelated || !isClient || isOrganization(called))) return
  const theirs = {
    [last ? "firstName" : "fullName"]: name,
    lastName: last,
    studentEmail: cells.studentEmail ?? cells.guardian1Email,
    studentPhone: cells.studentPhone ?? cells.guardian1Phone,
  }
  for (const [field, cell] of Object.entries(theirs)) if (cell) cells[field as FieldKey] = cell
  if (theirs.studentEmail === cells.guardian1Email) delete cells.guardian1Email
  if (theirs.studentPhone === cells.guardian1Phone) delete cells.guardian1Phone
  delete cells.guardian1Name
  delete cells.guardian1LastName
  const { message, group } = told.adultIsStudent(shorten(called))
  warnings.push({ field: "fullName", code: "unusual", message, group, value: name.text })
}

/** A client or payer who is called as the student and has no other contact is the student: an adult, who has no guardian. */
function takeSelf({ values, cells, notes }: RowReading, { today }: RowFrame): void {
  const own = fullName(values)
  const isAdult = values.birthDate !== null && ageOn(values.birthDate, today) >= 18
  const isSame = (one: string | null, other: string | null) => !one || !other || fold(one) === fold(other)
  const areNameless = values.guardians.every(({ name }) => !name)
  values.guardians = values.guardians.filter(({ name, of, relation, email, phone }) => {
    const header = cells[`guardian${of}Name`]?.header ?? ""
    const isOwn = isAdult || isOfPayer(header) || isContactsHeading(header) || /^famil/i.test(header)
    // A contact of no one, in a row of an adult without guardians, is the adult's own where the heading or the address says so.
    const contact = cells[`guardian${of}Phone`]?.header ?? cells[`guardian${of}Email`]?.header ?? ""
    const isSaid = (contact !== "" && namesNoAdult(contact)) || namedIn(email, [{ name: own }]) !== undefined
    const isNameless = !name && isAdult && areNameless && isSaid
    if (!own.includes(" ") || relation || !(isNameless || (name && isOwn && isSameName(name, own))))
      return true
    const isOther = !isSame(phone, values.phone)
    if (!isSame(email, values.email) || (isOther && !isNameless)) return true
    if (isOther) notes.push(`${contact}: ${phone}`)
    values.email ??= email
    values.phone ??= phone
    return false
  })
}

/** "$50 / 45 min" says the length of the lesson, too, where no other column does; it is no price of a lesson of another length. */
function takeTimedPrice(reading: RowReading): void {
  const { values, cells } = reading
  const timed = timedPrice(cells.price?.text ?? "")
  if (!timed || values.priceMinor === null) return
  values.minutes ??= timed.minutes
  if (values.minutes === timed.minutes) return
  values.priceMinor = null
  leaveOut(reading, "price", told.priceOfLength(shorten(cells.price?.text ?? ""), timed.minutes), false)
}

function takeMonthly(reading: RowReading, frame: RowFrame): void {
  reading.values.billing = monthlyPrice(reading, frame) ?? reading.values.billing
}

/** "Piano Private 30" under the heading of an instrument says more than that; where another column says otherwise, that one counts. */
function takeLessonName(reading: RowReading): void {
  const { values, cells } = reading
  const besideKind = minutesBesideKind(cells.classKind?.text ?? "")
  if (besideKind !== null && values.minutes !== null && besideKind !== values.minutes)
    copyToNotes(reading, "classKind")
  values.minutes ??= besideKind
  const timed = timedLesson(cells.time?.text ?? "")
  values.instrument ??= timed?.name || null
  values.teacher ??= timed?.teacher ?? null
  const named = readLessonName(values.instrument ?? "")
  if (!named) return
  values.instrument = named.instrument
  const differs =
    (named.weekday !== null && named.weekday !== values.weekday) ||
    (named.kind !== null && cells.classKind !== undefined && named.kind !== values.kind) ||
    (named.minutes !== null && values.minutes !== null && named.minutes !== values.minutes) ||
    (named.teacher !== null && values.teacher !== null && fold(named.teacher) !== fold(values.teacher))
  if (named.kind && !cells.classKind) values.kind = named.kind
  values.minutes ??= named.minutes
  values.teacher ??= named.teacher
  if (differs) copyToNotes(reading, "instrument")
}

/** A name in these letters is often written without a space between its parts. */
const isWholeAlone = (name: string): boolean =>
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}々ー]{2,8}$/u.test(name)

/** A child without a last name has that of the guardians beside them, where all have one and the same; the row says so. */
function takeLastName({ values, warnings }: RowReading, { hasTwoLastNames }: RowFrame): void {
  const { firstName, guardians, household } = values
  if (values.lastName || !firstName || looksUnlikeName(firstName) || isWholeAlone(firstName)) return
  const adults = guardians.flatMap(({ name }) => {
    const last = name && !isOrganization(name) ? withoutSuffix(splitName(name).lastName) : ""
    return last ? [last] : []
  })
  const ofHousehold = nameOfFamily(household ?? "")
  // In Spanish a family is called by both of a child's last names.
  const isBoth = hasTwoLastNames && /^\p{L}+ \p{L}+$/u.test(ofHousehold)
  const names = adults.length > 0 && !isBoth ? adults : ofHousehold ? [ofHousehold] : []
  const [first] = names
  const isOne = first !== undefined && first !== "" && names.every((name) => fold(name) === fold(first))
  if (isOne) values.lastName = first
  else if (guardians.length === 0 && !household) return
  const whose = adults.length === 0 || isBoth ? "family" : adults.length > 1 ? "guardians" : "guardian"
  const known = [...new Set(names.filter(Boolean))]
  const message = isOne
    ? `${firstName} has no last name and gets the ${whose}’s: ${fullName(values)}.`.replace(
        "guardians’s",
        "guardians’",
      )
    : known.length > 1
      ? `${firstName} has no last name, and the guardians have different ones: ${known.join(", ")}. Add it after the import.`
      : `${firstName} has no last name. Add it after the import.`
  const group = isOne
    ? "The student has no last name and gets the guardian’s."
    : "The student has no last name. Add it after the import."
  warnings.push({ field: "lastName", code: "unusual", message, group, value: firstName })
}

/** "Jr." in a column of its own ends the last name and "van der" begins it, unless it is there already. */
function takeAddition(reading: RowReading): void {
  const { values, cells } = reading
  const added = cells.nameAddition?.text
  if (!added) return
  const [last, part] = [` ${fold(values.lastName)} `, ` ${fold(added)} `]
  if (!values.lastName || !(isSuffix(added) || isNameParticle(added))) copyToNotes(reading, "nameAddition")
  else if (isSuffix(added) && !last.endsWith(part)) values.lastName += ` ${added}`
  else if (isNameParticle(added) && !last.startsWith(part)) values.lastName = `${added} ${values.lastName}`
}

/** "Fall 2024" is half a year. */
const season =
  /^(?:fall|autumn|spring|summer|winter|herbst|fruhjahr|fruhling|sommer|automne|printemps|ete|hiver|otono|primavera|verano|autunno|estate) (?:term |semester )?\d{2,4}$/

/** Whether a cell of dates holds none: zeros are empty, a day without its year is left out. */
function isUndated(reading: RowReading, field: "birthDate" | "startDate" | "endDate"): boolean {
  const text = reading.cells[field]?.text
  const none = text === undefined ? "empty" : isNoDate(text)
  if (none === "no-year") leaveOut(reading, field, `“${shorten(text ?? "")}” has no year.`)
  const isSeason =
    season.test(fold(text ?? "")) || (field !== "birthDate" && /^(?:19|20)\d{2}$/.test(text ?? ""))
  if (isSeason) leaveOut(reading, field, told.monthAlone(shorten(text ?? "")))
  return none !== null || isSeason
}

function readBirthDate(reading: RowReading, frame: RowFrame, take: Take): string | null {
  const { today, birthDateOrder: order, doubts, answers } = frame
  if (isUndated(reading, "birthDate")) return null
  const text = reading.cells.birthDate?.text ?? ""
  if (monthIn(text) || /^(?:19|20)\d{2}$/.test(text))
    return leaveOut(reading, "birthDate", told.monthAlone(shorten(text)))
  if (placeBeside.test(text)) copyToNotes(reading, "birthDate")
  const aged = agedDate(text, order, today)
  if (!aged) return take("birthDate", (cell) => parseBirthDate(cell, order, today))
  const known = doubts.born.get(text)
  if (known) known.rowNumbers.push(reading.rowNumber)
  else doubts.born.set(text, { rowNumbers: [reading.rowNumber], ...aged })
  if (answerTo(answers, bornKey(text), ["leave-out", "use"], "leave-out") === "use") return aged.date
  return leaveOut(reading, "birthDate", `“${shorten(text)}” would make them ${aged.age} years old.`)
}

/**
 * An address from one column or from several. Of one column it is one text. A country that no one calls so, and an address that fits no
 * field, stay with its street.
 */
function readAddress(reading: RowReading, take: Take): string | null {
  const line = (text: string, label: string) => parseLine(text, label, 120)
  const road = take("address", (text, label) => parseBlock(text, label, 500))
  const house = take("houseNumber", line)
  const street = (isBefore(reading, "houseNumber", "address") ? [house, road] : [road, house])
    .filter(Boolean)
    .join(" ")
  const second = take("address2", (text, label) => parseBlock(text, label, 200))
  const [city, region, postcode, country] = [
    take("city", line),
    take("region", line),
    take("postcode", line),
    take("country", line),
  ]
  const code = country ? countryCode(country) : ""
  // A spreadsheet makes a number of Boston's 02134.
  const isShort = /^\d{4}$/.test(postcode ?? "") && /^(?:CT|MA|ME|NH|NJ|RI|VT)$/i.test(region ?? "")
  return keptAddress({
    street: [street, second, code === undefined ? country : null].filter(Boolean).join("\n"),
    ...{
      city: city ?? "",
      region: region ?? "",
      postalCode: `${isShort ? 0 : ""}${postcode ?? ""}`,
      country: code ?? "",
    },
  })
}

/** Whom to call, of one column or of several: "Una Roy (grandmother), 555-010-0009". */
function readEmergencyContact({ cells }: RowReading, take: Take): string | null {
  const line = (most: number) => (text: string, label: string) => parseLine(text, label, most)
  const isJoined = cells.emergencyRelation || cells.emergencyPhone
  const name = take("emergencyContact", line(isJoined ? 200 : 300))
  const [relation, phone] = [take("emergencyRelation", line(40)), take("emergencyPhone", line(40))]
  const who = name && relation ? `${name} (${relation})` : (name ?? relation)
  return [who, phone].filter(Boolean).join(", ") || null
}

const isBefore = ({ cells }: RowReading, one: FieldKey, other: FieldKey): boolean =>
  (cells[one]?.column ?? 0) < (cells[other]?.column ?? 0)

/** A cell that can't be believed keeps its row out, or is kept in the notes where the person chose that. */
function refuseCell(reading: RowReading, frame: RowFrame, problem: RowIssue): void {
  const { field, message } = problem
  // What only a lesson has says nothing of a student without one.
  const { weekday, time } = reading.cells
  const isOfNone = !weekday && !time && /^(?:endTime|minutes|classKind|price|billing)$/.test(field ?? "")
  const isLeftOut = frame.unreadable === "leave-out" && !isOfNone
  if (isLeftOut || field === null || neededFields.has(field)) {
    reading.problems.push(problem)
    return
  }
  const isKept = !isAmount(field, problem.value)
  if (isKept) copyToNotes(reading, field)
  const warning = `${message} The student is imported without it${isKept ? ", and the cell is kept in the notes" : ""}.`
  const group = `The cell can’t be read. The student is imported without it${isKept ? ", and it is kept in the notes" : ""}.`
  reading.warnings.push({ ...problem, code: "dropped", message: warning, group })
}

/** Sentences about allergies, asthma and the like go where a teacher sees them at once. */
function readNotes(reading: RowReading, notes: string | null): void {
  if (!notes) return
  const { medical, rest } = splitMedical(notes)
  if (rest) reading.notes.unshift(rest)
  if (!medical) return
  const { values, warnings } = reading
  values.medicalNotes = [values.medicalNotes, medical].filter(Boolean).join("\n")
  const group =
    "The notes mention a medical condition. That part goes into the medical notes, which teachers see highlighted."
  warnings.push({ field: "notes", code: "medical", message: group, value: medical })
}

const writtenAsIs = new Set(["notes", "copyToNotes", "medicalNotes"])
/** A column that says anything, such as the rest of a timetable's cell. */
const ofRemarks = /^(?:details?|remarks?|comments?|info|column \d+)$/i
/** The address of a page behind a name, as Notion writes it. */
const pageLink = / \(https?:\/\/[^\s()]{1,300}\)/g

/** "Ukulele" is taught, "needs a bench and a stand" isn't. */
const maybeInstrument = (cell: string): boolean =>
  namesInstrument(cell) || /^[^\s\d]+(?:\s+[^\s\d]+)?$/.test(cell.trim())

function readCells(row: CsvRow, frame: RowFrame, reading: RowReading): void {
  row.cells.forEach((cell, column) => {
    const main = frame.spareColumns.get(column) ?? -1
    const isOpen = frame.mapping[column] === "copyToNotes" && (row.cells[main] ?? "").trim() === ""
    const isSpare = isOpen && (frame.mapping[main] !== "instrument" || maybeInstrument(cell))
    const use = (isSpare ? frame.mapping[main] : undefined) ?? frame.mapping[column] ?? "ignore"
    const written = cleanBlock(withoutFormulaMark(cell))
    const unlinked = writtenAsIs.has(use) ? written : written.replace(pageLink, "")
    const isLastFirst = /\blast\W+first\b/i.test(frame.headers[column] ?? "")
    const text = isLastFirst ? unlinked.replace(/^([^/,]+)\/([^/,]+)$/, "$1, $2") : unlinked
    if (use === "ignore" || text === "" || isNoDate(text) === "empty") return
    if (use === "copyToNotes" && /^[-–—.]+$/.test(text)) return
    const header = cleanLine(frame.headers[column] ?? "") || `Column ${column + 1}`
    if (isEaten(reading, { header, text, use })) return
    if (use === "copyToNotes" && isOfRhythm(header)) reading.rhythm = text
    else if (use === "notes" || (use === "copyToNotes" && ofRemarks.test(header))) {
      if (rhythmOnlyIn(text)) reading.rhythm ??= text
      sayStatusIn(text, frame, reading)
    }
    // The third line of an address goes with its second.
    const second = reading.cells.address2
    if (second && use === "copyToNotes" && /^(?:address|bill to) (?:line )?[3-5]$/i.test(header)) {
      reading.cells.address2 = { ...second, text: `${second.text}\n${text}` }
      return
    }
    if (isOwnUse(use)) readOwn(reading, frame, use, { header, text })
    else if (use === "copyToNotes" || childOf(use) || lessonOf(use) || reading.cells[use as FieldKey])
      noteCell(reading, header, text)
    else
      reading.cells[use as FieldKey] = {
        header,
        text: use === "price" ? forLength(header, text) : use === "minutes" ? inHours(header, text) : text,
        column,
      }
  })
}

/** "LEFT 10/15/26" in the notes of a list without a column for it is a status that is only named. */
function sayStatusIn(text: string, { mapping }: RowFrame, { warnings }: RowReading): void {
  const bare = text.replace(
    /\s*\b(?:(?:on|in|since|as of|from|seit|zum|am|ab|per)\s+)?[\d./-]{4,10}\W*$/i,
    "",
  )
  const status = bare.length > 40 || Object.values(mapping).includes("status") ? null : statusOfTitle(bare)
  const read = status ? parseStatus(status) : null
  if (!read?.ok || read.value === "active") return
  const { message, group } = told.statusInNotes(shorten(text), read.value)
  warnings.push({ field: "status", code: "dropped", message, group, value: text })
}

/** "$32" below "Rate per 30" is the price of that length. */
const forLength = (header: string, text: string): string => {
  const [, length] =
    /(?:\bper|\bfor|\bpro|\bje|\bpar|\/)\s*(\d{2})(?:\s*min\p{L}*\.?|['′])?\)?$/iu.exec(
      header.trim().slice(-40),
    ) ?? []
  return length && timedPrice(text) === null ? [text, "/", length, "min"].join(" ") : text
}

/** "1" below "Hours" is one. */
const inHours = (header: string, text: string): string =>
  /\b(?:hours?|hrs|stunden|heures|horas|ore)\b/i.test(header) && /^\d(?:[.,]\d{1,2})?$/.test(text)
    ? `${text} h`
    : text

const contactFields = [
  ["studentEmail", "studentPhone"],
  ...guardianNumbers.map((of) => [`guardian${of}Email`, `guardian${of}Phone`] as const),
] as const

/** "may@x.example, 555-010-0101" under one heading is both. */
function splitContacts({ cells }: RowReading): void {
  for (const [email, phone] of contactFields) {
    const cell = cells[email] ?? cells[phone]
    const [there, here] = cells[email] ? [phone, email] : [email, phone]
    // Of a column that has either, a number under the heading of an address is one all the same.
    const isNumber = !cell?.text.includes("@") && digitsOf(cell?.text ?? "").length >= fewestDigits
    if (cell && !cells[there] && (cells[email] ? isNumber : /^\S+@\S+$/.test(cell.text))) {
      cells[there] = cell
      delete cells[here]
      continue
    }
    if (!cell?.text.includes("@") || (cells[email] && cells[phone]) || cell.text.length > 200) continue
    const [address, ...more] = cell.text.match(/[^\s,;|/<>()]+@[^\s,;|/<>()]+/g) ?? []
    const rest = cell.text.replace(address ?? "", "").replace(/\(\s*\)/, " ")
    const number = rest.replace(/^[\s,;|/–()<>-]+|[\s,;|/–(<>-]+$/g, "")
    if (!address || more.length > 0 || !resemblesPhone(number)) continue
    cells[phone] = { ...cell, text: number }
    cells[email] = { ...cell, text: address }
  }
}

/** Contacts beside "self" below a heading of parents are the student's, and so is a last name that is theirs. */
function takeOwnContacts({ cells, self = [] }: RowReading): void {
  const own = cells.lastName?.text ?? splitName(cells.fullName?.text ?? "").lastName
  for (const of of guardianNumbers.filter((number) => self.includes(`guardian${number}Name`))) {
    if (fold(cells[`guardian${of}LastName`]?.text ?? "") === fold(own)) delete cells[`guardian${of}LastName`]
    for (const kind of ["Email", "Phone"] as const) {
      const cell = cells[`guardian${of}${kind}`]
      if (!cell || cells[`student${kind}`]) continue
      cells[`student${kind}`] = cell
      delete cells[`guardian${of}${kind}`]
    }
  }
}

/** What people who don't see prices read has no amounts. */
function noteCell(reading: RowReading, header: string, text: string): void {
  if (!saysAmount(header, text)) {
    reading.notes.push(`${header}: ${text}`)
    return
  }
  const message = `“${shorten(header, 60)}” says an amount of money. It isn’t imported, because people who don’t see prices read the notes.`
  reading.warnings.push({ field: null, code: "dropped", message, group: message, value: text })
}

const writtenFreely = new Set(["notes", "firstName", "lastName", "fullName", "copyToNotes"])

/** An adult's own, below a heading of parents. */
const selfWords =
  /^(?:\(?(?:self|same|same as student|student|adult|adult student|myself|himself|herself|selbst|selber|volljährig|erwachsen|lui-même|elle-même|él mismo|ella misma|[oa] pr[oó]pri[oa]|adulto|adulta|adulte|adulti|erwachsene[rn]?|voksen|vuxen|volwassene?|zelf)\)?)$/iu

/** A cell that a spreadsheet ate is never a value; one that says there is none is empty. */
function isEaten(
  reading: RowReading,
  { header, text, use }: { header: string; text: string; use: string },
): boolean {
  const eaten = use === "notes" || use === "medicalNotes" ? null : eatenBy(text)
  const isName = /^(?:first|last|full)Name$/.test(use)
  const field = Object.hasOwn(rosterFields, use) ? (use as FieldKey) : null
  if (eaten) {
    const isKept = /\d/.test(text) && !isAmount(field, text)
    if (isKept) reading.notes.push(`${header}: ${text}`)
    const message = `“${header}” ${eaten}`
    reading.warnings.push({
      field,
      code: "dropped",
      message,
      group: message,
      value: text === uncalculated ? "" : text,
    })
    return true
  }
  const isSelf = /^guardian\dName$/.test(use) && selfWords.test(text)
  const isNone = isSelf || isBlankWord(text) || (use === "medicalNotes" && saysNoCondition(text))
  if (writtenFreely.has(use) || isName || !isNone) return false
  if (isSelf) reading.self = [...(reading.self ?? []), field ?? ""]
  if (/\p{L}/u.test(text)) {
    const message = `“${shorten(text)}” in “${header}” isn’t a value. It’s left out.`
    reading.warnings.push({ field, code: "dropped", message, group: message, value: text })
  }
  return true
}

function readName(
  reading: RowReading,
  { hasTwoLastNames, hasLastFirst }: RowFrame,
  first: string | null,
  last: string | null,
  full: string | null,
): Pick<RowValues, "firstName" | "lastName"> {
  const separate = Boolean(first || last)
  const name = separate
    ? joinParts(first, last, full)
    : ((hasLastFirst ? splitTurned(withoutTitle(full ?? ""), hasTwoLastNames) : null) ??
      splitWhole(withoutTitle(full ?? ""), reading, hasTwoLastNames))
  const firstName = name.lastName ? withoutTitle(name.firstName) : name.firstName
  const whole = fullName({ ...name, firstName })
  const added = reading.cells.nameAddition?.text ?? ""
  if (separate && full && ![whole, `${whole} ${added}`, firstName].some((each) => isSameName(full, each)))
    copyToNotes(reading, "fullName")

  const nameFields: (FieldKey | null)[] = ["firstName", "lastName", "fullName"]
  const refusedAlready = reading.problems.some((problem) => nameFields.includes(problem.field))
  if ((!whole || isCount(whole)) && !refusedAlready) {
    reading.problems.push({
      field: "firstName",
      code: "name-missing",
      message: "Name is missing.",
      value: whole,
    })
  }
  if (looksUnlikeName(whole)) {
    const message = `“${shorten(whole)}” doesn’t look like a name. It’s imported exactly as written.`
    reading.warnings.push({
      field: separate ? "firstName" : "fullName",
      code: "unusual",
      message,
      value: whole,
    })
  }
  return { firstName, lastName: name.lastName }
}

/** A name in usual order may have two last names. */
function splitWhole(full: string, { cells }: RowReading, isUsual: boolean) {
  const name = splitName(full)
  const isTurned = full.includes(",") || byCapitals(full) !== null
  const adults = guardianNumbers.flatMap((of) => cells[`guardian${of}Name`]?.text ?? [])
  return isTurned ? name : withTwoLastNames(name, { adults, isUsual })
}

/** First and last name from columns of their own, with what only the column of whole names says. */
function joinParts(
  first: string | null,
  last: string | null,
  full: string | null,
): { firstName: string; lastName: string } {
  if (first && last) return { firstName: first, lastName: last }
  const whole = full ? splitName(withoutTitle(full)) : null
  if (whole && first && whole.lastName && fold(whole.firstName) === fold(first))
    return { firstName: first, lastName: whole.lastName }
  if (whole && last && whole.firstName && fold(whole.lastName) === fold(last))
    return { firstName: whole.firstName, lastName: last }
  // "Zoé" beside a last name is the first one.
  if (full && last && !first && !/[\s,]/.test(full) && fold(full) !== fold(last))
    return { firstName: full, lastName: last }
  const rest = full && first ? wordsAfter(full, first) : null
  if (rest && first) return { firstName: first, lastName: rest }
  if (first && !last && first.includes(",")) return splitName(first)
  return { firstName: first ?? "", lastName: last ?? "" }
}

/** What stands behind a first name in a whole one; null when it doesn't begin with it. */
function wordsAfter(full: string, first: string): string | null {
  const [words, count] = [cleanLine(full).split(" "), cleanLine(first).split(" ").length]
  return fold(words.slice(0, count).join(" ")) === fold(first) ? words.slice(count).join(" ") || null : null
}

/** The same words in any order. */
const isSameName = (one: string, other: string): boolean => nameKey(withoutTitle(one)) === nameKey(other)

/** "Amara Okafor". */
export function fullName(name: { firstName: string; lastName: string }): string {
  return `${name.firstName} ${name.lastName}`.trim()
}
