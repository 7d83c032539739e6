// What a roster says of a student beyond our fields: it goes to the notes, under its heading.
import type { FieldKey } from "./roster-fields"
import type { RowReading } from "./roster-reading"

/** Keeps cells that have no place in this row's plan as "Header: value" in the student's notes. */
export function copyToNotes(reading: RowReading, ...fields: FieldKey[]): void {
  for (const field of fields) {
    const cell = reading.cells[field]
    const note = cell && `${cell.header}: ${cell.text}`
    if (note && !reading.notes.includes(note)) reading.notes.push(note)
  }
}
