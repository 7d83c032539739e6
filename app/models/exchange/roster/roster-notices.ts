// Notices before an import when nothing is wrong: rows that lack something, columns that are missing.
import {
  areWeekly,
  besideOthers,
  calledOtherwise,
  classesWithoutTime,
  everyOtherFrom,
  hardlyRead,
  hiddenColumns,
  hiddenRows,
  isAppointmentOf,
  mayBeLines,
  namesTurned,
  noDay,
  noFurther,
  onDayAbove,
  personalNumbers,
  shapeTexts,
  sharesOfPayers,
  stillGets,
  timesInNotes,
  titleUnused,
  untilNext,
  wrongLetters,
} from "~/texts/exchange/rosters"
import { countOf, formatDate } from "~/utils/formats"
import { oddWordIn } from "~/utils/letter-tables"
import { fold } from "~/utils/names"
import { filledIn, headingsOf, type Layout, type Records, splitSheets } from "~/utils/sheet-rows"
import { holdsAmounts, isPersonalNumber, leftOutText } from "./roster-amounts"
import { type AskedWeekly, weeklyKey } from "./roster-appointments"
import { isOfClasses } from "./roster-classes"
import { type DateOrder, orderText } from "./roster-dates"
import { type ColumnMapping, type FieldKey, lessonFields, rosterFields } from "./roster-field-names"
import { personKindOf } from "./roster-fields"
import { areCards, lengthsKey } from "./roster-grid"
import { hiddenRowsIn } from "./roster-layout"
import { timedLesson } from "./roster-lesson-name"
import { type AskedDays, dayAboveKey } from "./roster-merged-above"
import type { Question } from "./roster-questions"
import { copyToNotes, keepInNotes, type RowIssue, type RowReading } from "./roster-reading"
import { fullName } from "./roster-row"
import { saysWhen } from "./roster-sections"
import { rowText, shorten } from "./roster-text"

/** What says nothing of a student without a lesson: all but what is learned, and how far. */
const ofLessons = lessonFields.filter((field) => field !== "instrument" && field !== "level")

/** So many rows tell whether a column holds amounts. */
const sampled = 200

/** Warns of what a ready row lacks, and keeps in the notes, or names where it is a price, what a student without lessons or a teacher has no field for. */
export function settle(
  reading: RowReading,
  lesson: { isTaught: boolean } | null,
  mapping: ColumnMapping,
  { isFurther, first }: { isFurther: boolean; first?: RowReading | undefined },
): void {
  const { values, cells, warnings } = reading
  const name = fullName(values)
  const warn = (field: FieldKey, code: RowIssue["code"], message: string, group?: string) =>
    warnings.push({ field, code, message, group, value: cells[field]?.text ?? "" })
  const isEmptyIn = (field: FieldKey) => !cells[field] && isMapped(mapping, field)

  if (!lesson?.isTaught) keepInNotes(reading, "teacher")
  if (!lesson) {
    copyToNotes(reading, ...ofLessons)
    // "Violin group 45" says more than the instrument.
    if (cells.instrument && fold(cells.instrument.text) !== fold(values.instrument ?? ""))
      copyToNotes(reading, "instrument")
    keepInNotes(reading, "class")
    if (values.status !== "former" && !isFurther && isEmptyIn("weekday")) {
      warn("weekday", "no-lesson", noDay.warning(name), noDay.group)
    }
    const isOther = (["instrument", "teacher"] as const).some(
      (field) => values[field] !== null && first && fold(values[field]) !== fold(first.values[field] ?? ""),
    )
    if (values.status !== "former" && isOther && isEmptyIn("weekday"))
      warn("weekday", "no-lesson", noFurther.warning(name, values.instrument), noFurther.group)
    return
  }
  if (values.status === "paused" || values.status === "lead") {
    const state = values.status === "lead" ? "a lead" : "paused"
    warn("status", "not-active", stillGets.warning(name, state), stillGets.group(state))
  }
  if (values.isEveryOther && !values.startDate)
    warn("time", "unusual", everyOtherFrom.message, everyOtherFrom.message)
  if (isEmptyIn("teacher") && !lesson.isTaught) {
    warn("teacher", "no-teacher", "No teacher. Choose one for the class after the import.")
  }
  if (isEmptyIn("price") && values.billing.mode === "per_session") {
    warn("price", "no-price", "No price. Set one for the class before its first lesson is billed.")
  }
}

