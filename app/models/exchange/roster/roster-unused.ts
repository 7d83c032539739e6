// Columns that no field takes though their cells are worth one: an email in the notes reaches no one.
import { fold } from "~/utils/names"
import { holdsAmounts } from "./roster-amounts"
import { cellsIn, type Looks, looksOf } from "./roster-column-checks"
import type { ColumnMapping } from "./roster-column-uses"
import type { FieldKey } from "./roster-field-names"
import { shorten } from "./roster-text"

export type UnusedColumn = {
  column: number
  header: string
  looks: Looks
  samples: string[]
  /** The fields it could fill that no column fills yet, and then those that another column would leave. */
  uses: FieldKey[]
}

const usesOf: Record<Looks, readonly FieldKey[]> = {
  email: ["guardian1Email", "guardian2Email", "studentEmail", "guardian3Email", "guardian4Email"],
  phone: ["guardian1Phone", "guardian2Phone", "studentPhone", "guardian3Phone", "guardian4Phone"],
  date: ["birthDate", "startDate", "endDate"],
  money: ["price", "openingBalance"],
}

const isBalance = /\b(?:balance|due|owed|owes|owing|outstanding|saldo|solde|offen)\b/

/** Each of them with what it could be used as. */
export function findUnused(
  headers: readonly string[],
  cells: readonly (readonly string[])[],
  mapping: ColumnMapping,
): UnusedColumn[] {
  const taken = new Set<string>(Object.values(mapping))
  return headers.flatMap((header, column) => {
    const use = mapping[column] ?? "ignore"
    if (use !== "copyToNotes" && use !== "ignore") return []
    const found = cellsIn(cells, column, header)
    const isMoney = use === "ignore" && holdsAmounts(header, cells, column)
    const looks = isMoney ? "money" : looksOf(found)
    if (!looks || (use === "ignore" && !isMoney)) return []
    const fields = isBalance.test(fold(header)) ? [...usesOf[looks]].reverse() : usesOf[looks]
    const free = fields.filter((field) => !taken.has(field))
    const samples = [...new Set(found.map((cell) => shorten(cell, 40)))].slice(0, 3)
    const uses = [...free, ...fields.filter((field) => taken.has(field))]
    return [{ column, header: shorten(header, 80) || `Column ${column + 1}`, looks, samples, uses }]
  })
}
