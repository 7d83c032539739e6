import { countOf, formatNumber } from "~/utils/formats"
import type { FoundTime } from "../free-time/find-times"

// What becomes of the lessons on the days of a closure: each stays, is canceled or moves. Safe in the browser.

export const lessonsOfPage = 8

/** A free time for a lesson, and who of its students isn't enrolled then. */
export type ProposedTime = FoundTime & { leftOut: string[] }

/** A lesson on the days of a closure: one that is still scheduled, or one that was canceled for it. */
export type ClosureLesson = {
  id: string
  title: string
  localDate: string
  startTime: string
  teacherName: string | null
  isCanceled: boolean
  /** The best first; `value` is how a form names it. */
  times: (ProposedTime & { value: string })[]
  /** Why there are none. */
  whyNone: string | null
}

/** Where a lesson goes: date, start and room. */
export type NewTime = { date: string; startTime: string; roomId: string | null }
export type LessonChoice = { choice: "stay" } | { choice: "cancel" } | ({ choice: "move" } & NewTime)

/** What is chosen for a lesson before anyone chose: its best time, or to cancel it where it has none. */
export const preferredChoice = ({ isCanceled, times }: ClosureLesson): string =>
  times[0]?.value ?? (isCanceled ? "stay" : "cancel")

/** A lesson that was moved or canceled for a closure before anyone was told: its old time, and what becomes of it. */
export type UntoldLesson = { id: string; title: string; was: string; becomes: string }

/** Lessons of a closure that no one was told about, and how many of them were moved: the others were canceled. */
export type UntoldCount = { lessons: number; moved: number }

/** What became of the lessons of a closure: "moved", "canceled" or both. */
export const becameText = ({ lessons, moved }: UntoldCount): string =>
  moved === 0 ? "canceled" : moved === lessons ? "moved" : "canceled or moved"

/** "3 lessons are canceled and 2 moved" */
export function becameSentence({ lessons, moved }: UntoldCount): string {
  const canceled = lessons - moved
  return moved === 0 || canceled === 0
    ? `${countOf(lessons, "lesson is", "lessons are")} ${becameText({ lessons, moved })}`
    : `${countOf(canceled, "lesson is", "lessons are")} canceled and ${formatNumber(moved)} moved`
}

/** Where lessons would go, the first of them one by one; `becomes` is null where one is canceled, `whyNone` says why. */
export type MovesPreview = {
  lessons: number
  moves: {
    id: string
    title: string
    was: string
    becomes: string | null
    whyNone: WhyNone | null
    /** Who isn't enrolled at its new time. */
    leftOut: string[]
  }[]
}

/** Why a lesson has no time to move to. */
export type WhyNone = "no-time" | "no-teacher"

/** What happens to the lessons of a preview; those that it doesn't name one by one may move or not. */
export function outcomeOf({ lessons, moves }: MovesPreview): "move" | "cancel" | "move or cancel" {
  const canceled = moves.filter(({ becomes }) => becomes === null).length
  if (moves.length < lessons) return "move or cancel"
  return canceled === 0 ? "move" : canceled === lessons ? "cancel" : "move or cancel"
}

export const lettersOfPage = 10

/** What one person would be told about a closure: when, and what. */
export type ClosureLetter = {
  email: string
  name: string
  forTeacher: boolean
} & Record<"moved" | "cancelled", [string, string][]>

/** Who would get the emails that wait for a closure: how many, and one page of them. */
export type ClosureLetters = {
  families: number
  teachers: number
  people: number
  /** Families to call, as no one in them has an address. */
  withoutEmail: number
  /** Who turned these emails off. */
  unwanting: number
  /** Names of those to whom emails come back. */
  returned: string[]
  letters: ClosureLetter[]
}