/** Whether cells of a column below a heading say who pays, or how much of it: "Auto-pay" and "OK to share photos" say neither. */
function areShares(header: string, cells: readonly string[]): boolean {
  if (cells.every((cell) => /^\d{1,3} ?%$/.test(cell))) return /pay|share|split|bill|%/i.test(header)
  const heading = fold(header)
  const isOfPayer =
    /^(?:is )?(?:pays?|payer|paying)$/.test(heading) ||
    (/\b(?:pays?|paying|bill(?:s|ed)?)\b/.test(heading) && personKindOf(header) !== undefined)
  return isOfPayer && cells.every((cell) => /^(?:yes|no|[yn])$/i.test(cell))
}
const saysTime = (cell: string) => timedLesson(cell) !== null || saysWhen(cell)

/** What is true of the whole file and worth knowing before the import. */
export function findNotices(file: {
  headers: readonly string[]
  rows: readonly { cells: readonly string[] }[]
  mapping: ColumnMapping
  /** The fields that headings promise and cells don't keep, by the column's index. */
  rejected: ReadonlyMap<number, FieldKey>
  dateOrders: Record<string, { open: readonly { sign: string; order: DateOrder; why: string }[] }>
  schoolOrder?: DateOrder
  defaultStart: string
  defaultTeacher?: string
  hasClasses: boolean
  hasPrices: boolean
  /** Whether lessons name teachers, in whatever column. */
  hasTeachers: boolean
  /** Whose names are read with the last name first because those beside them show it. */
  turned: Record<"children" | "adults", boolean>
}): string[] {
  const sample = file.rows.slice(0, sampled).map(({ cells }) => cells)
  const notices = file.headers.flatMap((header, column) =>
    file.mapping[column] === "ignore" && holdsAmounts(file.headers, sample, column)
      ? [leftOutText(header || `Column ${column + 1}`)]
      : [],
  )
  for (const [column, header] of file.headers.entries())
    if (
      file.mapping[column] === "ignore" &&
      isPersonalNumber(header) &&
      file.rows.some(({ cells }) => (cells[column] ?? "").trim() !== "")
    )
      notices.push(personalNumbers(shorten(header, 80)))
  for (const [column, header] of file.headers.entries()) {
    const cells = sample.flatMap((each) => (each[column] ?? "").trim() || [])
    if (file.mapping[column] !== "copyToNotes" || cells.length === 0) continue
    if (areShares(header, cells)) notices.push(sharesOfPayers(shorten(header, 80)))
    if (!isMapped(file.mapping, "time") && cells.filter(saysTime).length * 2 > cells.length)
      notices.push(timesInNotes(shorten(header, 80), rosterFields.time))
  }
  for (const [column, field] of file.rejected)
    if (file.mapping[column] === "copyToNotes")
      notices.push(hardlyRead(shorten(file.headers[column] ?? "", 80), rosterFields[field].toLowerCase()))
  for (const [column, header] of file.headers.entries()) {
    const isAgain = file.headers.some(
      (each, other) =>
        fold(header) !== "" &&
        fold(each) === fold(header) &&
        /^(?:full|first)Name$/.test(file.mapping[other] ?? "") &&
        other < column,
    )
    if (isAgain && file.mapping[column] === "copyToNotes") notices.push(besideOthers(shorten(header, 80)))
  }
  const { children, adults } = file.turned
  if (children || adults) notices.push(namesTurned[!adults ? "children" : !children ? "adults" : "both"])
  notices.push(
    ...dateTexts(file.dateOrders, file.schoolOrder)
      .filter(({ isUsual }) => isUsual)
      .map(({ text }) => text),
  )
  if (!file.hasClasses) {
    notices.push(...classNames(file))
    const idle = (["teacher", "minutes"] as const).filter((field) => isMapped(file.mapping, field))
    const priced = (["price", "billing"] as const).filter((field) => isMapped(file.mapping, field))
    const missing = (["weekday", "time"] as const).filter((field) => !isMapped(file.mapping, field))
    if (idle.length + priced.length > 0 && missing.length > 0) {
      const namesOf = (fields: readonly FieldKey[]) => fields.map((field) => rosterFields[field]).join(", ")
      const kept =
        idle.length > 0 ? ` The other lesson columns (${namesOf(idle)}) are kept in the students’ notes.` : ""
      const left = priced.length > 0 ? ` Prices (${namesOf(priced)}) aren’t imported without a lesson.` : ""
      notices.push(
        `There’s no column for the lesson ${missing.length > 1 ? "days and times" : missing[0] === "time" ? "times" : "days"}, so no classes or lessons will be created.${kept}${left} To import lessons, set their column to “${rosterFields.weekday}” or “${rosterFields.time}.”`,
      )
    }
    return notices
  }
  if (!isMapped(file.mapping, "teacher") && !file.defaultTeacher && !file.hasTeachers) {
    notices.push("There’s no teacher column. Choose a teacher for each class after the import.")
  }
  if (!isMapped(file.mapping, "startDate")) {
    notices.push(`There’s no start date column. Lessons start on ${formatDate(file.defaultStart, "full")}.`)
  }
  if (!isMapped(file.mapping, "price") && !file.hasPrices) {
    notices.push("There’s no price column. Set a price for each class after the import.")
  }
  return notices
}

