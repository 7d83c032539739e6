// Lists of dated appointments, as booking programs export them: whoever comes on the same weekday at the same time, week after week,
// has a weekly lesson. What shows no such rhythm stays in the notes.
import type { CsvRow } from "~/utils/csv"
import { addDays, daysBetween, weekday } from "~/utils/dates"
import type { Turns } from "~/utils/in-turns"
import { fold } from "~/utils/names"
import { type DateOrder, parseStartDate } from "./roster-dates"
import { type ColumnMapping, columnOf, type FieldKey } from "./roster-field-names"
import { type Answers, answerTo } from "./roster-questions"
import { withoutFormulaMark } from "./roster-text"
import { parseTime, parseWeekday } from "./roster-times"

export const weeklyKey = "weekly appointments"

/** What is asked of the rows of weekly rhythms, by their numbers. */
export type AskedWeekly = { students: number; chosen: string; rowNumbers: number[] }

/** So many on a weekday at a time are a rhythm, when they take up most of the weeks between the first and the last. */
const fewest = 3
const mostWeeksWithout = 0.4
/** A rhythm whose last appointment is longer ago has ended. */
const mostDaysAgo = 14

/**
 * The day and the time of day in one cell: "November 3, 2026 4:00 pm", "2026-11-03T16:00". A time of another zone, such as
 * "16:00Z", would be a lesson at the wrong hour: it stays a note.
 */
const dated =
  /^(?<date>.*\d{2})(?:,|T|\s+at|\s+um)?\s*(?<=[,T\s])(?<time>\d{1,2}[:.]\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?)$/i

export function readAppointment(text: string, order: DateOrder): { date: string; time: string } | null {
  if (text.length > 60) return null
  const { date = "", time = "" } = dated.exec(withoutFormulaMark(text).trim())?.groups ?? {}
  const [, name = "", rest = ""] = /^(\p{L}+)\.?,?\s+(.+)$/u.exec(date) ?? []
  const bare = (parseWeekday(name).ok ? rest : date).replace(/[,\s]+$/, "")
  const [day, clock] = [parseStartDate(bare, order), parseTime(time)]
  return day.ok && clock.ok ? { date: day.value, time: clock.value } : null
}

/** Whether the cells of a column are days with a time of day. */
export const areAppointments = (cells: readonly string[]): boolean =>
  cells.length > 0 &&
  cells.filter((cell) => readAppointment(cell, "mdy") ?? readAppointment(cell, "dmy")).length >=
    cells.length * 0.8

/** So many rows tell whether a list is one of appointments. */
const looked = 20

type Appointment = { row: CsvRow; date: string; time: string; student: string; isCanceled: boolean }

type Table = { headers: readonly string[]; mapping: ColumnMapping; rows: readonly CsvRow[] }

/** The appointments of a table that has a column of them; undefined for another list. */
function* appointmentsOf(
  { headers, rows, mapping }: Table,
  order: DateOrder,
): Turns<Appointment[] | undefined> {
  const column = columnOf(mapping, "time")
  if (column < 0 || columnOf(mapping, "weekday") >= 0) return undefined
  const filled = rows.filter(({ cells }) => (cells[column] ?? "").trim() !== "")
  const status = statusColumn(headers)
  const names = (["firstName", "lastName", "fullName"] as const).map((field) => columnOf(mapping, field))
  const found: Appointment[] = []
  for (const [at, row] of filled.entries()) {
    yield
    if (at === looked && found.length < looked / 2) return undefined
    const read = readAppointment(row.cells[column] ?? "", order)
    const student = fold(names.map((each) => row.cells[each] ?? "").join(" "))
    const isCanceled = canceled.test(row.cells[status] ?? "")
    if (read && student) found.push({ row, student, isCanceled, ...read })
  }
  return found.length > 0 && found.length >= filled.length * 0.8 ? found : undefined
}

