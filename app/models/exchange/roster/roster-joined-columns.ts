// Values that a list has in several columns, or several that it has in one: an area code beside its number, a birth date in three
// columns, a column to tick for each instrument, "Instrument/Teacher" over "Piano/Lee".
import type { CsvRow } from "~/utils/csv"
import { fold } from "~/utils/names"
import { cellsIn } from "./roster-column-checks"
import { type ColumnMapping, columnOf, type FieldKey } from "./roster-field-names"
import { contactOfHeading, fieldOfHeading, personKindOf } from "./roster-fields"
import { namesInstrument } from "./roster-lesson-name"
import { cleanLine } from "./roster-text"
import { parseMinutes, parseWeekday } from "./roster-times"

type Table = { headers: readonly string[]; mapping: ColumnMapping; rows: readonly CsvRow[] }

/** The table with all of these made one, or taken apart. */
export const joinColumns = <Given extends Table>(table: Given): Given =>
  splitInstruments(splitPairs(joinTicks(joinBirthDates(joinAreaCodes(table)))))

/** The rows with an area code before the number beside it, as forms ask for them apart. */
function joinAreaCodes<Given extends Table>(table: Given): Given {
  const { headers, mapping, rows } = table
  const code = headers.findIndex(
    (header, column) =>
      /\barea code$/i.test(header.trim()) &&
      mapping[column] === "copyToNotes" &&
      /Phone$/.test(mapping[column + 1] ?? ""),
  )
  if (code < 0) return table
  const joined = rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, at) =>
      at === code + 1 && cell.trim() ? [row.cells[code], cell].join(" ").trim() : cell,
    ),
  }))
  return { ...table, rows: joined, mapping: { ...mapping, [code]: "ignore" } }
}

/** The rows with the birth date of three columns, "Birth month", "Birth day" and "Birth year", in that of the year. */
function joinBirthDates<Given extends Table>(table: Given): Given {
  const { headers, mapping, rows } = table
  const [year = -1, month = -1, day = -1] = [/^(?:year|jahr)$/, /^(?:month|monat)$/, /^(?:day|tag)$/].map(
    (part) =>
      headers.findIndex((header, column) => {
        const [first, ...words] = fold(header)
          .replace(/^(?:student|child) /, "")
          .replace(/^date of birth|^geburts(?=jahr|monat|tag)/, "birth ")
          .trim()
          .split(" ")
        const isPart =
          /^(?:birth|dob)$/.test(first ?? "") && part.test(words.at(-1) ?? "") && words.length < 3
        return isPart && mapping[column] === "copyToNotes"
      }),
  )
  if (year < 0 || month < 0 || day < 0 || columnOf(mapping, "birthDate") >= 0) return table
  const joined = rows.map((row) => {
    const [y = "", m = "", d = ""] = [year, month, day].map((column) => (row.cells[column] ?? "").trim())
    const date = (/\d/.test(m) ? [y, m, d] : [d, m, y]).filter(Boolean).join(/\d/.test(m) ? "-" : " ")
    return { ...row, cells: row.cells.map((cell, at) => (at === year ? date : cell)) }
  })
  return {
    ...table,
    rows: joined,
    mapping: { ...mapping, [year]: "birthDate", [month]: "ignore", [day]: "ignore" },
  }
}

/** The table with more columns, of values by the row, in place of some that it has. */
function withColumns<Given extends Table>(
  table: Given,
  instead: readonly number[],
  added: readonly { header: string; use: FieldKey; values: readonly string[] }[],
): Given {
  const { headers, mapping, rows } = table
  const uses = added.map(({ use }, index) => [headers.length + index, use] as const)
  return {
    ...table,
    headers: [...headers, ...added.map(({ header }) => header)],
    mapping: {
      ...mapping,
      ...Object.fromEntries(instead.map((column) => [column, "ignore"])),
      ...Object.fromEntries(uses),
    },
    rows: rows.map((row, at) => {
      const own = Array.from({ length: headers.length }, (_, column) => row.cells[column] ?? "")
      return { ...row, cells: [...own, ...added.map(({ values }) => values[at] ?? "")] }
    }),
  }
}

const tick = /^(?:[x✓✔☑✅√]|\[x\]|yes|y|ja|oui|s[ií]|true|1)$/iu

/** What a column to tick can be for, by its heading. */
const ticked: readonly { field: FieldKey; is: (heading: string) => boolean }[] = [
  { field: "instrument", is: (heading) => namesInstrument(heading) },
  { field: "minutes", is: (heading) => /^\d{2}\b/.test(heading) && parseMinutes(heading).ok },
  { field: "weekday", is: (heading) => parseWeekday(heading).ok },
]