/** The classes that a column names where no column says when they are, each with the number of its students. */
function classNames({
  headers,
  rows,
  mapping,
}: Pick<Parameters<typeof findNotices>[0], "headers" | "rows" | "mapping">) {
  const column = headers.findIndex((header, at) => mapping[at] === "instrument" && isOfClasses(header))
  if (column < 0 || isMapped(mapping, "weekday") || isMapped(mapping, "time")) return []
  const students = new Map<string, number>()
  for (const name of rows.flatMap(({ cells }) => (cells[column] ?? "").split(/\s*[;\n]\s*/).filter(Boolean)))
    students.set(name, (students.get(name) ?? 0) + 1)
  const named = [...students]
    .slice(0, 8)
    .map(([name, number]) => `${shorten(name)} (${countOf(number, "student")})`)
  return named.length > 0
    ? [classesWithoutTime(shorten(headers[column] ?? "", 80), named, students.size - named.length)]
    : []
}

const usualDates: Record<string, string> = { "/": "01/02/2008", "-": "01-02-2008", ".": "01.02.2008" }
const because: Record<string, string> = {
  shown: "as other dates in the file show",
  dots: "as usual with dots",
  chosen: "as you chose",
}

/** How dates are read that can be read two ways, each notation once; `isUsual` where nothing in the file tells. */
export function dateTexts(
  orders: Record<string, { open: readonly { sign: string; order: DateOrder; why: string }[] }>,
  schoolOrder: DateOrder | undefined,
): { text: string; isUsual: boolean }[] {
  const said = new Map<string, boolean>()
  for (const { sign, order, why } of Object.values(orders).flatMap(({ open }) => open)) {
    const isUsual = why === "usual"
    const dates = `Dates like ${usualDates[sign]}`
    const text = isUsual
      ? `${dates} can be read two ways. In this file, ${orderText(order)}${schoolOrder === order ? ", as your school writes dates" : ""}.`
      : `${dates}: ${orderText(order)}, ${because[why] ?? ""}.`
    said.set(text, isUsual)
  }
  return [...said].map(([text, isUsual]) => ({ text, isUsual }))
}

