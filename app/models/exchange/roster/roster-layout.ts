// Where the students are in a file: which of its sheets are read, and in which rows their headings are. Rows above the
// headings are titles; two rows of headings are one.
import { fold } from "~/utils/names"
import { filledIn, headingsOf, type Layout, type Records, type Sheet, splitSheets } from "~/utils/sheet-rows"
import { isOrganization } from "./roster-adults"
import { resemblesDate, resemblesPhone } from "./roster-column-checks"
import { isNoDate } from "./roster-dates"
import { guessMapping, isHeading, personKindOf } from "./roster-fields"
import { guessGrid, readGrid } from "./roster-grid"
import { dayOfTitle, joinTitles, saysOfRows } from "./roster-sections"
import { shorten } from "./roster-text"

/** Headings are among the first rows. */
const lookedAt = 30

/** How much a row reads like headings: each that is known counts, each cell that is no heading at all counts against it. */
function scoreOf(record: readonly string[] | undefined): number {
  return filledIn(record).reduce(
    (sum, cell) => sum + (isNoDate(cell) === "no-year" ? 0 : isData(cell) ? -1 : isHeading(cell) ? 1 : 0),
    0,
  )
}

const isData = (cell: string): boolean =>
  cell.includes("@") ||
  /\d{1,2}[:.]\d{2}|\d{3}[\s.-]\d{4}/.test(cell) ||
  /^(?=\D*\d)[\d\s.,$€£:+()-]+$/.test(cell) ||
  resemblesDate(cell) ||
  resemblesPhone(cell)

/** The rows of a sheet that hold its headings, counted from 1; none when it has no rows. */
export function guessHeadings(records: Records): number[] {
  const candidates = records
    .flatMap((record, index) => (filledIn(record).length > 0 ? [index] : []))
    .slice(0, lookedAt)
  const [first] = candidates
  if (first === undefined) return []
  let best = first
  let bestScore = 0
  for (const index of candidates) {
    const score = scoreOf(records[index])
    if (score > bestScore) [best, bestScore] = [index, score]
  }
  best = firstOfTables(records, candidates, best)
  if (bestScore === 0) best = firstWide(records, candidates) ?? first
  if (bestScore === 0 && (filledIn(records[best]).some(isData) || areNamesAlone(records))) return []
  if (isHeadingsToo(records, best, best + 1)) return [best + 1, best + 2]
  return isGroupRow(records[best - 1], records[best]) ? [best, best + 1] : [best + 1]
}

/** Whether each row is a name of two words and nothing else: then its first one is a student, too. */
const noName =
  /\b(?:students?|pupils?|names?|list|roster|lessons?|class(?:es)?|studio|music|elementary|schuler|eleves|alumnos|leerlingen)\b/
const areNamesAlone = (records: Records): boolean =>
  !records
    .slice(0, 1)
    .flat()
    .some((cell) => noName.test(fold(cell)) || isOrganization(cell)) &&
  records.every((record) =>
    filledIn(record).every((cell) => /^\p{Lu}[\p{L}\p{M}.'’-]*,? \p{Lu}[\p{L}\p{M}.'’ -]*$/u.test(cell)),
  ) &&
  records.every((record) => filledIn(record).length < 2)

/** The headings of a first table, with rows below it, where a second one has the same and more: else all above it would be titles. */
function firstOfTables(records: Records, candidates: readonly number[], best: number): number {
  const headings = new Set(filledIn(records[best]).map(fold))
  const first = candidates.find((index) => {
    const cells = filledIn(records[index])
    return cells.length > 1 && cells.every((cell) => headings.has(fold(cell)) && isHeading(cell))
  })
  const hasRows = candidates.some(
    (index) => index > (first ?? best) && index < best && filledIn(records[index]).some(isData),
  )
  return first !== undefined && hasRows ? first : best
}

/** Where no heading is known: the first row that is about as wide as most. */
function firstWide(records: Records, candidates: readonly number[]): number | undefined {
  const widths = candidates.map((index) => filledIn(records[index]).length).sort((a, b) => a - b)
  const usual = widths[Math.floor(widths.length / 2)] ?? 1
  return candidates.find(
    (index) => filledIn(records[index]).length >= Math.max(usual * 0.6, usual > 1 ? 2 : 1),
  )
}

