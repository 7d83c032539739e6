import { countOf } from "~/utils/formats"
import type { PieceState } from "../repertoire/piece"
import type { SkillState } from "../skill/skill"

// A progress report: what a student learned in a period, as it was when the report was written. Safe in the browser.

export type Attendance = { held: number; attended: number; late: number; absent: number; excused: number }
export type ClassAttendance = Attendance & { className: string }

/** "12 of 14 lessons, 86%". */
export const attendanceText = ({ held, attended }: Attendance): string =>
  held === 0
    ? "No lessons yet"
    : `${attended} of ${countOf(held, "lesson")}, ${Math.round((attended / held) * 100)}%`

/** The frozen copy. Days are `YYYY-MM-DD`. */
export type ReportSnapshot = {
  studentName: string
  schoolName: string
  instruments: {
    instrument: string
    current: string | null
    next: string | null
    missing: string[]
    levels: { level: string; secure: number; count: number }[]
  }[]
  /** What moved in the period: the newest state of each skill that did. */
  moved: { instrument: string; name: string; state: SkillState; since: string; comment: string | null }[]
  pieces: { title: string; composer: string | null; state: PieceState; since: string }[]
  attendance: { total: Attendance; classes: ClassAttendance[] }
  practiceMinutes: number
  tasks: { given: number; done: number }
  /** Results of exams that the family saw when it was written; left out of reports from before they were in it. */
  exams?: { title: string; on: string; text: string; note: string | null }[]
}

export type Report = {
  id: string
  studentId: string
  fromDate: string
  toDate: string
  words: string
  by: string | null
  writtenOn: string
  /** UTC ms. */
  writtenAt: number
  /** The day the family got it; null while it is a draft. */
  sharedOn: string | null
  snapshot: ReportSnapshot
}