function isMapped(mapping: ColumnMapping, field: FieldKey): boolean {
  return Object.values(mapping).includes(field)
}

/** How a list is read that isn't a table of students, and what the spreadsheet hides of what is read, as sentences: rows that a filter leaves out are easily forgotten. */
export function layoutTexts(records: Records, { sheets }: Layout, encoding = "xlsx"): string[] {
  const parts = splitSheets(records, sheets)
  const isOfSeveral = sheets.length > 1
  const shapes = new Set(sheets.flatMap(({ isRead, shape = "rows" }) => (isRead ? [shape] : [])))
  const others = [...shapes].flatMap((shape) => shapeTexts[shape].read || [])
  const hidden = sheets.flatMap((sheet, index) => {
    const own = parts[index] ?? []
    if (!sheet.isRead) return []
    const of = isOfSeveral ? ` of sheet “${sheet.name}”` : ""
    const rows = hiddenRowsIn(own, sheet)
    // "Class: Violin Tue 4:30pm", of which no column has the day.
    const above = own.slice(0, (sheet.headings[0] ?? 1) - 1).map((record) => filledIn(record).join(" "))
    const untold = sheet.shape
      ? []
      : above.filter(
          (title) => saysWhen(title) && !sheet.title?.includes(title.replace(/^[^:]{1,20}:/, "").trim()),
        )
    const columns = headingsOf(own, sheet.headings).flatMap((heading, column) =>
      heading && sheet.hiddenColumns?.includes(column) ? [`“${shorten(heading, 40)}”`] : [],
    )
    const named = headingsOf(own, sheet.headings)
    const called = Object.entries(sheet.called ?? {}).map(
      ([column, label]) => [named[Number(column)] ?? "", label] as const,
    )
    return [
      ...(called.length > 0 ? [calledOtherwise(sheet.name, called)] : []),
      ...((sheet.shape ?? "rows") === "rows" && areCards(own) ? [mayBeLines(of)] : []),
      ...untold.map((title) => titleUnused(shorten(title, 80))),
      ...(rows > 0
        ? [hiddenRows(countOf(rows, "hidden row"), of, rows === 1, sheet.leavesOutHidden === true)]
        : []),
      ...(columns.length > 0 ? [hiddenColumns(of, columns)] : []),
    ]
  })
  const odd = encoding === "xlsx" ? undefined : oddWordIn(records.slice(0, sampled).flat().join("\n"))
  return [...(odd ? [wrongLetters(shorten(odd))] : []), ...others, ...hidden]
}

/** What is asked of the days of lessons: whether appointments are weekly, whether a day is that of the rows below it, and whether a lesson lasts until the next row. */
export function daysQuestions(
  weekly: AskedWeekly | null,
  above: AskedDays | null,
  lengths: (AskedDays & { minutes: number }) | null,
): Question[] {
  const ask = (
    key: string,
    { chosen, rowNumbers }: AskedDays,
    text: string,
    labels: Readonly<Record<string, string>>,
  ): Question => ({
    key,
    kind: "student",
    text,
    choices: Object.entries(labels).map(([value, label]) => ({ value, label })),
    chosen,
    rowNumbers,
  })
  const first = ({ rowNumbers: [row = 0] }: AskedDays) => rowText(row)
  const { question: areThey, ...ofWeekly } = areWeekly
  const { question: isIt, ...ofAbove } = onDayAbove
  const { question: doThey, ...ofLengths } = untilNext
  return [
    ...(weekly ? [ask(weeklyKey, weekly, areThey(weekly.students, first(weekly)), ofWeekly)] : []),
    ...(above ? [ask(dayAboveKey, above, isIt(above.rowNumbers.length, first(above)), ofAbove)] : []),
    ...(lengths ? [ask(lengthsKey, lengths, doThey(lengths.minutes, first(lengths)), ofLengths)] : []),
  ]
}

/** Why an appointment's row is left out. */
export const withinText = (rowNumber: number): string => isAppointmentOf(rowText(rowNumber))

