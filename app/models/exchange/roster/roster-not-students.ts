// Rows below the headings that are no students: totals, section titles, footnotes, examples, headings that come again. Each
// is named in the check, and can be imported all the same.
import type { CsvRow } from "~/utils/csv"
import { parseAmount } from "~/utils/money"
import { fold } from "~/utils/names"
import { besideCards } from "~/utils/sheet-rows"
import { namedContacts } from "./roster-adults"
import { isWrittenAmount } from "./roster-amounts"
import { type ColumnMapping, columnOf, type FieldKey, guardianNumbers } from "./roster-field-names"
import { isHeading } from "./roster-fields"
import { amongTimes } from "./roster-grid"
import { isListOfOthers } from "./roster-layout"
import {
  bareTitle,
  isFramed,
  isLabeled,
  saysWhen,
  sheetColumn,
  statusOfTitle,
  teacherOfTitle,
} from "./roster-sections"
import { instruments } from "./roster-synonyms"
import { cleanLine, customerOf, eatenBy, nameOfFamily, ofCustomer, shorten } from "./roster-text"
import { parseWeekday } from "./roster-times"
import { isStudentRole, relationWord, told, whyBeside, whyNoName } from "./roster-values"

type Sheet = {
  headers: readonly string[]
  mapping: ColumnMapping
  /** Folded words that are no one's name here: instruments and teachers that the file or the school names. */
  groups: ReadonlySet<string>
  /** Whether nearly every row has both of its columns for names. */
  hasWholeNames: boolean
}

const totals =
  /^(?:grand |sub ?)?(?:total|totals|sum|summe|gesamt|gesamtsumme|zwischensumme|subtotal|totaux|total general|suma|razem|ogolem|totaal|celkem|osszesen|average|durchschnitt|mittelwert|count|anzahl|present|attendance|anwesend|presents|presentes|presenti|(?:number|nombre|numero|nr|ilosc|antal|aantal|liczba) (?:of |de |d |di |dos |das )?(?:students|pupils|rows|eleves|alumnos|allievi|alunos|uczniow|elever|leerlingen)|saldo|balance)\b/
const counted =
  /^(?:students|pupils|learners|children|kids|families|schuler|eleves|alumnos|alunos|leerlingen|elever) \d+$|^\d+ (?:students?|pupils?|learners?|children|kids|rows?|records?|entries|schuler|schueler|eleves?|alumnos?|names?|families|total|in total)\b/
const footnotes =
  /^(?:\*|†|\[\d+\]|note\b|notes?:|nb\b|n\.b\.|hinweis|printed|exported|generated|created|last updated|updated|page \d|seite \d|source|as of|stand:?|report\b|©|\(c\)|copyright|https?:|www\.|confidential|end of|ende der|fin de)/i
const examples = /(?:^|\b)(?:example|sample|beispiel|muster|exemple|ejemplo|e\.\s?g\.?|z\.\s?b\.?)(?=\W|$)/i
const hints =
  /^(?:\(?(?:required|optional|mandatory|text|number|date|yes\/no|free text|pflichtfeld|freiwillig|obligatoire|facultatif|obligatorio|opcional)\)?|(?:yyyy|jjjj|aaaa|dd|mm|tt|jj|d|m)[-/.](?:mm|dd|m|d|tt|jj|mmm)[-/.](?:yyyy|yy|dd|d|jjjj|aaaa|tt)|hh:mm.*)$/i

const nameUses = new Set(["firstName", "lastName", "fullName"])
const sumUses = new Set(["price", "openingBalance", "copyToNotes", "ignore"])
const lessonUses = new Set([
  "weekday",
  "time",
  "endTime",
  "minutes",
  "teacher",
  "startDate",
  "endDate",
  "copyToNotes",
  "ignore",
])

