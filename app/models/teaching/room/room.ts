// A room of the school: how many students it holds at once and who usually teaches in it. Both say which rooms are offered
// where a lesson's own is taken. Safe in the browser.

export const mostInRoom = 500

/** `teacherId` is the teacher who is usually in it. */
export type RoomFacts = { fits: number | null; teacherId: string | null }

/** A room as the settings list it. */
export type RoomRow = RoomFacts & {
  id: string
  name: string
  isArchived: boolean
  /** planned in it this week */
  lessons: number
  /** its usual teacher, or else who has lessons in it this week, the most first */
  teachers: string[]
}

type Wish = { firstId: string | null | undefined; teacherIds: readonly string[]; students: number }

/**
 * The rooms to offer in order: the one that was asked for, those in which one of the teachers usually is, the others. One
 * that holds fewer students is offered only if it was asked for, or if no room holds as many.
 */
export function roomsInOrder<Room extends { id: string }>(
  rooms: readonly Room[],
  facts: ReadonlyMap<string, RoomFacts>,
  { firstId, teacherIds, students }: Wish,
): Room[] {
  const rank = ({ id }: Room) => {
    if (id === firstId) return 0
    return teacherIds.includes(facts.get(id)?.teacherId ?? "") ? 1 : 2
  }
  const large = rooms.filter(({ id }) => id === firstId || (facts.get(id)?.fits ?? mostInRoom) >= students)
  return (large.length > 0 ? large : [...rooms]).sort((a, b) => rank(a) - rank(b))
}
