import { expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { addDays } from "~/utils/dates"
import { testToday } from "../../../../tests/support/clock"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { type MarkedLesson, rhythmOf } from "./student-record"
import { listLessonNotes } from "./student-record.server"

test("the newest notes come first, and of one lesson those for everyone before those on the student", () => {
  const { actor } = openSchool()
  const { classId, studentIds } = openClass(actor, {})
  const [freya = "", milo = ""] = studentIds
  const marks = studentIds.map((studentId) => ({ studentId, code: "present" as const }))
  const note = (daysAgo: number, sharedNote: string, own: { shared?: string; private?: string }) =>
    takeRegister(actor, addSessionRow(actor, classId, addDays(testToday, -daysAgo)), {
      marks,
      sharedNote,
      studentNotes: { [freya]: own },
    })
  expect(note(7, "Scales.", { shared: "Thumb.", private: "Tired." }).ok).toBe(true)
  expect(note(0, "Bars 17 to 24.", { shared: "Upper part." }).ok).toBe(true)
  const read = (studentId: string, most: number) =>
    listLessonNotes(actor, studentId, most).map(({ body, visibility }) => [body, visibility])
  expect(read(freya, 4)).toEqual([
    ["Bars 17 to 24.", "shared"],
    ["Upper part.", "shared"],
    ["Scales.", "shared"],
    ["Tired.", "private"],
  ])
  expect(read(milo, 4)).toEqual([
    ["Bars 17 to 24.", "shared"],
    ["Scales.", "shared"],
  ])
  expect(Object.keys(listLessonNotes(actor, freya, 1)[0] ?? {}).sort()).toEqual(
    ["author", "body", "id", "localDate", "sessionId", "visibility"].sort(),
  )
})

const lessonOn = (localDate: string): MarkedLesson => ({
  sessionId: localDate,
  classId: "violin",
  className: "Violin",
  localDate,
  startTime: "14:00",
  code: "present",
  statusName: null,
  countsAsAttended: true,
})
const weekly = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => lessonOn(addDays(first, 7 * index)))
const weeksOf = (months: { weeks: readonly string[] }[]) => months.flatMap(({ weeks }) => weeks)

test("a term’s line goes on to its last week, and the months after this one are said to be ahead", () => {
  const { months, thisWeek } = rhythmOf(weekly("2026-09-01", 12), { day: "2026-11-18", until: "2026-12-18" })
  expect(thisWeek).toBe("2026-11-16")
  expect(weeksOf(months).at(0)).toBe("2026-08-31")
  expect(weeksOf(months).at(-1)).toBe("2026-12-14")
  expect(months.filter(({ isAhead }) => isAhead).map(({ month }) => month)).toEqual(["2026-12"])
})

test("of a long term the weeks that were come before those to come", () => {
  const { months } = rhythmOf(weekly("2026-07-01", 20), { day: "2026-11-18", until: "2026-12-31" })
  expect(weeksOf(months)).toHaveLength(16)
  expect(weeksOf(months).at(-1)).toBe("2026-11-16")
})