/** Why a row is no student, as a sentence; null when it is one, or may be. */
export function whyNoStudent(cells: readonly string[], sheet: Sheet, isOfTimetable: boolean): string | null {
  const filled = cells.flatMap((cell, column) => {
    const text = cleanLine(cell)
    return text && column !== sheetColumn(sheet.headers)
      ? [{ text, column, use: sheet.mapping[column] ?? "ignore" }]
      : []
  })
  const [first] = filled
  if (!first) return null
  const quoted = `“${shorten(first.text)}”`
  if (sheet.headers[first.column] === amongTimes) return whyBeside.times(shorten(first.text))
  if (sheet.headers[first.column] === besideCards) return whyBeside.students(shorten(first.text))
  if (filled.every(({ text }) => /^[-=_:–—*+|\s]{2,}$/.test(text))) return told.lineBetween
  if (isHeadingAgain(filled, sheet)) return "Repeats the headings."
  if (filled.filter(({ text }) => hints.test(text)).length >= Math.max(2, filled.length / 2))
    return "Says what to fill in."
  const name = filled.filter(({ use }) => nameUses.has(use)).map(({ text }) => text)
  if (
    name.some((text) => examples.test(text)) ||
    (examples.test(first.text) && first.text.length < 20 && !first.text.includes("@"))
  )
    return `${quoted} is an example.`
  const isOfLesson = filled.every(({ use }) => nameUses.has(use) || lessonUses.has(use))
  const isLoneLength =
    filled.length === 1 && first.column > 0 && first.use === "minutes" && isNumber(first.text)
  const label =
    (filled.length > 1 || first.column > 0) && name.length === 1
      ? whyNoName(name[0] ?? "", isOfLesson, isOfTimetable)
      : null
  if (label) return label
  const rest = filled
    .slice(1)
    .every(({ text }) => isNumber(text) || isWrittenAmount(text) || counted.test(fold(text)))
  const areSums =
    filled.every(({ text, use }) => isNumber(text) && sumUses.has(use)) &&
    filled.some(({ text, use }) => isWrittenAmount(text) || use === "price")
  if (
    areSums ||
    isLoneLength ||
    (rest &&
      (totals.test(fold(first.text)) ||
        (filled.length > 1 && /\b(?:sub)?totals?$/.test(fold(first.text))) ||
        counted.test(fold(first.text))))
  )
    return `${quoted} is a total.`
  if (nameUses.has(first.use) && namesParent(first.text)) return told.parentBelow(shorten(first.text))
  // "*needs a new book" below a student.
  const isStarred = filled.length === 1 && /^[*†]\s*\p{Ll}/u.test(first.text)
  if (!isStarred && (filled.length > 1 || first.column > 0)) return null
  if (
    isStarred ||
    footnotes.test(first.text) ||
    first.text.length > 60 ||
    /\p{L}{3}.*\b(?:19|20)\d{2}\b.*\d{1,2}:\d{2}/u.test(first.text) ||
    // "LP = Lee Park" below a list says what its letters mean.
    /^[^=]{1,30} = \p{L}/u.test(first.text) ||
    (/[.!?]$/.test(first.text) && first.text.split(" ").length > 4)
  )
    return saysWhen(first.text) ? told.titleWithTimes(shorten(first.text, 80)) : `${quoted} is a note.`
  return isSection(first, sheet) ? `${quoted} is the title of a section.` : null
}

/** "Mother: Anita Raman" below a student's name. */
const namesParent = (text: string): boolean =>
  relationWord(/^\W*(\p{L}+)\s*:\s*\p{Lu}/u.exec(text)?.[1] ?? "") !== null

/**
 * The students of a list with the parents who have rows of their own, as adults of one cell: below the student, of the same household
 * where a column says who is a parent, or the customer whom QuickBooks writes in front: "Elena Ortiz:Maya Ortiz".
 */
