import type { SessionChange } from "~/models/foundation/outbox/lesson-mail-data"
import { type SessionRow, teacherNames } from "./session"

// What is different about a lesson that was moved: its time, its room, who gives it. Safe in the browser.

type Given = Pick<SessionRow, "teacherId" | "coTeachers">
type Lesson = Given & Pick<SessionRow, "localDate" | "startTime" | "minutes" | "roomId">

/** Everyone who gives a lesson. */
export const teachersIn = (lesson: Given | undefined): string[] => [
  ...(lesson?.teacherId ? [lesson.teacherId] : []),
  ...(lesson?.coTeachers?.map(({ id }) => id) ?? []),
]

/** Of a lesson at its old time what else is different, and "moved" of any other. */
export function whatChanged(was: Lesson, is: Lesson): SessionChange {
  if (was.localDate !== is.localDate || was.startTime !== is.startTime || was.minutes !== is.minutes)
    return "moved"
  const isPlaced = was.roomId !== is.roomId
  if (teachersIn(was).sort().join() === teachersIn(is).sort().join()) return isPlaced ? "placed" : "moved"
  return isPlaced ? "taught-and-placed" : "taught"
}

/** What one reader is told of a lesson, each text once: of two children in it, or as its teacher and a guardian. */
export function besides(listed: string | undefined, text: string): string {
  if (listed === undefined) return text
  return listed.split("; ").includes(text) ? listed : `${listed}; ${text}`
}

type Named = Pick<SessionRow, "teacherName" | "coTeachers" | "roomName">

/** " with Marcus Whitfield, Room 2" */
export const withWhom = ({ roomName, ...lesson }: Named): string =>
  `${teacherNames(lesson) ? ` with ${teacherNames(lesson)}` : ""}${roomName ? `, ${roomName}` : ""}`

/** ", now with Marcus Whitfield, Room 2" of a lesson at its old time; only what is new is behind the "now". */
export function nowText(change: SessionChange, { roomName, ...lesson }: Named): string {
  const names = teacherNames(lesson)
  const room = roomName ? `in ${roomName}` : "without a room"
  if (change === "placed") return `${names ? ` with ${names}` : ""}, now ${room}`
  const given = names ? `, now with ${names}` : ", now without a teacher"
  if (change === "taught-and-placed") return `${given}, ${room}`
  return `${given}${roomName ? `, ${roomName}` : ""}`
}
