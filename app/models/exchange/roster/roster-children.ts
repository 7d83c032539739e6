// Several children in one row: "Child 2 first name" beside the first, or "Ada & Ben Lowe" in one cell. Each becomes a row of
// its own that shares the family; what else the row says is the first child's.
import type { CsvRow } from "~/utils/csv"
import { fold } from "~/utils/names"
import { perChild, perLesson } from "~/utils/sheet-rows"
import { byMonth, isMonthlyHeading } from "./roster-amounts"
import { type ColumnMapping, type ColumnUse, columnOf, lessonFields } from "./roster-field-names"
import { childNumbersIn, childOf, lessonOf } from "./roster-fields"
import { lessonsIn } from "./roster-lesson-name"
import { cleanLine, isNameParticle } from "./roster-text"
import { parseWeekday, severalDays } from "./roster-times"
import { parseBilling } from "./roster-values"

/** "Ann Roy, Ben Roy" are two children of one last name, and no name that is turned. */
function areWholeNames(parts: readonly string[]): boolean {
  const words = parts.map((part) => fold(part).split(" "))
  const ends = new Set(words.map((each) => each.at(-1)))
  return parts.length > 1 && ends.size === 1 && words.every((each) => each.length > 1)
}

/** A row as it is read: with what its columns mean for this child. */
export type ChildRow = {
  row: CsvRow
  mapping: ColumnMapping
  siblings: number
  note?: string
  /** The row lists the students of a class, who are no siblings. */
  isOfClass?: boolean
}

const ofFamily =
  /^(?:guardian\d.*|household|householdCode|openingBalance|address2?|houseNumber|city|region|postcode|country|field-.*-[12])$/

const isOfLesson: ReadonlySet<ColumnUse> = new Set(lessonFields)
const ofClasses: ReadonlySet<ColumnUse> = new Set([...lessonFields, "copyToNotes"])

/** What the columns mean for a further child of a row. */
function mappingOf(mapping: ColumnMapping, number: number): ColumnMapping {
  const own: ColumnMapping = {}
  // One last name in a row is all its children's.
  const hasOwnLast = Object.values(mapping).includes(`child${number}-lastName` as ColumnUse)
  for (const [column, use] of Object.entries(mapping)) {
    const child = childOf(use)
    const theirs = child
      ? child.number === number
        ? child.field
        : "ignore"
      : ofFamily.test(use) || (use === "lastName" && number > 1 && !hasOwnLast)
        ? use
        : "ignore"
    own[Number(column)] = theirs
  }
  return own
}

/** "Emma Meyer" beside the last name of her brother is whole: that one isn't hers. */
function withOwnLastName({ cells }: CsvRow, mapping: ColumnMapping): ColumnMapping {
  const isWhole = Object.entries(mapping).some(
    ([column, use]) => use === "fullName" && /\S[\s,]+\S/.test((cells[Number(column)] ?? "").trim()),
  )
  return isWhole ? without(mapping, (use) => use === "lastName") : mapping
}

/** A student's lessons that one row names, each a row of its own: "Wed & Fri" at 4:00, or "Lesson 2 day" beside the first. */
export function* lessonsOf(
  child: ChildRow,
  { headers, dayWord }: { headers: readonly string[]; dayWord: (text: string) => string },
): Generator<ChildRow> {
  const { row, mapping } = child
  let index = 0
  for (const lesson of [undefined, 2, 3, 4, 5, 6, 7]) {
    const own =
      lesson === undefined ? firstLesson(mapping) : furtherLesson(row, headers, { mapping, number: lesson })
    if (!own) continue
    const { column, parts } = severalIn(row, own, dayWord)
    const each = parts.length > 1 ? ofEachDay(row, own, parts.length) : new Map<number, string[]>()
    const rest =
      parts.length > 1 && isMonthly(row, headers, own)
        ? without(own, (use) => use === "price" || use === "billing")
        : own
    for (const [nth, part] of (parts.length > 0 ? parts : [""]).entries()) {
      yield {
        row: {
          rowNumber: row.rowNumber + index * perLesson,
          cells:
            parts.length > 0
              ? row.cells.map((cell, at) => (at === column ? part : (each.get(at)?.[nth] ?? cell)))
              : row.cells,
        },
        mapping: nth === 0 ? own : rest,
        siblings: index === 0 ? child.siblings : 0,
        ...(index === 0 && child.note ? { note: child.note } : {}),
        ...(child.isOfClass ? { isOfClass: true } : {}),
      }
      index++
    }
  }
}