export function withParents<Table extends Listed>(table: Table, all: readonly CsvRow[]): Table {
  const { mapping } = table
  const column = columnOf(mapping, "fullName")
  const nameIn = (cells: readonly string[]) => cells[column] ?? ""
  const guardians = rowsOfGuardians(all, mapping)
  const isParent = areParents(all, table, guardians)
  const home = Math.max(columnOf(mapping, "householdCode"), columnOf(mapping, "household"))
  const customers = customersIn(all, mapping)
  const homeOf = (cells: readonly string[]) => fold(cells[home] ?? "") || fold(customerOf(nameIn(cells)))
  const own = new Set(table.rows.map(({ rowNumber }) => rowNumber))
  const parents = new Map<number | string, string[]>()
  const add = (of: number | string, text: string) => parents.set(of, [...(parents.get(of) ?? []), text])
  // Where a row names its household, that says whose parents they are.
  const beside = parentsBeside(
    all.filter(({ cells }) => !homeOf(cells) && !guardians.has(cells)),
    table,
    isParent,
  )
  let student = 0
  for (const { rowNumber, cells } of all) {
    if (own.has(rowNumber)) {
      student = rowNumber
      for (const parent of beside.get(rowNumber) ?? []) add(rowNumber, adultIn(parent.cells, mapping))
    } else if (guardians.has(cells))
      add(
        calledAs(adultName(cells, mapping)),
        [adultIn(cells, mapping), phoneOf(cells, mapping)].join(" ").trim(),
      )
    else if (isParent(cells) && homeOf(cells)) add(homeOf(cells), adultIn(cells, mapping))
    // Those whom a student's row names.
    else if (isParent(cells)) add(calledAs(adultName(cells, mapping)), adultIn(cells, mapping))
    else if (customers.has(fold(nameIn(cells)))) add(fold(nameIn(cells)), adultIn(cells, mapping))
    else if (namesParent(nameIn(cells))) add(student, cells.map(cleanLine).filter(Boolean).join(" "))
  }
  if (parents.size + customers.size === 0) return table
  return withGuardians(table, ({ cells, ...row }) => {
    const customer = customerOf(nameIn(cells))
    const said = [
      ...(parents.get(row.rowNumber) ?? []),
      ...guardiansIn(cells, mapping).flatMap(({ name }) => parents.get(calledAs(name)) ?? []),
      ...(parents.get(homeOf(cells)) ?? (customer.includes(" ") ? [customer] : [])),
    ]
    const [parent] = beside.get(row.rowNumber) ?? []
    const named = cells.map((cell, at) => {
      const isOpen = parent && ofHome.test(mapping[at] ?? "") && cell.trim() === ""
      return isOpen ? (parent.cells[at] ?? "") : at === column && customer ? ofCustomer(cell) : cell
    })
    return { ...row, cells: [...named, said.join("; ")] }
  })
}

type Listed = { headers: readonly string[]; mapping: ColumnMapping; rows: readonly CsvRow[] }

/** The same with a column more for guardians, which `row` adds to the cells; unchanged where all of them have a column. */
function withGuardians<Table extends Listed>(table: Table, row: (row: CsvRow, at: number) => CsvRow): Table {
  const { headers, mapping } = table
  const uses = new Set<string>(Object.values(mapping))
  const number = guardianNumbers.find((each) => !uses.has(`guardian${each}Name`))
  if (!number) return table
  return {
    ...table,
    rows: table.rows.map(row),
    headers: [...headers, "Guardians"],
    mapping: { ...mapping, [headers.length]: `guardian${number}Name` as const },
  }
}

/**
 * The same with the adults whom a family's cell names in parentheses as those of a cell of their own: "Alvarado (Carmen 555-010-0131)"
 * is no one's last name.
 */
export function withAdultsOfHouseholds<Table extends Listed>(table: Table): Table {
  const column = columnOf(table.mapping, "household")
  const said = table.rows.map(({ cells }) => adultsBehind(cells[column] ?? ""))
  if (!said.some(Boolean)) return table
  return withGuardians(table, ({ cells, ...row }, at) => {
    const { household, adults } = said[at] ?? { household: cells[column] ?? "", adults: "" }
    return { ...row, cells: [...cells.map((cell, of) => (of === column ? household : cell)), adults] }
  })
}