/** Whether the row below headings is headings, too, and not the same ones again. */
function isHeadingsToo(records: Records, index: number, below: number): boolean {
  const cells = filledIn(records[below])
  if (cells.length < 2 || scoreOf(records[index]) < 1) return false
  const above = new Set(filledIn(records[index]).map(fold))
  const isAgain = cells.every((cell) => above.has(fold(cell)))
  return !isAgain && scoreOf(records[below]) >= Math.max(2, cells.length * 0.6)
}

/** Whether a row names groups of the headings below it: "Student", "Mother" over "First name", "Email". */
function isGroupRow(above: readonly string[] | undefined, headings: readonly string[] | undefined): boolean {
  const cells = filledIn(above)
  if (cells.length < 2 || cells.some((cell) => cell.length > 40 || isData(cell))) return false
  return (
    cells.some(isHeading) && cells.length <= filledIn(headings).length && scoreOf(above) >= cells.length * 0.5
  )
}

/**
 * The best guess for a file: of several sheets those with the headings of the one that reads most like a list of students, so
 * that a sheet for each teacher is one list.
 */
export function guessLayout(
  records: Records,
  sheets: readonly (Pick<Sheet, "name" | "length" | "hiddenRows" | "hiddenColumns"> & {
    isHidden?: boolean
  })[],
): Layout {
  const parts = splitSheets(records, sheets)
  const guessed = sheets.map(({ name, length, isHidden, hiddenRows = [], hiddenColumns = [] }, index) => {
    const own = parts[index] ?? []
    const ofGrid = guessGrid(own)
    const shape = ofGrid.length > 0 ? "grid" : null
    const headings = shape ? ofGrid : guessHeadings(own)
    const flat = shape ? readGrid(own, { headings }) : null
    // The dates of a register are others in each sheet.
    const labels = new Set(
      (flat?.labels ?? headingsOf(own, headings)).map(fold).filter((label) => /\p{L}/u.test(label)),
    )
    const rows =
      flat?.rows.length ??
      own.slice(headings.at(-1) ?? 0).filter((record) => filledIn(record).length > 0).length
    const known = [...labels].filter(isHeading).length
    const title = shape ? undefined : titleOf(own, headings, sheets.length > 1 ? "" : name)
    const hidden = hiddenRows.length + hiddenColumns.length > 0 ? { hiddenRows, hiddenColumns } : {}
    const shaped: Pick<Sheet, "shape"> = shape ? { shape } : {}
    return {
      name,
      length,
      headings,
      title,
      labels,
      hidden: { ...hidden, ...shaped },
      // A list of students goes before a timetable beside it.
      score: isHidden || rows === 0 ? -1 : isListOfOthers(name) ? 0 : shape ? Math.min(known, 1) : known,
    }
  })
  const best = guessed.reduce<(typeof guessed)[number] | undefined>(
    (one, other) => (one && one.score >= other.score ? one : other),
    undefined,
  )
  const usesOfBest = best && usesIn(parts[guessed.indexOf(best)] ?? [], best)
  const areSameUses = (own: Records, sheet: Pick<Sheet, "name" | "headings">) => {
    const uses = usesIn(own, sheet)
    const shared = [...uses.values()].filter((use) => [...(usesOfBest?.values() ?? [])].includes(use)).length
    const names = [...uses.values()].filter((use) => use === "fullName" || use === "firstName").length
    return (
      names > 0 &&
      shared > 2 &&
      (shared === uses.size || shared >= Math.max(uses.size, usesOfBest?.size ?? 0) * 0.6) &&
      !ofOthers.test(fold(sheet.name))
    )
  }
  const sheetsRead = guessed.map(({ name, length, headings, title, labels, hidden, score }, at) => {
    const shared = [...labels].filter((label) => best?.labels.has(label)).length
    const isLike =
      score > 0 &&
      (shared >= Math.max(labels.size, best?.labels.size ?? 0) * 0.6 ||
        (shared === labels.size && !hidden.shape && namesWithContact(parts[at] ?? [], { name, headings })) ||
        (!hidden.shape && !best?.hidden.shape && areSameUses(parts[at] ?? [], { name, headings })))
    const isRead = labels === best?.labels || isLike
    return { name, length, headings, isRead, ...(title ? { title } : {}), ...hidden }
  })
  return { sheets: underSharedHeadings(records, sheetsRead) }
}

