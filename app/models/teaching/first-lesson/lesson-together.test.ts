import { expect, test } from "vitest"
import { addClassRow, addPriceRow, addScheduleRow, addStudentRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { lessonTogether } from "./first-lesson.server"

const found = { date: "2026-12-02", startTime: "16:00", teacherId: "", roomId: "" }

test("a private lesson at a found time has the price that is usual for its length, one of two students none", () => {
  const { actor } = openSchool()
  const [milo, nour] = ["Milo", "Nour"].map((name) => addStudentRow(actor, name, "Haddad"))
  const amount = (minutes: string, ...students: (string | undefined)[]) =>
    lessonTogether(
      actor,
      students.map((id) => id ?? ""),
      { ...found, minutes },
    )?.facts.amount
  expect(amount("30", milo)).toBe("")
  const piano = addClassRow(actor, { name: "Otis, piano" })
  addScheduleRow(actor, piano, { minutes: 30 })
  addPriceRow(actor, piano, { amountMinor: 4500 })
  expect(amount("30", milo)).toBe("45.00")
  expect(amount("45", milo)).toBe("")
  expect(amount("30", milo, nour)).toBe("")
})