function adultsBehind(text: string): { household: string; adults: string } | null {
  const [, household = "", inside = ""] =
    /^(\p{L}[^()]{1,60}?)\s*\(([^()]{7,200})\)$/u.exec(cleanLine(text)) ?? []
  const adults = namedContacts(inside).map(({ name, email, phone }) => {
    const whole = name.includes(" ") ? name : [name, nameOfFamily(household)].join(" ").trim()
    return [whole, email, phone].filter(Boolean).join(" ")
  })
  return adults.length > 0 ? { household, adults: adults.join("; ") } : null
}

const phoneOf = (cells: readonly string[], mapping: ColumnMapping) =>
  cells[columnOf(mapping, "studentPhone")] ? "" : (cells[columnOf(mapping, "guardian1Phone")] ?? "")
const calledAs = (name: string) => ["called", fold(name)].join(" ")

/** The guardians whom a row names, with their emails. */
const guardiansIn = (cells: readonly string[], mapping: ColumnMapping): { name: string; email: string }[] =>
  guardianNumbers.flatMap((of) => {
    const [first, last, email] = (["Name", "LastName", "Email"] as const).map((part) =>
      cleanLine(cells[columnOf(mapping, `guardian${of}${part}`)] ?? ""),
    )
    const name = [first, last].filter(Boolean).join(" ")
    return name ? [{ name, email: email ?? "" }] : []
  })

/** The rows of people whom other rows name as a guardian, with the same email, and who have no guardian, birth date, status or lesson of their own. */
function rowsOfGuardians(rows: readonly CsvRow[], mapping: ColumnMapping): Set<readonly string[]> {
  const keyOf = (name: string, email: string) => (email ? `${fold(name)} ${email.toLowerCase()}` : "")
  const named = new Set<string>()
  const alone: (readonly string[])[] = []
  for (const { cells } of rows) {
    const own = guardiansIn(cells, mapping)
    const student = fold(adultName(cells, mapping))
    for (const { name, email } of own) if (fold(name) !== student) named.add(keyOf(name, email))
    const isStudent = cells.some((cell, at) => cell.trim() !== "" && ofStudent.test(mapping[at] ?? ""))
    if (own.length === 0 && !isStudent) alone.push(cells)
  }
  const emailOf = (cells: readonly string[]) => cleanLine(cells[columnOf(mapping, "studentEmail")] ?? "")
  return new Set(
    alone.filter(
      (cells) => emailOf(cells) !== "" && named.has(keyOf(adultName(cells, mapping), emailOf(cells))),
    ),
  )
}
const ofStudent = /^(?:birthDate|status|instrument|level|teacher|weekday|time|minutes|price)$/

/** What a parent's row says of their children's home. */
const ofHome = /^(?:household|householdCode|address2?|houseNumber|city|region|postcode|country)$/

type Block = { parents: CsvRow[]; children: CsvRow[] }

/** Parents with the children right below, or right above, as far as the rows have both. */
function familyBlocks(rows: readonly CsvRow[], isParent: (cells: readonly string[]) => boolean): Block[] {
  const blocks: Block[] = [{ parents: [], children: [] }]
  const isFirst = isParent(rows[0]?.cells ?? [])
  for (const row of rows) {
    const own = isParent(row.cells) ? "parents" : "children"
    const last = blocks.at(-1)
    const isNext = own === "parents" ? isFirst && last?.children[0] : !isFirst && last?.parents[0]
    if (isNext) blocks.push({ parents: [], children: [] })
    blocks.at(-1)?.[own].push(row)
  }
  return blocks.filter(({ parents, children }) => parents.length > 0 && children.length > 0)
}

function lastNameIn({ cells }: CsvRow, mapping: ColumnMapping): string {
  const name = adultName(cells, mapping)
  return fold(name.includes(",") ? (name.split(",")[0] ?? "") : (name.split(" ").slice(1).at(-1) ?? ""))
}

/**
 * The parents of a block who have a child's last name; a child without one has all who share theirs. Several parents and several
 * children of one name among those of others can be two families, so they are no one's.
 */
