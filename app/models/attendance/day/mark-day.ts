import type { OfferedStatus } from "~/models/accounts/custom-status/custom-status"

/** So many lessons, of so many students, are shown and marked at once; the rest of a larger day follows. */
export const mostAtOnce = 30
export const mostStudentsAtOnce = 300

/**
 * A student of a lesson. `expected` is what an absence notice leads to, `chosen` is spelled as its field, and `effect` says what
 * another mark than present does.
 */
export type DayMarkingStudent = {
  id: string
  name: string
  expected: "present" | "excused" | "absent"
  chosen: string
  effect: string | null
}

/** A lesson as marking its whole day would take it: each student as expected or chosen, and what that comes to. */
export type DayMarkingLesson = {
  id: string
  title: string
  range: string
  teacherName: string | null
  students: DayMarkingStudent[]
  /** "1 charged, $28.00. You’re paid for 30 minutes." */
  effect: string
  /** The same for the same effect on each of the same students only. */
  sign: string
}

/** What marking a day would do; lessons with attendance and those that are still to come are left out. */
export type DayMarking = {
  lessons: DayMarkingLesson[]
  /** The sum of the selected lessons: "12 charged, $364.00. 1 make-up credit." */
  effect: string
  /** Lessons that can be marked once these are. */
  more: number
  taken: number
  later: number
  statuses: OfferedStatus[]
}
