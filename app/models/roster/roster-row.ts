// One row of a roster read through the mapping: what it says about one student, everything that cannot be
// believed, and everything that has no field and so goes into the student's notes.
import { type CsvRow, cellCountProblem } from "~/utils/csv"
import type { Weekday } from "~/utils/dates"
import { type DateOrder, parseBirthDate, parseStartDate } from "./roster-dates"
import { type ColumnMapping, type FieldKey, rosterFields } from "./roster-fields"
import type { RowIssue } from "./roster-issues"
import {
  cleanBlock,
  cleanLine,
  fold,
  looksUnlikeName,
  shorten,
  splitName,
  withoutFormulaMark,
} from "./roster-text"
import { parseMinutes, parseTime, parseWeekday } from "./roster-times"
import {
  type Cell,
  type ClassKind,
  parseBilling,
  parseBlock,
  parseClassKind,
  parseEmail,
  parseLine,
  parsePrice,
  parseRelation,
  parseStatus,
  type RosterBilling,
  type StudentStatus,
} from "./roster-values"

export type GuardianCells = {
  name: string | null
  relation: string | null
  email: string | null
  phone: string | null
}

/** A row's values. Money in minor units, dates "YYYY-MM-DD", times "HH:MM", minutes. */
export type RowValues = {
  code: string | null
  firstName: string
  lastName: string
  birthDate: string | null
  status: StudentStatus
  instrument: string | null
  level: string | null
  email: string | null
  phone: string | null
  teacher: string | null
  kind: ClassKind
  weekday: Weekday | null
  time: string | null
  minutes: number | null
  priceMinor: number | null
  billing: RosterBilling
  startDate: string | null
  guardians: [GuardianCells, GuardianCells]
  address: string | null
}

export type RowReading = {
  rowNumber: number
  values: RowValues
  /** Every mapped cell with content, cleaned, under its heading: for what turns out to have no place. */
  cells: Partial<Record<FieldKey, { header: string; text: string }>>
  /** The notes cell first, then "Header: value" for each column kept in the notes. */
  notes: string[]
  problems: RowIssue[]
  warnings: RowIssue[]
}

/** How the rows of one file are read. */
export type RowFrame = {
  headers: readonly string[]
  mapping: ColumnMapping
  birthDateOrder: DateOrder
  startDateOrder: DateOrder
  today: string
  defaultMinutes: number | null
}

/** Reads one row. Never throws and never drops a cell: what is refused is a problem, what has no field a note. */
export function readRow(row: CsvRow, frame: RowFrame): RowReading {
  const reading: RowReading = {
    rowNumber: row.rowNumber,
    values: emptyValues(),
    cells: {},
    notes: [],
    problems: [],
    warnings: [],
  }
  const broken = cellCountProblem(frame.headers, row.cells)
  if (broken) {
    reading.problems.push({ field: null, code: "cell-count", message: broken, value: "" })
    return reading
  }
  placeCells(row, frame, reading)

  const line = (most: number) => (text: string, label: string) => parseLine(text, label, most)
  const take = <Value>(
    field: FieldKey,
    parse: (text: string, label: string) => Cell<Value>,
  ): Value | null => {
    const text = reading.cells[field]?.text
    if (text === undefined) return null
    const cell = parse(text, rosterFields[field])
    if (!cell.ok) reading.problems.push({ field, code: "cell", message: cell.message, value: text })
    else if (cell.warning)
      reading.warnings.push({ field, code: "unusual", message: cell.warning, value: text })
    return cell.ok ? cell.value : null
  }
  const guardian = (number: 1 | 2): GuardianCells => {
    const names = [take(`guardian${number}Name`, line(120)), take(`guardian${number}LastName`, line(120))]
    return {
      name: names.filter(Boolean).join(" ") || null,
      relation: take(`guardian${number}Relation`, parseRelation),
      email: take(`guardian${number}Email`, parseEmail),
      phone: take(`guardian${number}Phone`, line(60)),
    }
  }

  reading.values = {
    code: take("studentCode", line(40)),
    ...readName(
      reading,
      take("firstName", line(100)),
      take("lastName", line(100)),
      take("fullName", line(200)),
    ),
    birthDate: take("birthDate", (text) => parseBirthDate(text, frame.birthDateOrder, frame.today)),
    status: take("status", parseStatus) ?? "active",
    instrument: take("instrument", line(60)),
    level: take("level", line(60)),
    teacher: take("teacher", line(120)),
    kind: take("classKind", parseClassKind) ?? "private",
    weekday: take("weekday", parseWeekday),
    time: take("time", parseTime),
    minutes: take("minutes", parseMinutes),
    priceMinor: take("price", parsePrice),
    billing: take("billing", parseBilling) ?? { mode: "per_session" },
    startDate: take("startDate", (text) => parseStartDate(text, frame.startDateOrder)),
    email: take("studentEmail", parseEmail),
    phone: take("studentPhone", line(60)),
    guardians: [guardian(1), guardian(2)],
    address: take("address", (text, label) => parseBlock(text, label, 500)),
  }
  const notes = take("notes", (text, label) => parseBlock(text, label, 5000))
  if (notes) reading.notes.unshift(notes)
  checkSchedule(reading, frame.defaultMinutes)
  return reading
}