function sameName(child: CsvRow, { parents, children }: Block, mapping: ColumnMapping): CsvRow[] {
  const nameOf = (row: CsvRow) => lastNameIn(row, mapping)
  const own = nameOf(child)
  const found = parents.filter((each) => own === "" || nameOf(each) === own)
  const isOneFamily = new Set([...parents, ...children].map(nameOf).filter(Boolean)).size < 2
  const isSure = own === "" ? new Set(found.map(nameOf)).size < 2 : found.length < 2
  return isOneFamily || isSure || children.filter((each) => nameOf(each) === own).length < 2 ? found : []
}

/** Whether a block's children all have the name of one of the parents there. */
const isNamedAlike = (block: Block, mapping: ColumnMapping): boolean =>
  block.children.every((each) => sameName(each, block, mapping).length > 0)

/**
 * The parents whose rows are right above their children's, or right below, by the children's rows; none where hardly one of them has
 * the same last name, as in a list in another order.
 */
function parentsBeside(
  rows: readonly CsvRow[],
  { mapping }: { mapping: ColumnMapping },
  isParent: (cells: readonly string[]) => boolean,
): Map<number, CsvRow[]> {
  const blocks = familyBlocks(rows, isParent)
  const named = blocks.filter((block) => isNamedAlike(block, mapping))
  if (named.length < Math.max(1, blocks.length * 0.6)) return new Map()
  return new Map(
    blocks.flatMap((block) =>
      block.children.map((each) => [each.rowNumber, sameName(each, block, mapping)] as const),
    ),
  )
}

const customersIn = (rows: readonly CsvRow[], mapping: ColumnMapping): ReadonlySet<string> => {
  const column = columnOf(mapping, "fullName")
  return new Set(rows.flatMap(({ cells }) => fold(customerOf(cells[column] ?? "")) || []))
}

/** An adult of a row of their own, with the contacts that would be a student's there. */
function adultIn(cells: readonly string[], mapping: ColumnMapping): string {
  const contacts = (["studentEmail", "studentPhone"] as const).map((field) => cells[columnOf(mapping, field)])
  return [adultName(cells, mapping), ...contacts.map((text) => cleanLine(text ?? ""))]
    .filter(Boolean)
    .join(" ")
}

function adultName(cells: readonly string[], mapping: ColumnMapping): string {
  const textOf = (field: FieldKey) => cleanLine(cells[columnOf(mapping, field)] ?? "")
  return textOf("fullName") || [textOf("firstName"), textOf("lastName")].join(" ").trim()
}

const isNumber = (text: string): boolean =>
  parseAmount(text) !== null || eatenBy(text) !== null || /^[\d\s.,:%()+–-]+$/.test(text)

function isHeadingAgain(
  filled: readonly { text: string; column: number }[],
  { headers }: Pick<Sheet, "headers">,
): boolean {
  if (filled.length < 2)
    return filled.every(
      ({ text, column }) =>
        headers.length > 1 && fold(text) === fold(headers[column] ?? "") && isHeading(text),
    )
  const same = filled.filter(({ text, column }) => {
    const [cell, heading] = [fold(text), fold(headers[column] ?? "")]
    return cell !== "" && (cell === heading || heading.endsWith(` ${cell}`))
  })
  return same.length >= Math.max(2, filled.length * 0.6)
}

function isSection(
  { text, use }: { text: string; use: string },
  { groups, hasWholeNames, headers }: Sheet,
): boolean {
  if (headers.length < 2) return false
  if (statusOfTitle(text) || teacherOfTitle(text)) return true
  const bare = bareTitle(text)
  if (
    /:$| (?:family|household)$/i.test(text) ||
    isFramed(text) ||
    isLabeled(text) ||
    groups.has(fold(bare)) ||
    parseWeekday(bare).ok
  )
    return true
  if (!nameUses.has(use)) return true
  return hasWholeNames && (use === "firstName" || use === "lastName")
}

const sections =
  /^(?:(?:beginner|intermediate|advanced|elementary|junior|senior|private|group|adult|active|inactive|former|new)s?|.*(?:lessons?|classes|students|pupils|group|schuler|unterricht|eleves|cours|alumnos))$/