/** The rows with what is ticked, "x" below "Piano" or below "45", as the value of a column of its own. */
const joinTicks = <Given extends Table>(table: Given): Given =>
  ticked.reduce((joined, { field, is }) => {
    const { headers, mapping, rows } = joined
    const all = rows.map(({ cells }) => cells)
    const columns = headers.flatMap((header, column) => {
      const cells = is(cleanLine(header)) ? cellsIn(all, column, header) : []
      const areTicks = cells.length > 0 && cells.every((cell) => tick.test(cell))
      return mapping[column] === "copyToNotes" && areTicks ? [column] : []
    })
    const hasLength = columnOf(mapping, "minutes") >= 0 || columnOf(mapping, "endTime") >= 0
    const isKept = columnOf(mapping, field) >= 0 || (field === "weekday" && !hasLength)
    if (columns.length < 2 || isKept) return joined
    const namesOf = (of: readonly number[]) => of.map((column) => headers[column]).join(", ")
    const values = all.map((cells) =>
      namesOf(columns.filter((column) => tick.test((cells[column] ?? "").trim()))),
    )
    return withColumns(joined, columns, [{ header: namesOf(columns), use: field, values }])
  }, table)

/** On longer headings and cells the patterns would take minutes. */
const longestCell = 120

/** The table with a column taken apart into two, where nearly all of its cells have both parts; another one stays the first. */
function splitColumn<Given extends Table>(
  table: Given,
  column: number,
  [one, other]: readonly { header: string; use: FieldKey }[],
  partsOf: (cell: string) => readonly string[] | null,
  least = 0.8,
): Given {
  const cells = table.rows.map(({ cells: all }) => cleanLine(all[column] ?? ""))
  const parts = cells.map((cell) => (cell.length > longestCell ? null : partsOf(cell)))
  const filled = cells.filter(Boolean).length
  if (!one || !other || filled === 0 || parts.filter(Boolean).length < filled * least) return table
  return withColumns(
    table,
    [column],
    [
      { ...one, values: cells.map((cell, at) => parts[at]?.[0] ?? cell) },
      { ...other, values: parts.map((each) => each?.[1] ?? "") },
    ],
  )
}

const headingInParentheses = /^([^()[\]]+?)\s*[([]([^()[\]]+)[)\]]$/
const inParentheses = /^(\p{L}[^()[\]]*?)\s*[([]([^()[\]]+)[)\]]$/u

/** The rows with the two values of a column such as "Instrument/Teacher" or "Student (parent)" in a column each. */
const splitPairs = <Given extends Table>(table: Given): Given =>
  table.headers.reduce((split, header, column) => {
    if (header.length > longestCell) return split
    const inside = headingInParentheses.exec(header)
    const names = inside ? inside.slice(1) : header.split(/\s*[/&+|]\s*/)
    const use = split.mapping[column] ?? ""
    const isOfAdult = names.some((name) => personKindOf(name) !== undefined)
    const fields = names.flatMap((name) => {
      const contact = contactOfHeading(name)
      const field =
        fieldOfHeading(name) ??
        (contact ? (`${isOfAdult ? "guardian1" : "student"}${contact}` as const) : null) ??
        (personKindOf(name) ? "guardian1Name" : null)
      const isFree = field && (field === use || columnOf(split.mapping, field) < 0)
      return isFree ? [{ header: name, use: field }] : []
    })
    const isOpen = /^(?:copyToNotes|fullName|guardian1Name|household)$|Phone$|Email$/.test(use)
    const isOfNames = !/Phone$|Email$/.test(use) || fields.some((each) => /Name$/.test(each.use))
    if (!isOpen || !isOfNames || names.length !== 2 || fields.length < 2 || fields[0]?.use === fields[1]?.use)
      return split
    return splitColumn(split, column, fields, (cell) => {
      const parts = inside ? inParentheses.exec(cell)?.slice(1) : cell.split(/\s*[/&+|]\s*|\s+[–-]\s+/)
      return parts?.length === 2 ? parts : null
    })
  }, table)

/** The rows with what is taught in a column of its own, where names have it beside them: "Silas Kemp – Piano". */
function splitInstruments<Given extends Table>(table: Given): Given {
  const { headers, mapping } = table
  const column = columnOf(mapping, "fullName")
  if (column < 0 || columnOf(mapping, "instrument") >= 0) return table
  const uses = (["fullName", "instrument"] as const).map((use) => ({ header: headers[column] ?? "", use }))
  return splitColumn(
    table,
    column,
    uses,
    (cell) => {
      const [one = "", other = "", ...more] = cell.split(/\s+[–—-]\s+|\s*:\s+/)
      if (more.length > 0 || !other || namesInstrument(one) === namesInstrument(other)) return null
      return namesInstrument(other) ? [one, other] : [other, one]
    },
    0.6,
  )
}
