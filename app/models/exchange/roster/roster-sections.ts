// Titles of a list that say of the rows below them what no column does: the day, what is taught, or who teaches.
import type { CsvRow } from "~/utils/csv"
import { fold } from "~/utils/names"
import { filledIn, sheetHeading, sheetOfRow } from "~/utils/sheet-rows"
import type { ColumnMapping } from "./roster-field-names"
import { namesInstrument } from "./roster-lesson-name"
import { instruments } from "./roster-synonyms"
import { parseLessonTime, parseWeekday } from "./roster-times"
import { parseStatus, type StudentStatus, told } from "./roster-values"

const titleFields = ["weekday", "time", "instrument", "teacher", "status"] as const
type TitleField = (typeof titleFields)[number]

const label: Record<TitleField, RegExp> = {
  weekday: /^(?:day|lesson day|tag|wochentag|jour|dia|dag|ugedag|ukedag|veckodag)\s*:\s*/i,
  time: /^(?:time|uhrzeit|zeit|heure|hora)\s*:\s*/i,
  instrument: /^(?:instrument|subject|fach|instrumento)\s*:\s*/i,
  teacher:
    /^(?:teacher|tutor|instructor|lehrer|lehrerin|lehrkraft|professeur|profesora?|lærer|lärare)(?:\s*:\s*|\s+(?=\p{Lu}))/iu,
  status: /^status\s*:\s*/i,
}

/** The day that a title names: "Mon", "Day: Monday", "Monday lessons"; null for another title. */
export function dayOfTitle(title: string): string | null {
  const bare = title
    .replace(label.weekday, "")
    .replace(/\s*(?:lessons?|timetable|schedule|unterricht|students|pupils|schüler)?\s*:?$/i, "")
  return parseWeekday(bare).ok ? bare : null
}

/** The status that a title names: "Waiting list", "FORMER STUDENTS"; null for another title. */
export function statusOfTitle(title: string): string | null {
  const bare = title
    .replace(label.status, "")
    .replace(/\s+(?:this|last) (?:year|term|semester)$|\s+(?:in )?20\d\d$/i, "")
    .replace(/\s*(?:students|pupils|learners|families|schüler|élèves|alumnos)?\s*(?:\(\d+\))?\s*:?$/i, "")
  const isTooShort = bare.length < 4
  const read = parseStatus(bare)
  return read.ok && !read.warning && !isTooShort ? bare : null
}

/** The status behind a name, as a note of it says: "Student: (Inactive)"; null where it's another remark, or can be: "(left)". */
export function statusBeside(note: string): StudentStatus | null {
  const [, said = ""] = /:\s*[([–—-]?\s*([\p{L} ]{4,30}?)\s*[)\]]?$/u.exec(note) ?? []
  const read = /^(?:left|open|live|past|true|student|finished|wait)$/i.test(said)
    ? null
    : parseStatus(statusOfTitle(said) ?? "")
  return read?.ok ? read.value : null
}