/** What can be the title of a section: a kind of lesson, an instrument or a teacher. */
export function groupsOf(
  rows: readonly (readonly string[])[],
  mapping: ColumnMapping,
  teachers: readonly string[],
): Sheet["groups"] & { has(text: string): boolean } {
  const columns = Object.entries(mapping).flatMap(([column, use]) =>
    use === "instrument" || use === "teacher" || use === "level" ? [Number(column)] : [],
  )
  const named = new Set([...teachers.map(fold), ...instruments])
  for (const row of rows) for (const column of columns) named.add(fold(row[column] ?? ""))
  named.delete("")
  const has = named.has.bind(named)
  named.has = (text) => has(text) || sections.test(text)
  return named
}

/** The rows above headings that come again: what a printed page has at its top. */
export function pageTitles(rows: readonly (readonly string[])[], sheet: Pick<Sheet, "headers">): Set<number> {
  const found = new Set<number>()
  let isAbove = false
  for (let at = rows.length - 1; at >= 0; at--) {
    const filled = (rows[at] ?? []).flatMap((cell, column) => {
      const text = cleanLine(cell)
      return text && column !== sheetColumn(sheet.headers) ? [{ text, column }] : []
    })
    if (filled.length > 1) isAbove = isHeadingAgain(filled, sheet)
    else if (isAbove) found.add(at)
  }
  return found
}

/** A title of what is no list of people. */
const ofPrices =
  /^(?:our |unsere )?(?:prices?|price list|fees?|fee schedule|tuition(?: rates| fees)?|rates?|preise|preisliste|gebuhren|tarif[es]?|tarifs|precios|tarifas|prezzi|tariffe|prijzen|tarieven|priser|cennik)(?: \d[\d ]*)?$/
const ofRoles =
  /^(?:(?:person|member|contact|user|client|customer) )?(?:role|type|rolle|rol|relationship|relation)$/
const childRole = /^(?:child|kind|enfant|hij[oa])$/
const parentRole =
  /^(?:parent|guardian|mother|father|mom|mum|dad|elternteil|eltern|mutter|vater|mere|pere|madre|padre|tutor(?:a)?|ouder|moeder|vader)$/
const teacherRole = /^(?:teacher|staff|lehrer(?:in)?|profesora?|docent)$/

/** The column that says of each row whether it is of a student or an adult; -1 without one. */
const roleColumn = (
  rows: readonly CsvRow[],
  { headers, mapping }: Pick<Sheet, "mapping"> & { headers: readonly string[] },
): number =>
  headers.findIndex(
    (header, column) =>
      ofRoles.test(fold(header)) &&
      !/^guardian/.test(mapping[column] ?? "") &&
      rows.some(({ cells: { [column]: cell = "" } }) => isStudentRole(cell) || childRole.test(fold(cell))),
  )

/** What a row of a parent alone has nothing of. */
const ofStudents = /^(?:guardian|instrument|level|teacher|weekday|time|minutes|price|startDate)/

/** Whether a row is of a parent, as a column says it; a list of persons says which of a household are children. */
function areParents(
  rows: readonly CsvRow[],
  { headers, mapping }: Pick<Sheet, "mapping"> & { headers: readonly string[] },
  guardians = rowsOfGuardians(rows, mapping),
): (cells: readonly string[]) => boolean {
  const role = roleColumn(rows, { headers, mapping })
  if (role >= 0) return (cells) => parentRole.test(fold(cells[role] ?? ""))
  if (haveParentsAbove(rows, mapping)) return (cells) => !isTaughtIn(cells, mapping)
  const [persons, child] = ["person id", "child"].map((name) =>
    headers.findIndex((header) => fold(header) === name),
  )
  const home = columnOf(mapping, "householdCode")
  const saysChild = (cells: readonly string[], answer: RegExp) =>
    answer.test((cells[child ?? -1] ?? "").trim())
  const homes = new Set(
    rows.flatMap(({ cells }) => (saysChild(cells, /^(?:true|yes|y)$/i) && cells[home]) || []),
  )
  return (cells) =>
    guardians.has(cells) ||
    ((persons ?? -1) >= 0 &&
      saysChild(cells, /^(?:false|no|n)$/i) &&
      homes.has(cells[home] ?? "") &&
      !isTaughtIn(cells, mapping))
}

