// Cells for the school's own fields. What can't be read never keeps a row out: it goes
// to the notes.
import { type CustomAnswers, readAnswer } from "~/models/foundation/custom-field/custom-field"
import { parseStartDate } from "./roster-dates"
import type { OwnCells, OwnHolder, ReadField } from "./roster-own-fields"
import type { RowFrame, RowReading } from "./roster-reading"

export function readOwn(
  reading: RowReading,
  frame: RowFrame,
  use: string,
  { header, text }: { header: string; text: string },
): void {
  const field = frame.own?.find((each) => each.use === use)
  const value = field && answerIn(field, frame, text)
  if (field && value) {
    const cells = reading.own[field.holder]
    if (cells[field.id] === undefined) {
      cells[field.id] = { value, header, text }
      return
    }
  }
  reading.notes.push(`${header}: ${text}`)
  if (!field || value) return
  const group = `${field.label} can’t be read. The student is imported without it, and it is kept in the notes.`
  reading.warnings.push({ field: null, code: "dropped", message: group, group, value: text })
}

function answerIn(field: ReadField, frame: RowFrame, text: string): string | null {
  if (field.kind === "date") {
    const cell = parseStartDate(text, frame.startDateOrder)
    return cell.ok ? cell.value : null
  }
  const read = readAnswer(field, text)
  return read.ok ? read.value : null
}

/** The answers alone; undefined when there are none. */
export const answersIn = (cells: OwnCells): CustomAnswers | undefined => {
  const entries = Object.entries(cells)
  return entries.length > 0 ? Object.fromEntries(entries.map(([id, { value }]) => [id, value])) : undefined
}

/** Adds a row's answers to those of an earlier row; what differs is kept in the row's notes. */
export function joinAnswers(
  known: CustomAnswers | undefined,
  row: RowReading,
  holder: OwnHolder,
): CustomAnswers | undefined {
  const added = Object.entries(row.own[holder])
  for (const [id, { value, header, text }] of added)
    if (known?.[id] !== undefined && known[id] !== value) row.notes.push(`${header}: ${text}`)
  const answers = { ...answersIn(row.own[holder]), ...known }
  return Object.keys(answers).length > 0 ? answers : undefined
}

/** A row's answers about a person who isn't imported are kept in its notes. */
export function keepInNotes(row: RowReading, holder: OwnHolder): void {
  for (const { header, text } of Object.values(row.own[holder])) row.notes.push(`${header}: ${text}`)
}
