// Lists that aren't a table of students: a timetable with names in its cells, a column for each day, teacher or room and
// times down the side, or the other way round; and a line for each value. Every name in a cell becomes a row of its own.
import type { CsvRow } from "~/utils/csv"
import { fold } from "~/utils/names"
import {
  atPlace,
  type Flat,
  filledIn,
  labeledLines,
  mostCardRows,
  type Records,
  type Sheet,
} from "~/utils/sheet-rows"
import type { ColumnMapping } from "./roster-field-names"
import { isHeading } from "./roster-fields"
import { namesInstrument, readLessonName, saysInstrument } from "./roster-lesson-name"
import type { AskedDays } from "./roster-merged-above"
import { type Answers, answerTo } from "./roster-questions"
import { dayOfTitle, isLabeled, teacherOfTitle } from "./roster-sections"
import { instruments } from "./roster-synonyms"
import { cleanBlock, cleanLine, isBlankWord } from "./roster-text"
import { minutesBetween, parseLessonTime, parseWeekday, untilNextRow } from "./roster-times"

export const lengthsKey = "lengths until the next row"

/** The rows of a timetable with the lengths that its next rows say, and what is asked of them. */
export function lengthsOfRows(
  { headers, mapping, rows }: { headers: readonly string[]; mapping: ColumnMapping; rows: readonly CsvRow[] },
  answers: Answers,
): { rows: readonly CsvRow[]; asked: (AskedDays & { minutes: number }) | null } {
  const column = headers.findIndex((_, at) => mapping[at] === "minutes")
  const told = column < 0 ? [] : rows.filter(({ cells }) => cells[column]?.endsWith(untilNextRow))
  const [first] = told
  if (!first) return { rows, asked: null }
  const chosen = answerTo(answers, lengthsKey, ["until", "missing"], "until")
  const minutes = Number.parseInt(first.cells[column] ?? "", 10)
  const asked = { chosen, minutes, rowNumbers: told.map(({ rowNumber }) => rowNumber) }
  if (chosen === "until") return { rows, asked }
  const left = new Set(told)
  const without = (row: CsvRow) => ({
    ...row,
    cells: row.cells.map((cell, at) => (at === column ? "" : cell)),
  })
  return { rows: rows.map((row) => (left.has(row) ? without(row) : row)), asked }
}

/** The heading of notes and titles in the column of the times. */
export const amongTimes = "Among the times"

const headings = [
  "Student",
  "Day",
  "Time",
  "End time",
  "Length",
  "Lesson type",
  "Instrument",
  "Teacher",
  "Room",
  "Details",
  amongTimes,
] as const
type Heading = (typeof headings)[number]
type Entry = Partial<Record<Heading, string>>

const lookedAt = 30
/** No timetable is larger: each cell of a longer list would be looked at. */
const mostRows = 400
const mostColumns = 40
/** So many rows tell what a column holds. */
const sampled = 60
const isTooLarge = (own: Records): boolean =>
  own.length > mostRows || own.some(({ length }) => length > mostColumns)
const mostNames = 50
/** A lesson is no longer than that (minutes) where only the next row says its end. */
const longestGap = 120

