import { expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { addDays } from "~/utils/dates"
import { testToday } from "../../../../tests/support/clock"
import { addSessionRow, openClass } from "../../../../tests/support/registers"
import { openSchool } from "../../../../tests/support/school"
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