/** Cells that say as much as there are days: "3:30 PM / 4:00 PM" beside "Mon/Thu". */
function ofEachDay({ cells }: CsvRow, mapping: ColumnMapping, count: number): Map<number, string[]> {
  const found = new Map<number, string[]>()
  for (const [at, cell] of cells.entries()) {
    if (!/^(?:time|endTime|minutes|teacher|instrument)$/.test(mapping[at] ?? "") || cell.length > 200)
      continue
    const parts = cell.split(/\s*[/;&\n]\s*|\s+(?:and|und|et|y)\s+/iu).filter(Boolean)
    if (parts.length === count) found.set(at, parts)
  }
  return found
}

/** Whether a row's price is by the month: of its lessons it is said once. */
const isMonthly = ({ cells }: CsvRow, headers: readonly string[], mapping: ColumnMapping): boolean =>
  (["price", "billing"] as const).some((field) => {
    const text = cells[columnOf(mapping, field)] ?? ""
    const read = parseBilling(
      isMonthlyHeading(headers[columnOf(mapping, field)] ?? "") ? byMonth(text) : text,
    )
    return read.ok && read.value.mode === "monthly"
  })

/** The several days or lessons that one cell of a lesson names, and where it is. */
function severalIn(
  { cells }: CsvRow,
  mapping: ColumnMapping,
  dayWord: (text: string) => string,
): { column: number; parts: string[] } {
  for (const use of ["weekday", "time"] as const) {
    const column = columnOf(mapping, use)
    const cell = dayWord(cells[column] ?? "")
    const days = use === "weekday" ? severalDays(cell) : []
    const parts = days.length > 0 ? days : lessonsIn(cell)
    if (parts.length > 0) return { column, parts }
  }
  return { column: -1, parts: [] }
}

const without = (mapping: ColumnMapping, test: (use: ColumnUse) => boolean): ColumnMapping =>
  Object.fromEntries(Object.entries(mapping).map(([column, use]) => [column, test(use) ? "ignore" : use]))

const firstLesson = (mapping: ColumnMapping): ColumnMapping =>
  without(mapping, (use) => lessonOf(use) !== null)

/** What the columns mean for a further lesson of a row that has one: what only the first says is said of both, but not when it is. */
function furtherLesson(
  row: CsvRow,
  headers: readonly string[],
  { mapping, number }: { mapping: ColumnMapping; number: number },
): ColumnMapping | null {
  const own = Object.entries(mapping).flatMap(([column, use]) => {
    const lesson = lessonOf(use)
    return lesson?.number === number ? [{ column: Number(column), field: lesson.field }] : []
  })
  if (!own.some(({ column }) => (row.cells[column] ?? "").trim() !== "")) return null
  const paid = isMonthly(row, headers, mapping) ? ["price", "billing"] : []
  const said = new Set<string>([...own.map(({ field }) => field), "weekday", "time", "endTime", ...paid])
  const rest = without(
    mapping,
    (use) => lessonOf(use) !== null || said.has(use) || use === "copyToNotes" || use === "notes",
  )
  return { ...rest, ...Object.fromEntries(own.map(({ column, field }) => [column, field])) }
}

