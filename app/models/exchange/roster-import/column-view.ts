/** What the columns step shows. */
export type ColumnView = {
  columns: { header: string; samples: string[]; use: string }[]
  /** all that a column can be, in the order of a menu */
  uses: { value: string; label: string }[]
  /** the school's teachers */
  teachers: { id: string; name: string }[]
  /** names in the file that are none of them, with what was decided so far */
  unknownTeachers: { name: string; rows: number; use: string }[]
}