function placeCells(row: CsvRow, frame: RowFrame, reading: RowReading): void {
  row.cells.forEach((cell, column) => {
    const use = frame.mapping[column] ?? "ignore"
    const text = cleanBlock(withoutFormulaMark(cell))
    if (use === "ignore" || text === "") return
    const header = cleanLine(frame.headers[column] ?? "") || `Column ${column + 1}`
    if (use === "keepInNotes" || reading.cells[use]) reading.notes.push(`${header}: ${text}`)
    else reading.cells[use] = { header, text }
  })
}

function readName(
  reading: RowReading,
  first: string | null,
  last: string | null,
  full: string | null,
): Pick<RowValues, "firstName" | "lastName"> {
  const separate = Boolean(first || last)
  const name = separate ? { firstName: first ?? "", lastName: last ?? "" } : splitName(full ?? "")
  const whole = fullName(name)
  if (separate && full && fold(full) !== fold(whole)) keepInNotes(reading, "fullName")

  const nameFields: (FieldKey | null)[] = ["firstName", "lastName", "fullName"]
  const refusedAlready = reading.problems.some((problem) => nameFields.includes(problem.field))
  if (!whole && !refusedAlready) {
    reading.problems.push({
      field: "firstName",
      code: "name-missing",
      message: "Name is missing.",
      value: "",
    })
  }
  if (looksUnlikeName(whole)) {
    const message = `“${shorten(whole)}” is unusual for a name. It is imported as text, exactly as written.`
    reading.warnings.push({
      field: separate ? "firstName" : "fullName",
      code: "unusual",
      message,
      value: whole,
    })
  }
  return name
}

/** A day without a time, or a time without a length, is a lesson nobody can hold. */
function checkSchedule({ values, cells, problems }: RowReading, defaultMinutes: number | null): void {
  if (values.weekday && values.time && !cells.minutes) values.minutes = defaultMinutes
  if (values.status === "former" || (!cells.weekday && !cells.time)) return
  const parts = [
    { field: "weekday", name: "day", given: cells.weekday !== undefined },
    { field: "time", name: "time", given: cells.time !== undefined },
    { field: "minutes", name: "length", given: cells.minutes !== undefined || defaultMinutes !== null },
  ] as const
  const missing = parts.filter((part) => !part.given)
  if (!missing[0]) return
  const inWords = (list: readonly { name: string }[]) => list.map((part) => part.name).join(" and no ")
  const given = parts.filter((part) => cells[part.field]).map((part) => `a ${part.name}`)
  const message = `The lesson has ${given.join(" and ")}, but no ${inWords(missing)}.`
  problems.push({ field: missing[0].field, code: "schedule-incomplete", message, value: "" })
}

/** Keeps cells that have no place in this row's plan as "Header: value" in the student's notes. */
export function keepInNotes(reading: RowReading, ...fields: FieldKey[]): void {
  for (const field of fields) {
    const cell = reading.cells[field]
    const note = cell && `${cell.header}: ${cell.text}`
    if (note && !reading.notes.includes(note)) reading.notes.push(note)
  }
}

/** "Amara Okafor". */
export function fullName(name: { firstName: string; lastName: string }): string {
  return `${name.firstName} ${name.lastName}`.trim()
}

function emptyValues(): RowValues {
  const nobody: GuardianCells = { name: null, relation: null, email: null, phone: null }
  return {
    code: null,
    firstName: "",
    lastName: "",
    birthDate: null,
    status: "active",
    instrument: null,
    level: null,
    email: null,
    phone: null,
    teacher: null,
    kind: "private",
    weekday: null,
    time: null,
    minutes: null,
    priceMinor: null,
    billing: { mode: "per_session" },
    startDate: null,
    guardians: [nobody, nobody],
    address: null,
  }
}
