import type { SessionChange } from "~/models/foundation/outbox/lesson-mail-data"
import { type SessionRow, teacherNames } from "./session"

// What is different about a lesson that was moved: its time, its room, who gives it. Safe in the browser.

type Given = Pick<SessionRow, "teacherId" | "coTeachers">
type Lesson = Given & Pick<SessionRow, "localDate" | "startTime" | "minutes" | "roomId" | "onlineLink">

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
  if (teachersIn(was).sort().join() === teachersIn(is).sort().join())
    return isPlaced ? "placed" : linkText(was, is) ? "changed" : "moved"
  return isPlaced ? "taught-and-placed" : "taught"
}

/** What one reader is told of a lesson, each text once: of two children in it, or as its teacher and a guardian. */
export function besides(listed: string | undefined, text: string): string {
  if (listed === undefined) return text
  return listed.split("; ").includes(text) ? listed : `${listed}; ${text}`
}

/** ", now online at https://…", or that it isn’t any more, where its link is another one. */
export function linkText(was: Pick<SessionRow, "onlineLink">, is: Pick<SessionRow, "onlineLink">): string {
  if ((was.onlineLink ?? null) === (is.onlineLink ?? null)) return ""
  return is.onlineLink ? `, now online at ${is.onlineLink}` : ", no longer online"
}

type Named = Pick<SessionRow, "teacherName" | "coTeachers" | "roomName">

/** " with Marcus Whitfield, Room 2" */
export const withWhom = ({ roomName, ...lesson }: Named): string =>
  `${teacherNames(lesson) ? ` with ${teacherNames(lesson)}` : ""}${roomName ? `, ${roomName}` : ""}`

/** ", now with Marcus Whitfield, Room 2" of a lesson at its old time; only what is new is behind the "now". */
export function nowText(change: SessionChange, { roomName, ...lesson }: Named): string {
  if (change === "changed") return withWhom({ roomName, ...lesson })
  const names = teacherNames(lesson)
  const room = roomName ? `in ${roomName}` : "without a room"
  if (change === "placed") return `${withWhom({ ...lesson, roomName: null })}, now ${room}`
  const given = names ? `, now with ${names}` : ", now without a teacher"
  if (change === "taught-and-placed") return `${given}, ${room}`
  return `${given}${roomName ? `, ${roomName}` : ""}`
}
