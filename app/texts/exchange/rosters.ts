// What the check of a roster says of its columns, rows and cells.

export const hardlyRead = (column: string, field: string): string =>
  `“${column}” has hardly a cell that can be read as ${field}, so it’s kept in the notes.`

export const personalNumbers = (column: string): string =>
  `“${column}” has personal ID numbers. The column isn’t imported, because every teacher of a student reads the notes. To keep it, choose “Keep in notes” for it.`

/** Of a status that is read in part. */
export const statusInPart = (cell: string, status: string): { warning: string; group: string } => ({
  warning: `“${cell}” is read as ${status}. The cell is kept in the notes.`,
  group: "Only part of the status is used. The cell is kept in the notes.",
})