/** How the rows of a file with this mapping are taken apart. */
export function childrenIn(mapping: ColumnMapping, headers: readonly string[]): (row: CsvRow) => ChildRow[] {
  const entries = Object.entries(mapping).map(([column, use]) => ({
    column: Number(column),
    use,
    child: childOf(use),
  }))
  const numbers = [...new Set(entries.flatMap(({ child }) => child?.number ?? []))].sort((a, b) => a - b)
  const first: ColumnMapping = Object.fromEntries(
    entries.map(({ column, use, child }) => [column, child ? "ignore" : use]),
  )
  const further = new Map(numbers.map((number) => [number, mappingOf(mapping, number)]))
  const names = entries.filter(({ use }) => use === "fullName" || use === "firstName")
  const column = (names.find(({ use }) => use === "firstName") ?? names[0])?.column
  const isList =
    /\b(?:(?:students|children|pupils|kids|siblings|participants|members|attendees|kinder|enfants|hijos|eleves|alumnos|alunos|allievi|leerlingen|deelnemers|deltagere|deltakere|teilnehmer(?:innen)?|uczniowie|uczestnicy)\b|(?:student|child|pupil|kid)s? (?:first )?names\b|(?:student|pupil|kid|enfant|eleve|alumno) s\b|child ren\b)/.test(
      fold(headers[column ?? -1] ?? ""),
    )
  const ofChildren = childNumbersIn(headers)
  // "Student 2: Age", which has no field, is kept with that one.
  const notesOf = entries.flatMap(({ column: at, use }) => {
    const number = use === "copyToNotes" ? (ofChildren[at] ?? 1) : 1
    return number > 1 ? [{ column: at, number }] : []
  })
  const hasFamily = entries.some(({ use }) => ofFamily.test(use))
  const hasAges = /\bages?\b/i.test(headers[column ?? -1] ?? "")
  // Beside a column of days such a heading is another word: "Giờ" is a time.
  const hasDays = entries.some(({ use }) => use === "weekday")
  // "Thursday", or "Time (Thurs)"; two capitals, "(PT)", are a time zone.
  const dayOf = (at: number) =>
    /\((\p{L}{3,20}\.?|\p{Lu}\p{Ll}\.?)\)\s*$/u.exec(headers[at] ?? "")?.[1] ?? headers[at] ?? ""
  const days = entries.filter(
    ({ column: at, use }) => !hasDays && /^(?:lesson\d-)?time$/.test(use) && parseWeekday(dayOf(at)).ok,
  )
  return (written) => {
    // In a column for each day, the heading says the day.
    const row =
      days.length === 0
        ? written
        : {
            ...written,
            cells: written.cells.map((cell, at) =>
              cell.trim() && days.some((day) => day.column === at) ? `${dayOf(at)} ${cell.trim()}` : cell,
            ),
          }
    const isFilled = (number: number) =>
      entries.some(({ column: at, child }) => child?.number === number && (row.cells[at] ?? "").trim() !== "")
    const numbered = numbers.filter(isFilled)
    if (numbered.length > 0) {
      const named = [...names, ...entries.filter(({ child }) => child?.field === "fullName")]
      const isOfClass = !hasFamily && areClassmates(row, named) && isClassRow(row, first)
      const shared = isOfClass ? Object.entries(first).filter(([, use]) => ofClasses.has(use)) : []
      const said = isOfClass ? { isOfClass } : {}
      const theirs = notesOf.filter(({ number }) => numbered.includes(number))
      const others = Object.fromEntries(theirs.map((each) => [each.column, "ignore" as const]))
      const notes = (number: number) =>
        Object.fromEntries(
          theirs.flatMap((each) => (each.number === number ? [[each.column, "copyToNotes" as const]] : [])),
        )
      // "Ava (piano)" below "Student 1", as in a list of one a row.
      const bare = withoutRemarks(row, named, headers)
      return [
        {
          row: bare.row,
          mapping: { ...first, ...others },
          siblings: isOfClass ? 0 : numbered.length,
          ...bare.noteOf(1),
          ...said,
        },
        ...numbered.map((number) => ({
          ...bare.noteOf(number),
          row: { ...bare.row, rowNumber: row.rowNumber + (number - 1) * perChild },
          mapping: withOwnLastName(row, {
            ...further.get(number),
            ...Object.fromEntries(shared),
            ...notes(number),
          }),
          siblings: 0,
          ...said,
        })),
      ]
    }
    const listed = column === undefined ? [] : namesIn(row.cells[column] ?? "", { isList, hasAges })
    if (column === undefined || (listed.length < 2 && !listed[0]?.said)) {
      const { name, said } = withoutRemark(row.cells[column ?? -1] ?? "")
      if (name === row.cells[column ?? -1]) return [{ row, mapping: first, siblings: 0 }]
      const cells = row.cells.map((cell, at) => (at === column ? name : cell))
      const note = said ? { note: `${headers[column ?? -1] ?? ""}: ${said}` } : {}
      return [{ row: { ...row, cells }, mapping: first, siblings: 0, ...note }]
    }
    const areOthers = new Set(listed.map(({ name }) => fold(name).split(" ").at(-1))).size > 1
    const isOfClass = isList && areOthers && !hasFamily && isClassRow(row, first)
    const shared = isOfClass ? without(first, (use) => use === "studentCode") : mappingOf(mapping, 0)
    const each = eachOwn(row, first, headers, listed)
    // A lesson each: what the row says of lessons is said of all.
    const haveLessons = [...each.keys()].some((at) => first[at] === "time")
    // But a family's fee for the month is the first one's alone.
    const paid = isMonthly(row, headers, first) ? ["price", "billing"] : []
    const ofLessons = haveLessons
      ? Object.entries(first).filter(([, use]) => isOfLesson.has(use) && !paid.includes(use))
      : []
    return listed.map(({ name, said }, index) => ({
      ...(said ? { note: `${headers[column] ?? ""}: ${said}` } : {}),
      row: {
        rowNumber: row.rowNumber + index * perChild,
        cells: row.cells.map((cell, at) => (at === column ? name : (each.get(at)?.[index] ?? cell))),
      },
      mapping:
        index === 0
          ? first
          : withOwnLastName(
              { ...row, cells: row.cells.map((cell, at) => (at === column ? name : cell)) },
              {
                ...shared,
                [column]: first[column] ?? "ignore",
                ...lastNameIn(first),
                ...Object.fromEntries(ofLessons),
                ...Object.fromEntries([...each.keys()].map((at) => [at, first[at] ?? "ignore"])),
              },
            ),
      siblings: index === 0 && !isOfClass && !haveLessons ? listed.length - 1 : 0,
      ...(isOfClass ? { isOfClass } : {}),
    }))
  }
}

