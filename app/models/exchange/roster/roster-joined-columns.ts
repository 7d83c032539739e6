// Values that a list has in several columns, or several that it has in one: an area code beside its number, a birth date in three
// columns, a column to tick for each instrument, "Instrument/Teacher" over "Piano/Lee".
import type { CsvRow } from "~/utils/csv"
import { fold } from "~/utils/names"
import { isOfClasses } from "./roster-classes"
import { cellsIn } from "./roster-column-checks"
import { type ColumnMapping, type ColumnUse, columnOf, type FieldKey } from "./roster-field-names"
import { fieldOfHeading, isColumnUse, personKindOf } from "./roster-fields"
import { namesInstrument } from "./roster-lesson-name"
import { cleanLine } from "./roster-text"
import { parseLessonTime, parseMinutes, parseWeekday } from "./roster-times"

type Table = { headers: readonly string[]; mapping: ColumnMapping; rows: readonly CsvRow[] }

/** The table with all of these made one, or taken apart. */
export const joinColumns = <Given extends Table>(table: Given): Given =>
  splitClassTimes(splitInstruments(splitPairs(joinTicks(splitLabeled(joinBirthDates(joinAreaCodes(table)))))))

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
  const [year = -1, month = -1, day = -1] = ["year", "month", "day"].map((part) =>
    headers.findIndex((header, column) => {
      const [first, ...words] = fold(header)
        .replace(/^(?:student|child) /, "")
        .replace("date of birth", "birth")
        .split(" ")
      const isPart = /^(?:birth|dob)$/.test(first ?? "") && words.at(-1) === part && words.length < 3
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

const tick = /^(?:[x✓✔☑✅√]|\[x\]|yes|y|ja|oui|s[ií]|true|1)$/iu

/** What a column to tick can be for, by its heading. */
const ticked: readonly { field: FieldKey; is: (heading: string) => boolean }[] = [
  { field: "instrument", is: (heading) => namesInstrument(heading) },
  { field: "minutes", is: (heading) => /^\d{2}\b/.test(heading) && parseMinutes(heading).ok },
  { field: "weekday", is: (heading) => parseWeekday(heading).ok },
]

/** The rows with what is ticked, "x" below "Piano" or below "45", as the value of a column of its own. */
function joinTicks<Given extends Table>(table: Given): Given {
  let joined: Given = table
  for (const { field, is } of ticked) {
    const { headers, mapping, rows } = joined
    const all = rows.map(({ cells }) => cells)
    const columns = headers.flatMap((header, column) => {
      const cells = is(cleanLine(header)) ? cellsIn(all, column, header) : []
      return mapping[column] === "copyToNotes" && cells.length > 0 && cells.every((cell) => tick.test(cell))
        ? [column]
        : []
    })
    const hasLength =
      field !== "weekday" || columnOf(mapping, "minutes") >= 0 || columnOf(mapping, "endTime") >= 0
    if (columns.length < 2 || columnOf(mapping, field) >= 0 || !hasLength) continue
    joined = {
      ...joined,
      headers: [...headers, columns.map((column) => headers[column]).join(", ")],
      mapping: {
        ...mapping,
        ...Object.fromEntries(columns.map((column) => [column, "ignore"])),
        [headers.length]: field,
      },
      rows: rows.map((row) => {
        const said = columns.filter((column) => tick.test((row.cells[column] ?? "").trim()))
        const value = said.map((column) => headers[column]).join(", ")
        return { ...row, cells: [...padded(row.cells, headers.length), value] }
      }),
    }
  }
  return joined
}

const padded = (cells: readonly string[], width: number): string[] =>
  Array.from({ length: width }, (_, at) => cells[at] ?? "")

const headingInParentheses = /^([^()[\]]+?)\s*[([]([^()[\]]+)[)\]]$/
const inParentheses = /^(\p{L}[^()[\]]*?)\s*[([]([^()[\]]+)[)\]]$/u

/** The rows with the two values of a column such as "Instrument/Teacher" in a column each, where nearly all cells have both. */
function splitPairs<Given extends Table>(table: Given): Given {
  let split: Given = table
  for (const [column, header] of table.headers.entries()) {
    const { headers, mapping, rows } = split
    const inside = headingInParentheses.exec(header)
    const names = inside ? inside.slice(1) : header.split(/\s*[/&+|]\s*/)
    const [one, other] = names.map(
      (name) => fieldOfHeading(name) ?? (personKindOf(name) ? "guardian1Name" : null),
    )
    const use = mapping[column]
    const isFree = (field: FieldKey | null | undefined): field is FieldKey =>
      Boolean(field) && (columnOf(mapping, field ?? "notes") < 0 || field === use)
    if (!/^(?:copyToNotes|fullName|household)$/.test(use ?? "") || names.length !== 2 || one === other)
      continue
    if (!isFree(one) || !isFree(other)) continue
    const cells = rows.map((row) => {
      const cell = cleanLine(row.cells[column] ?? "")
      const parts = inside ? inParentheses.exec(cell)?.slice(1) : cell.split(/\s*[/&+|]\s*|\s+[–-]\s+/)
      return parts ?? [cell]
    })
    const filled = cells.filter((parts) => parts.join("") !== "")
    const pairs = filled.filter((parts) => parts.length === 2)
    if (filled.length === 0 || pairs.length < filled.length * 0.8) continue
    split = {
      ...split,
      headers: [...headers, ...names],
      mapping: { ...mapping, [column]: "ignore", [headers.length]: one, [headers.length + 1]: other },
      rows: rows.map((row, at) => {
        const parts = cells[at] ?? []
        const values = parts.length === 2 ? parts : [parts.join(" "), ""]
        return { ...row, cells: [...padded(row.cells, headers.length), ...values] }
      }),
    }
  }
  return split
}

const mostLabeled = 1000
const label = /^\s*(\p{L}[\p{L} /'’()-]{1,30}):\s*(.*)$/u

/** The values of a cell as forms write lists: "Name: Ada Roy, Age: 9" on a line for each child; none where that isn't all it says. */
function labeledIn(cell: string): { label: string; value: string }[][] {
  if (cell.length > mostLabeled || !cell.includes(":")) return []
  const pairs = cell.split(/\n|,(?=\s*\p{L}[\p{L} /'’()-]{1,30}:\s)/u).map((part) => label.exec(part))
  if (pairs.length < 2 || pairs.includes(null)) return []
  const entries: { label: string; value: string }[][] = []
  for (const pair of pairs) {
    const [, name = "", value = ""] = pair ?? []
    const last = entries.at(-1)
    if (last && !last.some((each) => fold(each.label) === fold(name))) last.push({ label: name, value })
    else entries.push([{ label: name, value }])
  }
  return entries.length > 6 ? [] : entries
}

/** The rows with such values in columns of their own, those of a second child as its own. */
function splitLabeled<Given extends Table>(table: Given): Given {
  let split: Given = table
  for (const [column, use] of Object.entries(table.mapping)) {
    if (!/^(?:copyToNotes|fullName|address)$/.test(use)) continue
    const { headers, mapping, rows } = split
    const at = Number(column)
    const entries = rows.map(({ cells }) => labeledIn((cells[at] ?? "").trim()))
    const filled = rows.filter(({ cells }) => (cells[at] ?? "").trim() !== "").length
    if (filled === 0 || entries.filter((each) => each.length > 0).length < filled) continue
    const added = new Map<string, { header: string; use: ColumnUse }>()
    const keyOf = (child: number, name: string) => [child, fold(name)].join(" ")
    for (const all of entries)
      for (const [child, values] of all.entries())
        for (const { label: name } of values) {
          const field = fieldOfHeading(name)
          const own =
            child === 0
              ? field
              : field && isColumnUse(`child${child + 1}-${field}`)
                ? `child${child + 1}-${field}`
                : null
          const isFree = own && (own === use || !Object.values(mapping).includes(own as ColumnUse))
          added.set(keyOf(child, name), {
            header: child === 0 ? name : ["Child", child + 1, name].join(" "),
            use: isFree ? (own as ColumnUse) : "copyToNotes",
          })
        }
    if (![...added.values()].some(({ use: each }) => each !== "copyToNotes")) continue
    const keys = [...added.keys()]
    split = {
      ...split,
      headers: [...headers, ...[...added.values()].map(({ header }) => header)],
      mapping: {
        ...mapping,
        [at]: "ignore",
        ...Object.fromEntries([...added.values()].map((each, index) => [headers.length + index, each.use])),
      },
      rows: rows.map((row, index) => {
        const said = new Map(
          (entries[index] ?? []).flatMap((values, child) =>
            values.map((each) => [keyOf(child, each.label), each.value] as const),
          ),
        )
        return {
          ...row,
          cells: [...padded(row.cells, headers.length), ...keys.map((key) => said.get(key) ?? "")],
        }
      }),
    }
  }
  return split
}

/** The rows with what is taught in a column of its own, where nearly all names have it beside them: "Silas Kemp – Piano". */
function splitInstruments<Given extends Table>(table: Given): Given {
  const { headers, mapping, rows } = table
  const column = columnOf(mapping, "fullName")
  if (column < 0 || columnOf(mapping, "instrument") >= 0) return table
  const partsOf = (cell: string): [name: string, instrument: string] | null => {
    const [one = "", other = "", ...more] = cleanLine(cell).split(/\s+[–—-]\s+|\s*:\s+/)
    if (more.length > 0 || !other || namesInstrument(one) === namesInstrument(other)) return null
    return namesInstrument(other) ? [one, other] : [other, one]
  }
  const cells = rows.flatMap(({ cells: all }) => (all[column] ?? "").trim() || [])
  if (cells.length === 0 || cells.filter(partsOf).length < cells.length * 0.8) return table
  return {
    ...table,
    headers: [...headers, headers[column] ?? ""],
    mapping: { ...mapping, [headers.length]: "instrument" },
    rows: rows.map((row) => {
      const [name, instrument] = partsOf(row.cells[column] ?? "") ?? [row.cells[column] ?? "", ""]
      const own = padded(row.cells, headers.length).map((cell, at) => (at === column ? name : cell))
      return { ...row, cells: [...own, instrument] }
    }),
  }
}

/** The rows with day and time of a class in a column of their own, where its name says them: "Little Mozarts (Mon 10:00-10:45am)". */
function splitClassTimes<Given extends Table>(table: Given): Given {
  const { headers, mapping, rows } = table
  if (columnOf(mapping, "time") >= 0 || columnOf(mapping, "weekday") >= 0) return table
  const hasLength = columnOf(mapping, "minutes") >= 0
  const partsOf = (cell: string): [string, string] | null => {
    const [, name = "", time = ""] = cell.length > 120 ? [] : (inParentheses.exec(cleanLine(cell)) ?? [])
    const read = time ? parseLessonTime(time) : null
    const isWhole = read?.ok && read.value.weekday && read.value.time && (hasLength || read.value.minutes)
    return isWhole ? [name, time] : null
  }
  const column = headers.findIndex((header, at) => {
    const use = mapping[at]
    const cells = rows.flatMap(({ cells }) => (cells[at] ?? "").trim() || [])
    return (
      (use === "instrument" || (use === "copyToNotes" && columnOf(mapping, "instrument") < 0)) &&
      (isOfClasses(header) || use === "instrument") &&
      cells.length > 0 &&
      cells.filter(partsOf).length >= cells.length * 0.8
    )
  })
  if (column < 0) return table
  return {
    ...table,
    headers: [...headers, headers[column] ?? ""],
    mapping: { ...mapping, [column]: "instrument", [headers.length]: "time" },
    rows: rows.map((row) => {
      const [name, time] = partsOf(row.cells[column] ?? "") ?? [row.cells[column] ?? "", ""]
      const cells = padded(row.cells, headers.length).map((cell, at) => (at === column ? name : cell))
      return { ...row, cells: [...cells, time] }
    }),
  }
}