/** Those of one student on one weekday at one time, where they make a rhythm that goes on. */
function rhythmsIn(all: readonly Appointment[], today: string): Appointment[][] {
  const groups = new Map<string, Appointment[]>()
  for (const each of all) {
    if (each.isCanceled) continue
    const of = `${each.student} ${weekday(each.date)} ${each.time}`
    groups.set(of, [...(groups.get(of) ?? []), each])
  }
  return [...groups.values()].filter((group) => {
    const dates = [...new Set(group.map(({ date }) => date))].sort()
    const [first, last] = [dates[0] ?? "", dates.at(-1) ?? ""]
    if (dates.length < fewest || last < addDays(today, -mostDaysAgo)) return false
    const weeks = daysBetween(first, last) / 7 + 1
    return dates.length >= weeks * (1 - mostWeeksWithout)
  })
}

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

const dayHeading =
  /^(?:(?:from|lesson|appointment|session|class|event|booking|service|start) )?date$|^date of (?:service|lesson|appointment)$|^(?:datum|termindatum|fecha|data|dato)$/
/** What is said of one appointment, and of no student. */
const ofAppointment =
  /^(?:id|(?:booking|appointment|lesson) (?:id|code|no|number)|(?:to|end) date|(?:attendance |booking |lesson )?status|attendance)$/

const canceled = /cancel|no.?show|abgesagt|storniert|annul|cancelad|declined|rejected/i

/** The column that says what became of each appointment; -1 without one. */
const statusColumn = (headers: readonly string[]): number =>
  headers.findIndex((each) =>
    /^(?:(?:appointment |attendance |booking |lesson )?status|attendance|cancell?ed)$/.test(fold(each)),
  )

/** The table with the day of each appointment before its time, where a list has columns of their own for them and students come again. */
export function withDates(table: Table): Table {
  const { headers, mapping, rows } = table
  const [time, day] = [columnOf(mapping, "time"), headers.findIndex((each) => dayHeading.test(fold(each)))]
  if (time < 0 || day < 0 || columnOf(mapping, "weekday") >= 0) return table
  const names = (["firstName", "lastName", "fullName"] as const).map((field) => columnOf(mapping, field))
  const count = new Map<string, number>()
  for (const { cells } of rows) {
    const [date = "", clock = ""] = [cells[day], cells[time]]
    const isOne = (parseStartDate(date, "mdy").ok || parseStartDate(date, "dmy").ok) && parseTime(clock).ok
    const student = fold(names.map((each) => cells[each] ?? "").join(" "))
    if (isOne && student) count.set(student, (count.get(student) ?? 0) + 1)
  }
  const dated = [...count.values()].reduce((sum, each) => sum + each, 0)
  const times = [...count.values()]
  const comeAgain = times.length > 0 && (Math.max(...times) >= fewest || Math.min(...times) > 1)
  if (dated < rows.length * 0.8 || !comeAgain) return table
  const told = headers.flatMap((each, column) =>
    column === day || ofAppointment.test(fold(each)) ? [[column, "ignore" as const]] : [],
  )
  return {
    headers,
    mapping: { ...mapping, ...Object.fromEntries(told) },
    rows: rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, at) => (at === time ? [row.cells[day], cell].join(" ").trim() : cell)),
    })),
  }
}

type Weekly = {
  table: Table
  asked: AskedWeekly | null
  /** Rows that say no more than another: each with the row that says the same of its student. */
  within: Map<CsvRow, CsvRow>
}

/**
 * The table with a day and a plain time in place of the dates of each weekly rhythm, and the question whether they are weekly
 * lessons. All other appointments become a note of their student.
 */
