// What a roster says of a student beyond our fields: it goes to the notes, under its heading.
import { isAmount } from "./roster-amounts"
import { type FieldKey, rosterFields } from "./roster-field-names"
import type { RowReading } from "./roster-reading"

/**
 * Keeps cells that have no place in this row's plan as "Header: value" in the student's notes. Prices don't go there,
 * where members and teachers who don't see prices would read them: the row says that they aren't imported.
 */
export function copyToNotes(reading: RowReading, ...fields: FieldKey[]): void {
  for (const field of fields) {
    const cell = reading.cells[field]
    if (cell && isAmount(field, cell.text)) {
      nameAmount(reading, field, cell.text)
      continue
    }
    const note = cell && `${cell.header}: ${cell.text}`
    if (note && !reading.notes.includes(note)) reading.notes.push(note)
  }
}

function nameAmount({ warnings }: RowReading, field: FieldKey, value: string): void {
  if (warnings.some((issue) => issue.field === field && issue.code === "dropped")) return
  const message = `${rosterFields[field]} isn’t imported: it belongs to no lesson, and people who don’t see prices read the notes.`
  warnings.push({ field, code: "dropped", message, group: message, value })
}