/** Sheets of others than students. */
const ofOthers =
  /\b(?:board|committee|donors?|sponsors?|volunteers?|suppliers?|accompanists?|vorstand|spender|lieferanten|benevoles|teachers?|staff|instructors?|employees?|tutors?|parents?|contacts?|vendors?|rooms?|lehrer(?:innen)?|lehrkrafte|dozenten|personal|eltern|kontakte|professeurs?|enseignants?|profesores|docent[ei]|insegnanti|docenten|laerere|larare|nauczyciele)\b/

/** Whether a sheet's name says nothing but that: "Phone list of teachers", but not "Teacher Ana". */
export const isListOfOthers = (name: string): boolean =>
  ofOthers.test(fold(name)) &&
  fold(name)
    .split(" ")
    .every(
      (word) =>
        ofOthers.test(word) ||
        /^(?:\d+|phones?|telephones?|tel|telefon(?:e|os|i)?|telefonliste|kontaktliste|adress(?:en|liste)|address(?:es)?|numbers?|nummern|members?|emails?|emergency|notfall|list[ae]?|directory|info|our|all|of|for|the|and|und|der|de[ils]?|des|et|y|e|und)$/.test(
          word,
        ),
    )

/** Whether a sheet's columns name students and how they are reached. */
const namesWithContact = (own: Records, sheet: Pick<Sheet, "name" | "headings">): boolean => {
  const uses = [...usesIn(own, sheet).values()]
  return uses.some((use) => /^(?:full|first)Name$/.test(use)) && uses.some((use) => /Phone|Email/.test(use))
}

/** What the columns of a sheet with a student in each row most likely are, by the column, but notes. */
function usesIn(own: Records, { headings }: Pick<Sheet, "headings">): Map<number, string> {
  const rows = own.slice(headings.at(-1) ?? 0).filter((record) => filledIn(record).length > 0)
  const uses = guessMapping(headingsOf(own, headings), rows.slice(0, 50))
  const known = Object.entries(uses).filter(([, use]) => use && use !== "copyToNotes" && use !== "ignore")
  return new Map(known.map(([column, use]) => [Number(column), String(use)]))
}

/**
 * Sheets that are read together, and what they call otherwise: such a column goes under the heading that the sheet with most known
 * columns has for the same. A mother's isn't a father's.
 */
export function underSharedHeadings(records: Records, sheets: readonly Sheet[]): Sheet[] {
  const parts = splitSheets(records, sheets)
  const facts = sheets.map((sheet, at) => {
    const own = parts[at] ?? []
    const isOfRows = sheet.isRead && (sheet.shape ?? "rows") === "rows"
    return { labels: headingsOf(own, sheet.headings), uses: isOfRows ? usesIn(own, sheet) : new Map() }
  })
  const [first] = [...facts].sort((one, other) => other.uses.size - one.uses.size)
  return sheets.map(({ called: _, ...sheet }, at) => {
    const { labels = [], uses = new Map<number, string>() } = facts[at] ?? {}
    if (!first || facts[at] === first) return sheet
    const has = (label: string) => labels.some((each) => fold(each) === fold(label))
    const called = Object.fromEntries(
      [...uses].flatMap(([column, use]) => {
        const [there] = [...first.uses].find(([, each]) => each === use) ?? []
        const [label = "", own = ""] = [first.labels[there ?? -1], labels[column]]
        const isOther = first.labels.some((each) => fold(each) === fold(own))
        return label && !isOther && !has(label) && personOf(label) === personOf(own) ? [[column, label]] : []
      }),
    )
    return Object.keys(called).length > 0 ? { ...sheet, called } : sheet
  })
}

