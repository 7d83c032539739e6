// A cell for one of the school's own fields. What can't be read never keeps a row out: it goes to the notes.
import { readAnswer } from "~/models/foundation/custom-field/custom-field"
import { parseStartDate } from "./roster-dates"
import type { OwnField, RowFrame, RowReading } from "./roster-reading"

export function readOwn(
  reading: RowReading,
  frame: RowFrame,
  use: string,
  { header, text }: { header: string; text: string },
): void {
  const field = frame.own?.find(({ id }) => use === `field-${id}`)
  const value = field && answerIn(field, frame, text)
  if (field && value && reading.answers[field.id] === undefined) {
    reading.answers[field.id] = value
    return
  }
  reading.notes.push(`${header}: ${text}`)
  if (!field || value) return
  const group = `${field.name} can’t be read. The student is imported without it, and it is kept in the notes.`
  reading.warnings.push({ field: null, code: "dropped", message: group, group, value: text })
}

function answerIn(field: OwnField, frame: RowFrame, text: string): string | null {
  if (field.kind === "date") {
    const cell = parseStartDate(text, frame.startDateOrder)
    return cell.ok ? cell.value : null
  }
  const read = readAnswer(field, text)
  return read.ok ? read.value : null
}