const isTaughtIn = (cells: readonly string[], mapping: ColumnMapping): boolean =>
  cells.some((cell, column) => cell.trim() !== "" && ofStudents.test(mapping[column] ?? ""))

/**
 * Whether the rows of a list are by turns of whom to reach and of who is taught, none of both, and all below one another share a last
 * name: blanks alone can be of students who have no lessons yet.
 */
function haveParentsAbove(rows: readonly CsvRow[], mapping: ColumnMapping): boolean {
  const contacts = [columnOf(mapping, "studentEmail"), columnOf(mapping, "studentPhone")]
  const taught = rows.map(({ cells }) => isTaughtIn(cells, mapping))
  const reached = rows.map(({ cells }) => contacts.some((column) => (cells[column] ?? "").trim() !== ""))
  const heads = reached.filter(Boolean).length
  return (
    heads > 1 &&
    heads < rows.length &&
    !Object.values(mapping).some((use) => /^guardian|^household/.test(use)) &&
    taught.every((is, at) => is !== reached[at] && (is || taught[at + 1] === true)) &&
    taught[0] === false &&
    familyBlocks(rows, (cells) => !isTaughtIn(cells, mapping)).every((block) => isNamedAlike(block, mapping))
  )
}

/**
 * Rows of others than students, by their index, and why: below a title of its own, such as "Teachers" or "Prices", down to the next
 * blank row, or where a column says so of some rows and of others that they are students.
 */
export function rowsOfOthers(rows: readonly CsvRow[], sheet: Sheet): Map<number, string> {
  const found = new Map<number, string>()
  const role = roleColumn(rows, sheet)
  const isParent = areParents(rows, sheet)
  const [named, customers] = [columnOf(sheet.mapping, "fullName"), customersIn(rows, sheet.mapping)]
  let title: string | null = null
  for (const [at, { rowNumber, cells }] of rows.entries()) {
    const filled = cells.flatMap((cell, column) => {
      const text = cleanLine(cell)
      return text && column !== sheetColumn(sheet.headers) ? [{ text, column }] : []
    })
    const [{ text: first } = { text: "" }] = filled
    const isTitle =
      (filled.length === 1 && ofPrices.test(fold(first))) ||
      (isListOfOthers(first) && filled.every(({ text }) => isHeading(text) || text === first))
    const isAfterGap = rows[at - 1]?.rowNumber !== rowNumber - 1
    const isBelowTitle = title !== null && rows[at - 1]?.cells.includes(title)
    if (isTitle) title = first
    else if (isAfterGap && !isBelowTitle) title = null
    if (title)
      found.set(
        at,
        isTitle ? told.noStudentInCell(shorten(first)) : told.belowOthers(shorten(first), shorten(title)),
      )
    const said = cells[role] ?? ""
    if (role >= 0 && (isParent(cells) || teacherRole.test(fold(said))))
      found.set(at, told.ofRole(shorten(first), said, sheet.headers[role] ?? ""))
    else if (isParent(cells))
      found.set(at, told.parentOfOthers(shorten(adultName(cells, sheet.mapping) || first)))
    else if (customers.has(fold(cells[named] ?? ""))) found.set(at, told.parentOfOthers(shorten(first)))
  }
  return found
}

/** Whether nearly every row fills both columns for names: then one with a single cell is no student. */
export function haveWholeNames(rows: readonly (readonly string[])[], mapping: ColumnMapping): boolean {
  const columns = Object.entries(mapping).flatMap(([column, use]) =>
    use === "firstName" || use === "lastName" ? [Number(column)] : [],
  )
  if (columns.length < 2) return false
  const named = rows.filter((row) => columns.some((column) => (row[column] ?? "").trim() !== ""))
  const whole = named.filter((row) => columns.every((column) => (row[column] ?? "").trim() !== ""))
  return whole.length >= Math.max(1, named.length * 0.5)
}
