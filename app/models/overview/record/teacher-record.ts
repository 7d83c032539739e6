/** What a teacher's week is against the hours they have for it. Safe in the browser. */
export type TeacherHours = {
  /** Of planned lessons, past and to come. */
  plannedMinutes: number
  availableMinutes: number
  /** Whether they have weekly hours at all. */
  hasHours: boolean
}

/** "39%"; nothing where no hours are available. */
export const shareText = ({ plannedMinutes, availableMinutes }: TeacherHours): string =>
  availableMinutes > 0 ? `${Math.round((plannedMinutes / availableMinutes) * 100)}%` : "–"

export const sumMinutes = (rows: readonly { minutes: number }[]): number =>
  rows.reduce((sum, { minutes }) => sum + minutes, 0)

/** A lesson of a teacher's that is still to come, or on today. Safe in the browser. */
export type TeacherLesson = {
  id: string
  className: string
  localDate: string
  startTime: string
  minutes: number
  roomName: string | null
}
