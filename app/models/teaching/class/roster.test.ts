import { expect, test } from "vitest"
import { addClassRow, addEnrollmentRow, addStudentRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { listClassesWithSpots } from "./roster.server"

test("someone can be moved only to a class that still has a spot", () => {
  const { actor } = openSchool()
  const [full, half, left] = [
    addClassRow(actor, { name: "Full", capacity: 1 }),
    addClassRow(actor, { name: "Half full", capacity: 2 }),
    addClassRow(actor, { name: "Left", capacity: 1 }),
  ]
  addEnrollmentRow(actor, full, addStudentRow(actor, "Adele", "Boeuf"))
  addEnrollmentRow(actor, half, addStudentRow(actor, "Milo", "Adler"))
  addEnrollmentRow(actor, left, addStudentRow(actor, "Freya", "Okafor"), { endsOn: "2026-10-01" })
  expect(listClassesWithSpots(actor, "").map(({ name, taken }) => [name, taken])).toEqual([
    ["Half full", 1],
    ["Left", 0],
  ])
})
