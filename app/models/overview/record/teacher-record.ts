/** A lesson of a teacher's that is still to come, or on today. Safe in the browser. */
export type TeacherLesson = {
  id: string
  className: string
  localDate: string
  startTime: string
  minutes: number
  roomName: string | null
}
