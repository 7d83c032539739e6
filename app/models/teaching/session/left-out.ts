import { joinNames } from "~/utils/names"
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
