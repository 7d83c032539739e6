/** How many lessons of a teacher ended without attendance; null for lessons that have no teacher; and the oldest of them. */
export type MissingOfTeacher = {
  teacherId: string | null
  name: string | null
  lessons: number
  oldestId: string
  since: number
}