// Exports of other programs, known by headings that only they have together. Safe in the browser.

type Export = { name: string; isAddressBook?: boolean; headings: readonly string[] }

/** The more exact come first. Each heading is folded. */
const exports: readonly Export[] = [
  {
    name: "Google Contacts",
    isAddressBook: true,
    headings: ["name", "given name", "family name", "group membership"],
  },
  {
    name: "Google Contacts",
    isAddressBook: true,
    headings: ["first name", "last name", "labels", "email 1 value"],
  },
  { name: "Google Contacts", isAddressBook: true, headings: ["given name", "email 1 value"] },
  { name: "Google Contacts", isAddressBook: true, headings: ["email 1 label", "email 1 value"] },
  {
    name: "Outlook",
    isAddressBook: true,
    headings: ["first name", "last name", "email address", "business phone"],
  },
  { name: "Outlook", isAddressBook: true, headings: ["first name", "last name", "home street", "home city"] },
  { name: "Outlook", isAddressBook: true, headings: ["email address", "email display name"] },
  { name: "Jackrabbit", headings: ["contact 1 first name", "student first name", "birth date"] },
  { name: "Jackrabbit", headings: ["contact 1 first name", "contact 1 cell phone"] },
  { name: "Jackrabbit", headings: ["family name", "student first name", "enroll date", "drop date"] },
  { name: "Jackrabbit", headings: ["contact 1", "contact 1 cell", "class day"] },
  { name: "Jackrabbit", headings: ["family name", "student first name", "class name"] },
  { name: "TutorCruncher", headings: ["client first name", "client last name", "town", "postcode"] },
  { name: "TutorCruncher", headings: ["client email", "status", "street", "town"] },
  { name: "TutorCruncher", headings: ["paying client", "first name", "last name"] },
  { name: "Teachworks", headings: ["additional email", "billing method", "student hourly cost"] },
  { name: "Teachworks", headings: ["first name", "last name", "subjects", "billing method", "status"] },
  { name: "Teachworks", headings: ["additional email", "student event reminders"] },
  { name: "Teachworks", headings: ["additional email", "customer first name", "subjects"] },
  { name: "Teachworks", headings: ["additional email", "email lesson notes", "calendar color"] },
  { name: "My Music Staff", headings: ["first name", "last name", "family", "default lesson category"] },
  {
    name: "My Music Staff",
    headings: ["student first name", "student last name", "parent first name", "default lesson length"],
  },
  { name: "My Music Staff", headings: ["first name", "family name", "student status", "make up credits"] },
  { name: "My Music Staff", headings: ["student type", "default lesson duration"] },
  { name: "My Music Staff", headings: ["family name", "student status", "default price"] },
  {
    name: "My Music Staff",
    headings: ["first name", "last name", "skill level", "parent 1 first name", "parent 1 email"],
  },
  {
    name: "Opus1",
    headings: [
      "student first name",
      "student last name",
      "parent first name",
      "parent last name",
      "location",
    ],
  },
  { name: "Opus1", headings: ["student id", "primary contact", "secondary contact"] },
  { name: "Opus1", headings: ["student name", "account holder", "account email"] },
  { name: "Opus1", headings: ["student first name", "account name", "account email"] },
  { name: "TutorCruncher", headings: ["job name", "tutor name", "client name"] },
  { name: "Acuity", headings: ["start time", "calendar", "appointment price"] },
  { name: "Acuity", headings: ["start time", "calendar", "appointment id"] },
]

/** "This looks like Jackrabbit’s export."; null where the headings are no program's. */
export function recognizeExport(headers: readonly string[]): string | null {
  const known = new Set(headers.map((header) => fold(header).replace("e mail", "email")))
  const found = exports.find(({ headings }) => headings.every((heading) => known.has(heading)))
  if (!found) return null
  return found.isAddressBook
    ? `This looks like an export from ${found.name}.`
    : `This looks like ${found.name}${/s$/.test(found.name) ? "’" : "’s"} export.`
}