const dayIn = (text: string): string | null => {
  const line = cleanLine(text)
  const [, word = ""] = /^(\p{L}[\p{L}.'-]*)/u.exec(line) ?? []
  const day = word.replace(/\.$/, "")
  if (line.length > 40 || day.length < 2 || !(line.includes(":") || parseWeekday(day).ok)) return null
  return dayOfTitle(line) ?? (/^\p{L}[\p{L}.'-]*[\s,(:]+[\d(/.–-]/u.test(line) ? dayOfTitle(day) : null)
}
/** The same of a heading, also of a teacher's: "Lee (Mon)". */
const dayOver = (text: string): string | null =>
  dayIn(text) ?? dayOfTitle(/\(([^()]+)\)$/.exec(cleanLine(text))?.[1] ?? "")
const timeIn = (text: string): string | null => {
  const line = cleanLine(text)
  const read = line.length <= 24 && /\d/.test(line) ? parseLessonTime(line) : null
  return read?.ok && read.value.time !== null && read.value.weekday === null ? line : null
}
const isRoom = (text: string): boolean =>
  /^(?:(?:room|studio|hall|saal|raum|zimmer|salle|sala|aula|lokale?t?|sal|stanza)\b|(?:r|rm)\.? ?\d)/i.test(
    cleanLine(text),
  )

/** "Ms. Lee (Room 2)" is a teacher and where the lessons are. */
function whoIn(head: string): Entry {
  const [, teacher = "", room = ""] = /^([^()]*[^()\s])\s*\(([^()]+)\)$/.exec(cleanLine(head)) ?? []
  if (teacher && isRoom(room) && !isRoom(teacher)) return { Teacher: teacher, Room: room }
  return { [isRoom(head) ? "Room" : "Teacher"]: head }
}

const startOf = (time: string): string | null => {
  const read = parseLessonTime(time)
  return read.ok ? read.value.time : null
}
const hasEnd = (time: string): boolean => {
  const read = parseLessonTime(time)
  return read.ok && read.value.minutes !== null
}

/** What the cells below a row are, where most are one: the times or days down the side of a timetable. */
function sideOf(below: Records, column: number): "time" | "day" | null {
  const cells = below.slice(0, sampled).flatMap((record) => cleanLine(record[column] ?? "") || [])
  const share = (is: (cell: string) => unknown) => cells.filter(is).length / Math.max(cells.length, 1)
  if (cells.length < 2) return cells.length === 1 && below.length > 2 && dayIn(cells[0] ?? "") ? "day" : null
  if (share(timeIn) >= 0.6) return "time"
  return share(dayIn) >= 0.6 ? "day" : null
}

/** What each column is down the side; one with a day for a heading has no days below it, whatever its cells look like. */
const sidesOf = (above: Records, below: Records, width: number): ("time" | "day" | null)[] =>
  Array.from({ length: width }, (_, column) => {
    const side = sideOf(below, column)
    return side === "day" && above.some((record) => dayIn(record[column] ?? "")) ? null : side
  })

const daysIn = (record: readonly string[] | undefined): number =>
  new Set((record ?? []).flatMap((cell) => fold(dayOver(cell) ?? "") || [])).size

/** Whether a row, of a timetable's headings, has what a list of students has: "Name", "Email". */
const namesStudents = (record: readonly string[] | undefined): boolean =>
  filledIn(record).some(
    (cell) => isHeading(cell) && !dayIn(cell) && !timeIn(cell) && !isRoom(cell) && !isOfSide(cell),
  )

const isOfSide = (cell: string): boolean =>
  /^(?:#|no|nr|time|times|uhrzeit|zeit|hour|hours|heure|horaires?|hora|horario|ora|orario|tijd|tid|kl|klokken|from|von|to|bis|start|end|start time|end time|begin|beginn|ende|slot|period|day|tag|jour|dia|dag|giorno|godzina|cas|time day|day time)$/.test(
    fold(cell),
  )

/** A cell that begins with its time: "15:00 Milo Smith". */
const timeAhead =
  /^(\d{1,2}(?:[:.h]\d{2})?\s*(?:[ap]\.?m\.?|uhr|h)?(?:\s*[-–]\s*\d{1,2}(?:[:.h]\d{2})?\s*(?:[ap]\.?m\.?|uhr|h)?)?)[\s,:–-]+(?=\p{L})/iu
const timeAheadOf = (text: string): string | null => {
  const [, time = ""] = timeAhead.exec(cleanLine(text)) ?? []
  return /[:.h]\d|[ap]m|uhr|h$/i.test(time) ? timeIn(time) : null
}
const isName = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !timeIn(text) && !dayIn(text) && !text.includes("@") && text.length <= 200

/** The rows that hold the headings of a timetable, counted from 1; none where the rows are no timetable. */
export function guessGrid(own: Records): number[] {
  if (isTooLarge(own)) return []
  for (const [index, record] of own.slice(0, lookedAt).entries()) {
    if (filledIn(record).length === 0) continue
    if (namesStudents(record)) {
      if (filledIn(record).filter(isHeading).length > 1) return []
      continue
    }
    const below = own
      .slice(index + 1, index + 1 + 2 * sampled)
      .filter((each) => filledIn(each).length > 0)
      .slice(0, sampled)
    const days = daysIn(record)
    const times = record.filter((cell) => timeIn(cell)).length
    if (days < 2 && times < 2 && ![0, 1].some((column) => sideOf(below, column) === "time")) continue
    const width = Math.max(record.length, ...below.map(({ length }) => length))
    const sides = sidesOf([record], below, width)
    // A row of a list that has no headings.
    if (record.some((cell, column) => isOwnSide(cell, sides[column]))) continue
    const inner = below.flatMap((each) =>
      each.flatMap((cell, column) => (!sides[column] && cleanLine(cell) ? [cell] : [])),
    )
    const named = inner.filter(isName).length
    if (named < 2 || named < inner.length * 0.5) continue
    // Under the days of two lists beside each other, each with headings of its own.
    if (filledIn(own[index + 1]).filter((cell) => namesStudents([cell])).length > 1) continue
    const isTimed = sides.includes("time")
    const isDated = inner.filter(timeAheadOf).length >= inner.length * 0.5
    const others = record.filter((cell, column) => cleanLine(cell) && !sides[column] && !isOfSide(cell))
    const first = sides.findIndex(Boolean)
    if (daysOver(record, sides) >= 2 && days >= others.length * 0.5 && (isTimed || isDated)) {
      const next = own[index + 1] ?? []
      const isOfTwo =
        daysIn(next) === 0 &&
        filledIn(next).length > 1 &&
        !next.some((cell) => timeIn(cell) || timeAheadOf(cell))
      return isOfTwo && isTimed ? [index + 1, index + 2] : [index + 1]
    }
    if (times >= 2 && times >= others.length * 0.6 && sides.includes("day")) return [index + 1]
    // Teachers or rooms, with the times in front and no column that a list of students has.
    const isSided = first === 0 && isTimed && others.length >= 2 && below.length >= 3
    if (isSided && (others.every(isRoom) || (areTeachers(others) && areFew(inner, others))))
      return [index + 1]
  }
  return []
}

const isOwnSide = (cell: string, side: "time" | "day" | null | undefined): boolean =>
  (side === "day" && dayIn(cell) !== null) || (side === "time" && timeIn(cell) !== null)

/** How many days have a column that is no side: a list can have the time of each day beside a student. */
function daysOver(record: readonly string[], sides: readonly ("time" | "day" | null)[]): number {
  const days = new Set<string>()
  let day: string | null = null
  for (const [column, side] of sides.entries()) {
    const cell = record[column] ?? ""
    if (cleanLine(cell)) day = dayOver(cell)
    if (day !== null && side === null) days.add(fold(day))
  }
  return days.size
}

/** Whether headings are teachers as a timetable calls them: each "Ms. Lee" or "Anna Berg". */
const areTeachers = (heads: readonly string[]): boolean =>
  heads.every(
    (head) => teacherTitle(head) !== null || /^\p{Lu}[\p{L}'’-]+ \p{Lu}[\p{L}'’-]+$/u.test(cleanLine(head)),
  )

const isData = (cell: string): boolean => cell.includes("@") || /^[\d\s.,$€£:+()-]+$/.test(cell)
/** Whether cells are as those of a timetable: none an address, a number or what is taught alone, and no heading among them. */
const areFew = (inner: readonly string[], others: readonly string[]): boolean =>
  !others.some(isHeading) &&
  inner.every((cell) => !isData(cleanLine(cell))) &&
  inner.filter(saysInstrument).length < inner.length * 0.3

/** Whether a sheet may have a line for each value: a label that is a heading, and what it says. */
export function areCards(own: Records): boolean {
  if (own.length > mostCardRows) return false
  if (!own.every((record) => filledIn(record).length <= 2 || /^[^:]{1,40}:/.test(filledIn(record)[0] ?? "")))
    return false
  const lines = labeledLines(own).flatMap((line) => line ?? [])
  const labeled = lines.filter(({ label, value }) => label !== null && (value !== "" || isHeading(label)))
  const known = labeled.filter(({ label }) => isHeading(label ?? ""))
  const distinct = new Set(known.map(({ label }) => fold(label ?? "")))
  return (
    distinct.size >= 2 &&
    labeled.length >= lines.length * 0.6 &&
    known.length >= labeled.length * 0.5 &&
    // Two columns of headings are a table of two columns.
    labeled.filter(({ value }) => isHeading(value)).length < labeled.length * 0.3
  )
}

type Heads = { day: string | null; time: string | null; who: string }[]

const titled = (label: RegExp, text: string): string | null => label.exec(cleanLine(text))?.[1] ?? null
const teacherTitle = (text: string): string | null =>
  teacherOfTitle(
    text.replace(
      /^(?:timetable|schedule|stundenplan|horaires?|horario|orario|rooster|schema)\s*(?:(?:of|for|von|de|di|van|för|for)\s|:|[-–])?\s*/i,
      "",
    ),
  ) ??
  (isLabeled(text)
    ? titled(
        /^(?:teacher|tutor|instructor|lehrer(?:in)?|lehrkraft|professeur|profesora?|lærer|lärare)\s*:\s*(.+)$/i,
        text,
      )
    : null)

function headsOf(
  rows: readonly (readonly string[])[],
  width: number,
  sides: readonly ("time" | "day" | null)[],
): Heads {
  let day: string | null = null
  let isOverSide = false
  return Array.from({ length: width }, (_, column) => {
    const labels = rows.map((record) => cleanLine(record[column] ?? "")).filter(Boolean)
    const its = labels.flatMap((label) => dayOver(label) ?? [])
    if (its[0]) {
      day = its[0]
      isOverSide = Boolean(sides[column])
    } else if (labels.length === 0 ? !isOverSide : rows.length === 1) day = null
    const who = labels.flatMap((label) => {
      if (!dayOver(label)) return timeIn(label) || isOfSide(label) ? [] : [label]
      const [, inFront = "", inside = ""] = /^([^()]+?)\s*\(([^()\d]+)\)$/.exec(label) ?? []
      return [dayIn(inFront) ? inside : inFront].filter(Boolean)
    })
    const time = labels.find((label) => timeIn(label)) ?? null
    return { day, time, who: who.join(" ") }
  })
}

/** A timetable as a table with a row for each name in its cells, numbered by its cell. */
export function readGrid(own: Records, sheet: Pick<Sheet, "headings" | "title">): Flat {
  if (isTooLarge(own)) return { labels: [], rows: [] }
  const first = sheet.headings.at(-1) ?? 0
  const above = sheet.headings.map((row) => own[row - 1] ?? [])
  const below = own.slice(first)
  const width = Math.max(0, ...above.map(({ length }) => length), ...below.map(({ length }) => length))
  const sides = sidesOf(above, below, width)
  const heads = headsOf(above, width, sides)
  const reading = new GridReading(
    heads,
    sides,
    sides.map((side, at) =>
      usualGap(
        side === "time" ? below.map((record) => cleanLine(record[at] ?? "")) : heads.map(({ time }) => time),
      ),
    ),
  )
  for (const record of own.slice(0, (sheet.headings[0] ?? 1) - 1)) reading.title(filledIn(record).join(" "))
  for (const [at, record] of below.entries()) reading.take(record, first + at + 1)
  const said = headings.filter(
    (heading, at) => at === 0 || reading.entries.some(({ entry }) => entry[heading]),
  )
  return {
    labels: [...said],
    rows: reading.entries.map(
      ({ rowNumber, entry }): CsvRow => ({ rowNumber, cells: said.map((heading) => entry[heading] ?? "") }),
    ),
  }
}

/** The minutes from one time to the next that come most often; null where the times don't tell. */
function usualGap(times: readonly (string | null)[]): number | null {
  const starts = times.flatMap((time) => startOf(time ?? "") ?? [])
  const counts = new Map<number, number>()
  for (const [at, start] of starts.entries()) {
    const gap = minutesBetween(start, starts[at + 1] ?? start)
    if (starts[at + 1] && gap !== null && gap <= longestGap) counts.set(gap, (counts.get(gap) ?? 0) + 1)
  }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null
}

class GridReading {
  readonly entries: { rowNumber: number; entry: Entry }[] = []
  #heads: Heads
  readonly #sides: readonly ("time" | "day" | null)[]
  /** The minutes from one time of a column to the next. */
  readonly #gaps: readonly (number | null)[]
  #said: { day: string | null; teacher: string | null } = { day: null, teacher: null }
  /** What each column has in the row above, to tell a lesson that goes on. */
  #before = new Map<number, { text: string; row: number; entries: Entry[]; rows: number }>()
  #sideDay: string | null = null

  constructor(heads: Heads, sides: readonly ("time" | "day" | null)[], gaps: readonly (number | null)[]) {
    this.#heads = heads
    this.#sides = sides
    this.#gaps = gaps
  }

  /** Takes what a title says of all that is below it; false where it says neither a day nor a teacher. */
  title(text: string): boolean {
    const day = dayIn(text)
    const teacher = day ? null : teacherTitle(text)
    if (day) this.#said = { ...this.#said, day }
    if (teacher) this.#said = { ...this.#said, teacher }
    return day !== null || teacher !== null
  }

  take(record: readonly string[], row: number): void {
    const filled = record.flatMap((cell, column) => (cleanLine(cell) ? [column] : []))
    const [only] = filled
    if (only === undefined) return
    if (daysIn(record) >= 2 && !filled.some((column) => timeIn(record[column] ?? ""))) {
      this.#begin(record)
      return
    }
    // The headings again, above other teachers or rooms.
    const isAgain = filled.some((column) => this.#sides[column] === "time" && isOfSide(record[column] ?? ""))
    if (isAgain && filled.length > 1) {
      this.#begin(record)
      return
    }
    const isTitle = filled.length === 1 && this.title(record[only] ?? "")
    if (isTitle && this.#sides[only] !== "day") return
    const side = { time: "", end: "" }
    let isOwnTime = true
    for (const column of Array.from({ length: this.#heads.length }, (_, each) => each)) {
      const cell = cleanLine(record[column] ?? "")
      if (this.#sides[column] === "day") this.#sideDay = dayIn(cell) ?? this.#sideDay
      if (this.#sides[column] === "time" && timeIn(cell)) {
        if (side.time && isOwnTime && this.#sides[column - 1] === "time") side.end = cell
        else {
          side.time = cell
          side.end = ""
        }
        isOwnTime = true
      }
      const isSide =
        this.#sides[column] === "time" ? timeIn(cell) : this.#sides[column] === "day" && dayIn(cell)
      // A note or a title among the times.
      if (cell && !isSide && this.#sides[column])
        this.entries.push({ rowNumber: atPlace(row, column, 0), entry: { [amongTimes]: cell } })
      else if (cell && !isSide) this.#cell(cleanBlock(record[column] ?? ""), { row, column, side })
      if (cell && !isSide) isOwnTime = false
    }
  }

  #begin(record: readonly string[]) {
    this.#heads = headsOf([record], Math.max(record.length, this.#heads.length), this.#sides)
    this.#before.clear()
  }

  #cell(
    text: string,
    { row, column, side }: { row: number; column: number; side: { time: string; end: string } },
  ) {
    if (isBlankWord(text) || !/[\p{L}\p{N}]/u.test(text)) return
    const head = this.#heads[column]
    const before = this.#before.get(column)
    if (before && before.text === fold(text) && before.row === row - 1 && side.time && head?.time === null) {
      before.row = row
      before.rows += 1
      for (const entry of before.entries)
        this.#goesOn(entry, before.rows, { ...side, gap: this.#gapAt(column) })
      return
    }
    const time = head?.time ?? side.time
    const about: Entry = {
      Day: head?.day ?? this.#sideDay ?? this.#said.day ?? "",
      Time: time,
      "End time": side.end,
      ...(head?.who ? whoIn(head.who) : {}),
      ...(this.#said.teacher && (!head?.who || isRoom(head.who)) ? { Teacher: this.#said.teacher } : {}),
    }
    const gap = time && !hasEnd(time) && !side.end ? this.#gapAt(column) : null
    const entries = readCell(text).map((said): Entry => {
      const isUntold = gap !== null && !said.Length && !(said.Time && hasEnd(said.Time))
      return { ...about, ...said, ...(isUntold ? { Length: `${gap}${untilNextRow}` } : {}) }
    })
    for (const [name, entry] of entries.entries())
      this.entries.push({ rowNumber: atPlace(row, column, name), entry })
    this.#before.set(column, { text: fold(text), row, entries, rows: 1 })
  }

  /** Of the times in front of a column. */
  #gapAt(column: number): number | null {
    const side = this.#sides.slice(0, column).lastIndexOf("time")
    return this.#gaps[side < 0 ? Math.max(this.#sides.indexOf("time"), 0) : side] ?? null
  }

  /** A name that comes again in the next row is one longer lesson. */
  #goesOn(entry: Entry, rows: number, { time, end, gap }: { time: string; end: string; gap: number | null }) {
    if (entry.Length?.endsWith(untilNextRow) && gap) entry.Length = `${gap * rows}${untilNextRow}`
    else if (end) entry["End time"] = end
    else if (hasEnd(time)) entry.Time = joined(entry.Time ?? "", time)
  }
}

/** "15:00-15:30" and "15:30-16:00" as one. */
const joined = (one: string, other: string): string => {
  const [from = ""] = one.split(/\s*[-–—−]\s*/)
  return `${from}-${other.split(/\s*[-–—−]\s*/).at(-1) ?? ""}`
}

const between = /\s*(?:[;&+]|\/(?!\d)|\s(?:and|und|et|och|og|en|ja)\s)\s*/iu
/** These are within names, too: "José Ortega y Gasset", "Anna E Smith". */
const betweenWholeNames = /\s[yei]\s/iu
/** "(30)" and "45" behind a name are its lesson's length. */
const lengthBehind = /\s*\(\s*(\d{2,3})\s*\)$|(?<=\p{L}\.?)\s+(15|20|25|30|40|45|50|60|75|90)$/u
const lengthIn = /[\s(,–-]*\b(\d{2,3})\s*(?:mins?|minutes?|minuten|minutos|minuti|['′])(?!\w)[\s.)]*/i

/** No cell of names is longer. */
const longestCell = 300

/** The names of a cell, each with what is said beside it: "15:00 Milo Smith (piano, 30 min)", "Milo & Ada Smith". */
function readCell(text: string): Entry[] {
  if (text.length > longestCell) return [{ Student: cleanLine(text) }]
  const entries: Entry[] = []
  let ahead: Entry = {}
  for (const line of text.split("\n").map(cleanLine).filter(Boolean)) {
    const time = timeAheadOf(line)
    const untimed = time ? line.replace(timeAhead, "") : line
    if (timeIn(untimed)) {
      const last = entries.at(-1)
      if (last) last.Time = untimed
      else ahead = { ...ahead, Time: untimed }
      continue
    }
    const length = lengthIn.exec(untimed) ?? lengthBehind.exec(untimed)
    const minutes = length?.[1] ?? length?.[2] ?? ""
    const { name, more } = apart(length ? untimed.replace(length[0], " ").trim() : untimed)
    const instrument = more.find((each) => namesInstrument(each)) ?? ""
    const details = more.filter((each) => each !== instrument).join(", ")
    const said: Entry = {
      ...(time ? { Time: time } : {}),
      ...(minutes ? { Length: minutes } : {}),
      ...(instrument ? { Instrument: instrument } : {}),
      ...(details ? { Details: details } : {}),
    }
    const last = entries.at(-1)
    if (name === "" && last)
      Object.assign(
        last,
        said,
        details ? { Details: [last.Details, details].filter(Boolean).join(", ") } : {},
      )
    else if (name === "") ahead = { ...ahead, ...said }
    else {
      const names = namesIn(name)
      const shared: Entry = names.length > 1 ? { "Lesson type": "Group" } : {}
      for (const Student of names) entries.push({ Student, ...shared, ...ahead, ...said })
      ahead = {}
    }
  }
  // A cell that names no one is named as it is.
  return entries.length > 0 && entries.length <= mostNames ? entries : [{ Student: cleanLine(text) }]
}

/** The name in front, and what is in parentheses, behind a dash or a comma, or is what they learn. */
function apart(text: string): { name: string; more: string[] } {
  const more: string[] = []
  const bare = text.replace(/\s*[([]([^)\]]*)[)\]]\s*/g, (_, inside: string) => {
    more.push(...inside.split(/\s*,\s*/).filter(Boolean))
    return " "
  })
  const [front = "", ...behind] = bare.trim().split(/\s+[-–—|]\s+|\s*:\s+|\s*,\s*$/)
  more.push(...behind.filter(Boolean))
  const parts = front.split(/\s*,\s*/).filter(Boolean)
  const taught = parts.slice(1).filter(namesInstrument)
  const name = parts.filter((part, at) => at === 0 || !taught.includes(part)).join(", ")
  more.push(...taught)
  const words = name.split(" ")
  const at =
    words.length > 2
      ? [words.length - 1, 0].find((index) => instruments.includes(fold(words[index] ?? "")))
      : undefined
  if (at !== undefined) more.push(...words.splice(at, 1))
  const isTaught = isTaughtAlone(words.join(" ")) || (words.join("") !== "" && !/\p{L}/u.test(words.join("")))
  if (isTaught && words.join("") !== "") return { name: "", more: [words.join(" "), ...more] }
  return { name: words.join(" ").trim(), more }
}

/** "Piano", "Electric guitar", "Piano lesson"; a name can be like an instrument: "Viola Davis". */
const isTaughtAlone = (text: string): boolean =>
  fold(text)
    .split(" ")
    .every((word) => instruments.includes(word) || kindsOfInstrument.has(word)) ||
  readLessonName(text) !== null
const kindsOfInstrument = new Set(
  "electric acoustic classical jazz double bass french alto tenor soprano pop".split(" "),
)

/** Several names of one cell, the last name given to those before it: "Milo & Ada Smith". */
function namesIn(text: string): string[] {
  const names = text
    .split(between)
    .flatMap((name) => {
      const parts = name.trim().split(betweenWholeNames)
      return parts.every((part) => part.trim().includes(" ")) ? parts : [name]
    })
    .map((name) => name.trim())
    .filter(Boolean)
  const last = names.at(-1)?.split(" ") ?? []
  if (names.length < 2 || last.length !== 2) return names
  return names.map((name) => (name.includes(" ") ? name : `${name} ${last[1]}`))
}
