import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { Piece } from "~/models/learning/repertoire/piece"
import type { StudentStatus } from "~/models/people/student/student"
import { addDays, weekday } from "~/utils/dates"

// How a student has come to their lessons: the shares of a term, and its weeks as one line for each class. Safe in the browser.

export type MarkedLesson = {
  sessionId: string
  classId: string
  className: string
  localDate: string
  startTime: string
  /** null while the attendance is not taken */
  code: MarkCode | null
  /** the school's own status that counts as it */
  statusName: string | null
  countsAsAttended: boolean | null
}

export type LessonNote = {
  id: string
  sessionId: string
  localDate: string
  visibility: "shared" | "private"
  body: string
  author: string | null
}

export type StudentSide = {
  practiceMinutes: number
  pieces: Piece[]
  /** besides the first, which is the student's own */
  instruments: { instrument: string; level: string | null }[]
  statuses: { id: string; status: StudentStatus; fromDate: string; reason: string | null }[]
  /** to the school's own fields, in their order */
  answers: { label: string; value: string }[]
}

/** Of the lessons that were marked and not canceled, how many were attended. */
export function attendanceOf(lessons: readonly MarkedLesson[]): { attended: number; held: number } {
  const held = lessons.filter(({ code }) => code !== null && code !== "cancelled")
  return { attended: held.filter(({ countsAsAttended }) => countsAsAttended).length, held: held.length }
}

/** How many lessons have each mark. */
export function marksOf(lessons: readonly MarkedLesson[]): Map<MarkCode, number> {
  const counted = new Map<MarkCode, number>()
  for (const { code } of lessons) if (code) counted.set(code, (counted.get(code) ?? 0) + 1)
  return counted
}

export type RhythmMonth = {
  month: string
  weeks: readonly string[]
  /** After the month of today: what is still to come. */
  isAhead: boolean
}
export type RhythmLine = {
  classId: string
  className: string
  /** The lessons of a week, by its Monday. */
  lessonsIn: Readonly<Record<string, MarkedLesson[]>>
}

/** As many weeks as a line has room for. */
const mostWeeks = 16

const mondayOf = (date: string) => addDays(date, 1 - weekday(date))

/**
 * The weeks from the first lesson to the end of the term, at most 16 with all of them up to today before those to come, in their
 * months, and a line of lessons for each class in the order in which they began: the same week is at the same index in each.
 */
export function rhythmOf(
  lessons: readonly MarkedLesson[],
  { day, until }: { day: string; until: string },
): { months: RhythmMonth[]; lines: RhythmLine[]; thisWeek: string } {
  const thisWeek = mondayOf(day)
  const earliest = addDays(thisWeek, -7 * (mostWeeks - 1))
  const shown = lessons.filter(({ localDate }) => localDate >= earliest && localDate <= day)
  const begin = shown[0] ? mondayOf(shown[0].localDate) : thisWeek
  const latest = addDays(begin, 7 * (mostWeeks - 1))
  const months: { month: string; weeks: string[]; isAhead: boolean }[] = []
  for (let week = begin; week <= latest && (week <= until || week <= thisWeek); week = addDays(week, 7)) {
    const month = week.slice(0, 7)
    const current = months.at(-1)
    if (current?.month === month) current.weeks.push(week)
    else months.push({ month, weeks: [week], isAhead: month > day.slice(0, 7) })
  }
  const lines = new Map<string, { className: string; lessonsIn: Record<string, MarkedLesson[]> }>()
  for (const lesson of shown) {
    const line = lines.get(lesson.classId) ?? { className: lesson.className, lessonsIn: {} }
    const week = mondayOf(lesson.localDate)
    line.lessonsIn[week] = [...(line.lessonsIn[week] ?? []), lesson]
    lines.set(lesson.classId, line)
  }
  return { months, lines: [...lines].map(([classId, line]) => ({ classId, ...line })), thisWeek }
}
