import { joinNames } from "~/utils/join-names"
import { type SessionRow, teacherNames } from "./session"

// Who doesn't come to a lesson that moves, since they aren't enrolled in its class then. Safe in the browser.

/** ", without Ada and Ben"; empty where no one is left out. */
export const withoutText = (names: readonly string[]): string =>
  names.length > 0 ? `, without ${joinNames(names)}` : ""

const mostNamed = 5

/** A moved lesson without some of its students, as it is said once it has moved: "Choir, Wed, Dec 9" and their names. */
export type MovedWithout = { lesson: string; names: string[] }

/** "Choir, Wed, Dec 9, without Milo Haddad." for each, and how many more there are. */
export function movedWithoutText(moved: readonly MovedWithout[]): string {
  const sentences = moved.slice(0, mostNamed).map(({ lesson, names }) => `${lesson}${withoutText(names)}.`)
  const more = moved.length - mostNamed
  return [...sentences, ...(more > 0 ? [`${more} more lessons without some students.`] : [])].join(" ")
}

/** A lesson for these students alone: its teachers are told another way. */
export const forStudents = (session: SessionRow, students: SessionRow["students"]): SessionRow => ({
  ...session,
  students,
  teacherId: null,
  teacherName: teacherNames(session) || null,
  coTeachers: [],
})

/** Of lessons before and after a move, those with students who are in the latter only, for these alone. */
export function forJoined(before: readonly SessionRow[], after: readonly SessionRow[]): SessionRow[] {
  const known = new Map(before.map(({ id, students }) => [id, new Set(students.map((each) => each.id))]))
  return after.flatMap((session) => {
    const joined = session.students.filter(({ id }) => !known.get(session.id)?.has(id))
    return known.has(session.id) && joined.length > 0 ? [forStudents(session, joined)] : []
  })
}
