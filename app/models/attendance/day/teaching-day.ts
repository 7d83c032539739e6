import type { RegisterState } from "~/models/teaching/session/session"

// A teacher's day as Today shows it: the lessons in order, each with what a teacher wants to know before it. Safe in the browser.

/** A lesson to go on with after another: "Isla, 3:30". */
export type NextLesson = { id: string; label: string }

export type DayLesson = {
  id: string
  title: string
  /** "2:45" and "2:45 to 3:30 PM" */
  time: string
  range: string
  /** "Studio 3, 6 students" */
  about: string
  register: RegisterState
  /** Who said they won't come, and who comes as a guest, on trial or for a make-up lesson. */
  notComing: string[]
  guests: string[]
  /** The lesson's own shared note once there is one, else the last of its class from an earlier day. */
  lastNote: { body: string; on: string } | null
  /** From when attendance can be taken, in ms. */
  opensAtMs: number
  /** The students of a private lesson that one tap marks as present; empty where it takes more than a tap. */
  tap: string[]
}

type StaffLesson = {
  id: string
  name: string
  head: "on" | "open" | "x" | "rest"
  time: string
  state: string
  column: number
  /** Up to the next lesson, so that its name has room. */
  length: number
}

/** How many columns a class of the staff can take. */
const mostColumns = 16

/** Gives each name the room up to the next lesson, the last one's up to the end of the day. */
export const withRoomForNames = (lessons: readonly StaffLesson[], columns: number): StaffLesson[] =>
  lessons.map((lesson, index) => {
    const next = lessons[index + 1]?.column ?? columns + 1
    return { ...lesson, length: Math.min(mostColumns, Math.max(lesson.length, next - lesson.column)) }
  })

export type DayStaff = {
  columns: number
  hours: string[]
  lessons: StaffLesson[]
  now: { column: number; third: "" | "after-5" | "after-10" } | null
}