/** A row whose names have no remarks behind them, and the note of each child's. */
function withoutRemarks(
  row: CsvRow,
  named: readonly { column: number; child?: { number: number } | null }[],
  headers: readonly string[],
) {
  const notes = new Map<number, string>()
  const cells = [...row.cells]
  for (const { column, child } of named) {
    const { name, said } = withoutRemark(cells[column] ?? "")
    if (!said) continue
    cells[column] = name
    notes.set(child?.number ?? 1, `${headers[column] ?? ""}: ${said}`)
  }
  const noteOf = (number: number) => {
    const note = notes.get(number)
    return note ? { note } : {}
  }
  return { row: { ...row, cells }, noteOf }
}

/** Whether the students in columns beside each other have other last names: those of one class are no siblings. */
const areClassmates = ({ cells }: CsvRow, named: readonly { column: number }[]): boolean =>
  new Set(named.flatMap(({ column }) => / (\S+)$/.exec(fold(cells[column] ?? ""))?.[1] ?? [])).size > 1

/** Whether a row says when a lesson is. */
const isClassRow = ({ cells }: CsvRow, mapping: ColumnMapping): boolean =>
  Object.entries(mapping).some(
    ([column, use]) => (use === "weekday" || use === "time") && (cells[Number(column)] ?? "").trim() !== "",
  )

