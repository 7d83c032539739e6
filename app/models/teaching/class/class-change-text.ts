import type { Recipients } from "../session/rule-effect"

// What families and teachers read about a class that gets another teacher or room. Safe in the browser.

/** The names of a class's teacher and room. */
export type Given = { teacher: string | null; room: string | null }

/** Each person once, however many classes they hear of. */
export const once = (people: Recipients["families"]): Recipients["families"] => [
  ...new Map(people.map((person) => [person.email, person])).values(),
]

/** "Helena Novak teaches instead of Marcus Whitfield, in Room 2 instead of Room 1." */
export function classChangeText(was: Given, next: Given): string {
  const parts = [
    ...(was.teacher === next.teacher ? [] : [teacherText(was.teacher, next.teacher)]),
    ...(was.room === next.room ? [] : [roomText(was.room, next.room)]),
  ]
  const text = parts.join(", ")
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const teacherText = (was: string | null, next: string | null) =>
  next
    ? `${next} teaches${was ? ` instead of ${was}` : ""}`
    : `${was} no longer teaches, and the new teacher isn’t set yet`

const roomText = (was: string | null, next: string | null) =>
  next
    ? `in ${next}${was ? ` instead of ${was}` : ""}`
    : `no longer in ${was}, and the new room isn’t set yet`