export function* weeklyLessons(
  table: Table,
  { order, today, answers }: { order: DateOrder; today: string; answers: Answers },
): Turns<Weekly> {
  const all = yield* appointmentsOf(table, order)
  if (!all) return { table, asked: null, within: new Map() }
  const rhythms = rhythmsIn(all, today)
  const students = new Set(rhythms.flatMap((group) => group.map(({ student }) => student))).size
  const chosen = answerTo(answers, weeklyKey, ["weekly", "notes"], "weekly")
  const rowNumbers = rhythms.flatMap((group) => group.map(({ row }) => row.rowNumber))
  const made = chosen === "weekly" ? rhythms : []
  return {
    ...asLessons(table, all, { made, order, today }),
    asked: rowNumbers.length > 0 ? { students, chosen, rowNumbers } : null,
  }
}

function asLessons(
  { headers, mapping, rows }: Table,
  all: readonly Appointment[],
  { made, order, today }: { made: readonly Appointment[][]; order: DateOrder; today: string },
): Omit<Weekly, "asked"> {
  const [time, end] = [columnOf(mapping, "time"), columnOf(mapping, "endTime")]
  const weekly = new Map<CsvRow, { time: string; weekday: string; startsOn: string }>()
  const within = new Map<CsvRow, CsvRow>()
  const mainRow = new Map<string, CsvRow>()
  const saysSame = ({ cells }: CsvRow, as: CsvRow) =>
    cells.every((cell, column) => {
      const isTold = column === time || column === end || (mapping[column] ?? "ignore") === "ignore"
      return isTold || cell.trim() === "" || cell === as.cells[column]
    })
  for (const group of made) {
    const [of] = group
    if (!of) continue
    const next = group
      .map(({ date }) => date)
      .sort()
      .find((date) => date >= today)
    const lesson = { time: of.time, weekday: days[weekday(of.date) - 1] ?? "", startsOn: next ?? "" }
    for (const { row } of group)
      if (row !== of.row && saysSame(row, of.row)) within.set(row, of.row)
      else weekly.set(row, lesson)
    if (!mainRow.has(of.student)) mainRow.set(of.student, of.row)
  }
  const dates = new Map<CsvRow, string[]>()
  const status = statusColumn(headers)
  for (const { row, student, isCanceled } of all) {
    if (weekly.has(row) || within.has(row)) continue
    const main = mainRow.get(student) ?? row
    mainRow.set(student, main)
    const of = main === row || saysSame(row, main) ? main : row
    if (of !== row) within.set(row, of)
    const text = [row.cells[time], row.cells[end]].filter((cell) => cell?.trim()).join(" – ")
    const said = isCanceled ? `${text} (${(row.cells[status] ?? "").trim()})` : text
    dates.set(of, [...(dates.get(of) ?? []), said])
  }
  const added: readonly (readonly [header: string, use: FieldKey | "copyToNotes"])[] = [
    ["Weekday of the appointments", "weekday"],
    ...(columnOf(mapping, "startDate") < 0 ? [["Next appointment", "startDate"] as const] : []),
    ["Appointments", "copyToNotes"],
  ]
  const isDated = new Set(all.map(({ row }) => row))
  const changed = rows.flatMap((row) => {
    if (within.has(row)) return []
    const lesson = weekly.get(row)
    const until = readAppointment(row.cells[end] ?? "", order)?.time ?? row.cells[end] ?? ""
    const said: Partial<Record<string, string>> = {
      weekday: lesson?.weekday ?? "",
      startDate: lesson?.startsOn ?? "",
      copyToNotes: (dates.get(row) ?? []).join("; "),
    }
    const cells = headers.map((_, column) => {
      const cell = row.cells[column] ?? ""
      if (!isDated.has(row) || (column !== time && column !== end)) return cell
      return lesson ? (column === time ? lesson.time : until) : ""
    })
    return [{ ...row, cells: [...cells, ...added.map(([, use]) => said[use] ?? "")] }]
  })
  const uses = Object.fromEntries(added.map(([, use], index) => [headers.length + index, use]))
  return {
    table: {
      headers: [...headers, ...added.map(([header]) => header)],
      mapping: { ...mapping, ...uses },
      rows: changed,
    },
    within,
  }
}