/** What each of several children has by a cell that names them: "Ann: Piano; Ben: Violin", "Ben - peanuts". */
function byName(cell: string, listed: readonly Named[]): string[] | null {
  const firsts = listed.map(({ name }) => fold(name).split(" ")[0] ?? "")
  const own = listed.map((): string[] => [])
  const lines = cell.split(/\s*[;\n]\s*/).filter(Boolean)
  // "Ann piano Mon 4pm; Ben violin Tue 5pm"
  const areCalled =
    lines.length > 1 && lines.every((line) => firsts.includes(fold(line.split(/[\s:–—-]/)[0] ?? "")))
  const named = areCalled
    ? /^(\p{L}[\p{L}\p{M}.'’]{0,30})(?::|\s?[-–—])?\s(.+)$/su
    : /^(\p{L}[\p{L}\p{M}.'’]{0,30})(?::|\s?[-–—])\s(.+)$/su
  const parts = areCalled
    ? lines
    : cell.split(/\s*[;\n,](?=\s*\p{L}[\p{L}\p{M}.'’]{0,30}(?::|\s?[-–—])\s)\s*/u)
  for (const part of parts) {
    const [, name = "", said = ""] = named.exec(part.trim()) ?? []
    const at = firsts.indexOf(fold(name))
    if (at < 0 || firsts.lastIndexOf(fold(name)) !== at) return null
    own[at]?.push(said)
  }
  return own.map((each) => each.join("; "))
}

/** Columns that say as much of each child as there are: "Piano / Violin", "12 / 10" beside "Ann / Ben". */
function eachOwn(
  { cells }: CsvRow,
  mapping: ColumnMapping,
  headers: readonly string[],
  listed: readonly Named[],
): Map<number, string[]> {
  const found = new Map<number, string[]>()
  const count = listed.length
  for (const [at, cell] of cells.entries()) {
    const use = mapping[at] ?? "ignore"
    const own = count > 1 && cell.length <= 500 && use !== "ignore" ? byName(cell, listed) : null
    if (own) found.set(at, own)
    const isAges =
      use === "copyToNotes" && /\b(?:ages?|grades?|alter|edad(?:es)?|ages)\b/i.test(headers[at] ?? "")
    if (
      own ||
      count < 2 ||
      cell.length > 300 ||
      !(isAges || /^(?:instrument|level|birthDate|studentCode)$/.test(use))
    )
      continue
    const parts = cell
      .split(use === "birthDate" ? betweenDates : betweenChildren)
      .map(cleanLine)
      .filter(Boolean)
    if (parts.length === count) found.set(at, parts)
  }
  return found
}
const betweenChildren = /\s*(?:[/,;&+\n]|\s(?:and|und|et|y)\s)\s*/iu
const betweenDates = /\s*(?:[,;&\n]|\s\/\s|\s(?:and|und|et|y)\s)\s*/iu

const lastNameIn = (mapping: ColumnMapping): ColumnMapping =>
  Object.fromEntries(Object.entries(mapping).filter(([, use]) => use === "lastName"))

type Named = { name: string; said?: string | undefined }

/** "Ann 9", "Ann, age 9", "Ann - 9 yrs" in a column of several children: as "Ann (9)". */
const ageBehind =
  /(?<=\p{L})(?:\s*[,–-]\s*|\s+)(?:aged?\s*)?(\d{1,2})\s*(?:y\/?o|yrs?\.?|years?(?: old)?|j\.?|jahre|ans|años)?(?=\s*(?:$|[;,&+/\n]|(?:and|und|et|y)\s))/giu
const behind = /\s*[([](?=[^()[\]]*\d)[^()[\]]{1,40}[)\]]/iu
const behindListed = /\s*[([][^()[\]]{1,40}[)\]]/iu

const before = /^\s*(?:\(?\d{1,3}[.)]\s*|[•·*▪☐☑✓✔–-]\s*)(?=\p{L})/u
const remark =
  /\s*(?:\([^()]{1,80}\)(?: (?:\p{Lu}{2,12}|\p{Ll}{2,12}))?|\s[-–—]\s+(?:\p{Ll}|\d)[^,\p{Lu}]*|\s*\/\s+\d[^,\p{Lu}]{0,40}|(?<=\p{Ll})\s[-–—]\s+(?:\p{Lu}{3,}(?: \p{Lu}+)*|(?:Wait(?:ing |-)?list|Waiting|Paused|Inactive|Trial|New|Quit|On hold))|[?*!]+|\p{Extended_Pictographic}\ufe0f?)\s*$/u

/** A name without what a list by hand has beside it: a number or mark in front, a remark behind. */
function withoutRemark(cell: string): { name: string; said: string } {
  let name = cell.length > 200 ? cell : cell.replace(before, "")
  const said: string[] = /^\s*\*/.test(cell) && name !== cell ? ["*"] : []
  for (let found = remark.exec(name); found && said.length < 4; found = remark.exec(name)) {
    const rest = name.slice(0, found.index)
    const [, word = ""] = /^\s[-–—]\s+(\p{L}+)/u.exec(found[0]) ?? []
    if (!/\p{L}/u.test(rest) || cell.length > 200 || (word && isNameParticle(word))) break
    said.push(found[0].trim())
    name = rest
  }
  return { name, said: said.reverse().join(" ") }
}

/**
 * The names of several children in one cell, each whole: "Ada & Ben Lowe" are Ada Lowe and Ben Lowe, "Ada (10), Ben (12)" have
 * their ages behind them, "Ada (10, piano)" more.
 */
function namesIn(written: string, { isList, hasAges }: Record<"isList" | "hasAges", boolean>): Named[] {
  const cell = (isList || hasAges) && written.length <= 300 ? written.replace(ageBehind, " ($1)") : written
  const beside = isList || cell.includes("\n") ? behindListed : behind
  const names = wholeNamesIn(cell.replace(new RegExp(beside, "giu"), ""), isList)
  const ages = cell
    .split(/(?:[;\n&+/,]|\s(?:and|und|et|y)\s)(?![^([]*[)\]])/iu)
    .map((part) => cleanLine(beside.exec(part)?.[0] ?? ""))
  return names.map((name, at) => ({
    name,
    said: ages.length === names.length ? ages[at] || undefined : undefined,
  }))
}

function wholeNamesIn(cell: string, isList: boolean): string[] {
  if (cell.length > 300 || /[\d@<>=]/.test(cell)) return []
  const between =
    isList || areWholeNames(cell.split(","))
      ? /\s*(?:[;\n&+/,]|\s(?:and|und|et|y)\s)\s*/iu
      : /\s*(?:[;\n&+]|\s(?:and|und)\s)\s*/iu
  const parts = cell.split(between).map(cleanLine).filter(Boolean)
  if (parts.length < 1 || parts.length > 6 || parts.some((part) => !/^\p{L}[\p{L}\p{M}.'’ ,-]*$/u.test(part)))
    return []
  const [, ...family] = (parts.at(-1) ?? "").split(" ")
  const last = family.join(" ")
  const isShared =
    last !== "" && parts.slice(0, -1).every((part) => !part.includes(" ") && !part.includes(","))
  return isShared ? parts.map((part, index) => (index < parts.length - 1 ? `${part} ${last}` : part)) : parts
}