/** A teacher as the title of their students: "Ms. Alvarez (Room 3)". */
export const teacherOfTitle = (title: string): string | null =>
  /^((?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|mme|señora?|sra?)\.?\s+\p{Lu}[\p{L}\p{M}.'’ -]{1,60}?)\s*(?:\([^)]*\)|\s[–—-]\s+\p{L}[\p{L} ]*)?\s*:?$/iu.exec(
    title,
  )?.[1] ?? null

/** Whether a text has a day and a time in it. */
export const saysWhen = (text: string): boolean =>
  text.length < 200 &&
  /\d[:.h]\d\d|\d ?[ap]m\b/i.test(text) &&
  text.split(/[^\p{L}]+/u).some((word) => word.length > 2 && parseWeekday(word).ok)

/** A title without the signs around it and the number of its rows: "--- PIANO (2) ---". */
export const bareTitle = (title: string): string =>
  title.length > 120
    ? title
    : title
        .replace(/^[\s=*#•–—-]+|[\s=*#•:–—-]+$/g, "")
        .replace(/\s*\(\d+(?: \p{L}+)?\)$/u, "")
        .trim()

/** "== Piano ==" */
export const isFramed = (title: string): boolean => /^\s*[=*#~–—-]{2,}\s*\p{L}/u.test(title)

/** Whether a text says what it is a title of: "Teacher: Anna Berg". */
export const isLabeled = (text: string): boolean =>
  titleFields.some((field) => label[field].test(text) && text.replace(label[field], "") !== "")

function saidBy(title: string, teachers: ReadonlySet<string>): { field: TitleField; text: string } | null {
  const day = dayOfTitle(title)
  if (day) return { field: "weekday", text: day }
  const bare = title.replace(/\s*:$/, "")
  const time = bare.replace(label.time, "")
  const read = time === bare ? null : parseLessonTime(time)
  if (read?.ok && read.value.time !== null) return { field: "time", text: time }
  const instrument = bare.replace(label.instrument, "")
  if (
    instruments.includes(fold(instrument)) ||
    (instrument !== bare &&
      !instrument.includes(":") &&
      fold(instrument)
        .split(" ")
        .some((word) => instruments.includes(word)))
  )
    return { field: "instrument", text: instrument }
  const status = statusOfTitle(title)
  if (status) return { field: "status", text: status }
  const titled = teacherOfTitle(title)
  if (titled) return { field: "teacher", text: titled }
  const teacher = bare.replace(label.teacher, "")
  return teacher !== bare || teachers.has(fold(teacher)) ? { field: "teacher", text: teacher } : null
}

/** All that a title says: "Piano - Tue 4:30-5:30 PM - Ms. Lee". Where a part can be a place or a school, it says nothing. */
function allSaidBy(written: string, teachers: ReadonlySet<string>): Partial<Record<TitleField, string>> {
  const title = bareTitle(written)
  const areLabels = title.includes(betweenTitles) && title.split(betweenTitles).every(isLabeled)
  const whole = areLabels ? null : (saidBy(title, teachers) ?? saidBy(written, teachers))
  if (whole) return { [whole.field]: whole.text }
  const parts = (areLabels ? title.split(betweenTitles) : title.split(/\s+[-–—/|·:]\s+|\s*[|·]\s*/)).filter(
    (part) => part && !ofTerm.test(part),
  )
  const found: Partial<Record<TitleField, string>> = {}
  for (const part of parts) {
    const said = saidBy(part, teachers)
    const read = said ? null : parseLessonTime(part)
    if (said) found[said.field] ??= said.text
    else if (read?.ok && read.value.time !== null) found.time = part
    else if (namesInstrument(part)) found.instrument ??= part
    else return {}
  }
  const isTeachers = isFramed(written) || parts.some((part) => teacherOfTitle(part) !== null)
  const isSure = found.weekday ?? found.time ?? (isTeachers ? found.instrument : undefined)
  if (parts.length < 2 || parts.length > 4 || !isSure) return {}
  return found
}

const betweenTitles = " | "
/** "Autumn term 2026", "2026/27" */
const ofTerm =
  /^(?:(?:fall|autumn|winter|spring|summer|term|semester)\b[\p{L}\d ]{0,12} )?20\d\d(?:\s?[/–-]\s?(?:20)?\d\d)?$/iu

const ofClass = /^(?:class|course|kurs|cours|curso)(?: name)?\s*:\s*/i
const ofHours = /^(?:schedule|when|class times?|meets|horaire|horario)\s*:\s*/i

/** Titles below one another that each say what they are, as one: "Instructor: Ana Berg" above "Schedule: Mon 4:00 PM". */
export function joinTitles(titles: readonly string[]): string | null {
  const named = titles.map((title) => title.replace(ofClass, "Subject: ").replace(ofHours, "Time: "))
  const said = named.filter(
    (title) => isLabeled(title) && Object.keys(allSaidBy(title, new Set())).length === 1,
  )
  return said.length > 1 ? said.join(betweenTitles) : null
}

/** Whether a title says more than one thing of the rows below it, or what it says. */
export const saysOfRows = (title: string): boolean =>
  Object.keys(allSaidBy(title, new Set())).length > 1 || isLabeled(title)

/** The column that says which sheet a row is from, or what is above its headings; -1 without one. */
export const sheetColumn = (headers: readonly string[]): number =>
  headers.at(-1) === sheetHeading ? headers.length - 1 : -1

/** Reads the titles of a list one by one, and gives the rows below each what it says. */
export class SectionTitles {
  readonly #fields: TitleField[]
  readonly #teachers: ReadonlySet<string>
  readonly #of = new Map<CsvRow, Partial<Record<TitleField, string>>>()
  /** Columns of what titles say, and what the last one says alone in its row. */
  readonly #columns: ReadonlySet<number>
  #inColumn: { column: number; text: string } | null = null
  readonly #filled = new Map<CsvRow, { column: number; text: string }>()
  #current: Partial<Record<TitleField, string>> = {}
  #sheet = 0
  readonly #sheetColumn: number
  readonly #isSheetUsed: boolean
  readonly #sheets = new Map<string, Partial<Record<TitleField, string>>>()

  constructor(headers: readonly string[], mapping: ColumnMapping, teachers: readonly string[]) {
    const ofSheet = sheetColumn(headers)
    const uses = new Set<string>(
      Object.entries(mapping).flatMap(([column, use]) => (Number(column) === ofSheet ? [] : [use])),
    )
    this.#fields = titleFields.filter((field) => !uses.has(field))
    this.#columns = new Set(
      Object.entries(mapping).flatMap(([column, use]) =>
        use === "teacher" || use === "instrument" || use === "weekday" ? [Number(column)] : [],
      ),
    )
    this.#sheetColumn = ofSheet
    this.#isSheetUsed = (mapping[ofSheet] ?? "ignore") !== "ignore"
    this.#teachers = new Set(teachers.map(fold))
  }

  /** Why the row is no student, with what it says of those below it. */
  title(row: CsvRow, because: string): string {
    this.#turnTo(row)
    const [title = "", ...more] = filledIn(row.cells.filter((_, column) => column !== this.#sheetColumn))
    const column = row.cells.findIndex((cell) => cell.trim() === title)
    if (more.length === 0 && this.#columns.has(column)) this.#inColumn = { column, text: title }
    const said = more.length === 0 ? this.#saidBy(title) : []
    if (said.length === 0) return because
    const [, taught = ""] = /[–—-]\s+(\p{L}[\p{L} ]*?)\s*:?$/u.exec(title) ?? []
    const isTaught =
      said[0]?.[0] === "teacher" && this.#fields.includes("instrument") && instruments.includes(fold(taught))
    this.#current = {
      ...this.#current,
      ...Object.fromEntries(said),
      ...(isTaught ? { instrument: taught } : {}),
    }
    return told.saidOfBelow(said)
  }

  /** What a title says that no column does. */
  #saidBy(title: string): [TitleField, string][] {
    const all = allSaidBy(title, this.#teachers)
    return this.#fields.flatMap((field) => (all[field] ? [[field, all[field]] as [TitleField, string]] : []))
  }

  student(row: CsvRow): void {
    this.#turnTo(row)
    this.#of.set(row, { ...this.#ofSheet(row), ...this.#current })
    const above = this.#inColumn
    if (above && (row.cells[above.column] ?? "").trim() === "") this.#filled.set(row, above)
  }

  /** What the title of the sheet, or above the headings, says where it is no value of its own. */
  #ofSheet({ cells }: CsvRow): Partial<Record<TitleField, string>> {
    const title = this.#isSheetUsed ? "" : (cells[this.#sheetColumn] ?? "").trim()
    const known = this.#sheets.get(title) ?? Object.fromEntries(title ? this.#saidBy(title) : [])
    this.#sheets.set(title, known)
    return known
  }

  /** The rows with a column for each thing that titles say. */
  columns(headers: readonly string[], mapping: ColumnMapping, written: readonly CsvRow[]) {
    const rows = written.map((row) => {
      const { column, text } = this.#filled.get(row) ?? {}
      return text ? { ...row, cells: row.cells.map((cell, at) => (at === column ? text : cell)) } : row
    })
    for (const [at, row] of rows.entries()) this.#of.set(row, this.#of.get(written[at] ?? row) ?? {})
    const said = this.#fields.filter((field) => rows.some((row) => this.#of.get(row)?.[field] !== undefined))
    if (said.length === 0) return { headers, mapping, rows: [...rows] }
    const ofSheet = mapping[this.#sheetColumn]
    const added = said.map((field, index) => [headers.length + index, field] as const)
    const isSaidOfSheet = said.some((field) => field === ofSheet)
    return {
      headers: [...headers, ...said.map(() => "Title above")],
      mapping: {
        ...mapping,
        ...(isSaidOfSheet ? { [this.#sheetColumn]: "ignore" as const } : {}),
        ...Object.fromEntries(added),
      },
      rows: rows.map((row) => {
        // A title within a sheet counts more than what is said of the whole one.
        const above = (field: TitleField) => (field === ofSheet ? row.cells[this.#sheetColumn] : undefined)
        return {
          ...row,
          cells: [...row.cells, ...said.map((field) => this.#of.get(row)?.[field] ?? above(field) ?? "")],
        }
      }),
    }
  }

  #turnTo({ rowNumber }: CsvRow) {
    const sheet = sheetOfRow(rowNumber)
    if (sheet !== this.#sheet) [this.#current, this.#inColumn] = [{}, null]
    this.#sheet = sheet
  }
}
