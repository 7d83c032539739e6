// What a roster says of a student beyond our fields: it goes to the notes, under its heading.
import { isAmount } from "./roster-amounts"
import { type FieldKey, rosterFields } from "./roster-field-names"
import type { RowReading } from "./roster-reading"
import { shorten } from "./roster-text"
import { untilNextRow } from "./roster-times"

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
    const note = cell && `${cell.header}: ${cell.text.replace(untilNextRow, " min")}`
    if (note && !reading.notes.includes(note)) reading.notes.push(note)
  }
}

function nameAmount({ warnings }: RowReading, field: FieldKey, value: string): void {
  if (warnings.some((issue) => issue.field === field && issue.code === "dropped")) return
  // How its number would be imported no longer matters.
  const read = warnings.findIndex((issue) => issue.field === field)
  if (read >= 0) warnings.splice(read, 1)
  const message = `${rosterFields[field]} isn’t imported: it belongs to no lesson, and people who don’t see prices read the notes.`
  warnings.push({ field, code: "dropped", message, group: message, value })
}

/** Leaves a cell out without its row, and says so; what is worth reading is kept in the notes. */
export function leaveOut(reading: RowReading, field: FieldKey, message: string, isKept = true): null {
  if (isKept) copyToNotes(reading, field)
  const rest = `The student is imported without it${isKept ? ", and the cell is kept in the notes" : ""}.`
  const value = reading.cells[field]?.text ?? ""
  const group = message.replace(`“${shorten(value)}”`, "The cell")
  reading.warnings.push({
    field,
    code: "dropped",
    message: `${message} ${rest}`,
    group: `${group} ${rest}`,
    value,
  })
  return null
}