/** Mother or father, where a heading says so. */
const personOf = (label: string): string | undefined => {
  const kind = personKindOf(label)
  return kind === "mother" || kind === "father" ? kind : undefined
}

/** The day of a sheet that a title above its headings names, or its own name where it is the only one. */
function titleOf(records: Records, headings: readonly number[], name: string): string | undefined {
  const above = records.slice(0, Math.max((headings[0] ?? 1) - 1, 0)).map(filledIn)
  const titles = above.flatMap((cells) => (cells.length <= 2 ? [cells.join(" "), ...cells] : []))
  const joined = joinTitles(above.flatMap((cells) => (cells.length === 1 ? cells : [])))
  if (joined) return joined
  return [...titles, name].flatMap((title) => dayOfTitle(title) ?? (saysOfRows(title) ? title : []))[0]
}

/** What can be chosen for a sheet's headings: each of its first rows, those that follow each other together, or none. */
export function headingChoices(records: Records, sheet: Sheet): { value: string; label: string }[] {
  const filled = records.flatMap((record, index) => (filledIn(record).length > 0 ? [index] : [])).slice(0, 12)
  const textOf = (index: number) => shorten(filledIn(records[index]).join(" · "), 60)
  const single = filled.map((index) => ({
    value: String(index + 1),
    label: `Row ${index + 1}: ${textOf(index)}`,
  }))
  const pairs = filled.flatMap((index) =>
    filled.includes(index + 1) && filled.indexOf(index) < 6
      ? [
          {
            value: `${index + 1}-${index + 2}`,
            label: `Rows ${index + 1} and ${index + 2}: ${textOf(index)}`,
          },
        ]
      : [],
  )
  const chosen = headingValue(sheet.headings)
  const isListed = [...single, ...pairs].some(({ value }) => value === chosen)
  return [
    ...single,
    ...pairs,
    ...(isListed || chosen === "none"
      ? []
      : [{ value: chosen, label: `Row ${sheet.headings.join(" and ")}` }]),
    { value: "none", label: "No headings" },
  ]
}

export const headingValue = (headings: readonly number[]): string => headings.join("-") || "none"

/** Where the headings are, as a sentence: "The headings are in row 4 of sheet “Autumn.”" */
export function headingText({ sheets }: Layout): string {
  const read = sheets.filter(({ isRead }) => isRead)
  const [first] = read
  if (!first) return "No sheet is read."
  const rowsText = ({ headings }: Sheet) =>
    headings.length === 0
      ? "no row"
      : headings.length > 1
        ? `rows ${headings.join(" and ")}`
        : `row ${headings[0]}`
  if (read.length === 1) {
    if (first.headings.length === 0)
      return `No row has headings${first.name ? ` in sheet “${first.name}”` : ""}.`
    return first.name
      ? `The headings are in ${rowsText(first)} of sheet “${first.name}.”`
      : `The headings are in ${rowsText(first)}.`
  }
  const isSame = read.every(({ headings }) => headingValue(headings) === headingValue(first.headings))
  const names = read.map(({ name }) => name)
  const list = `${names
    .slice(0, -1)
    .map((name) => `“${name}”`)
    .join(", ")} and “${names.at(-1)}.”`
  const where = isSame ? ` The headings are in ${rowsText(first)} of each.` : ""
  return `${read.length} of ${sheets.length} sheets are read: ${list}${where}`
}

/** How many rows with anything in them the spreadsheet hides below a sheet's headings. */
export const hiddenRowsIn = (records: Records, { hiddenRows = [], headings }: Sheet): number =>
  hiddenRows.filter((row) => row > (headings.at(-1) ?? 0) && filledIn(records[row - 1]).length > 0).length

/** Parses what was chosen for a sheet's headings; null when it can't be. */
export function readHeadingValue(text: string): number[] | null {
  if (text === "none") return []
  const found = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text)
  const [first, second] = [Number(found?.[1]), found?.[2] === undefined ? null : Number(found[2])]
  if (!found || first < 1 || (second !== null && second !== first + 1)) return null
  return second === null ? [first] : [first, second]
}
