import { expect, test } from "vitest"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addStudentRow,
} from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { listWithFreeSpots } from "../class-list/class-list.server"
import { listClassesWithSpots } from "./roster.server"

test("someone can be moved only to a class that still has a spot, and to no trial lesson", () => {
  const { actor } = openSchool()
  addClassRow(actor, { name: "Trial lesson", kind: "trial", capacity: 1 })
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

test("a class that continues another says from when it is wherever a spot is chosen", () => {
  const { actor } = openSchool()
  const facts = { name: "Drums", kind: "group", capacity: 4 } as const
  const ending = addClassRow(actor, { ...facts, endedOn: "2099-01-04" })
  addScheduleRow(actor, ending, { endsOn: "2099-01-04" })
  const later = addClassRow(actor, { ...facts, continuesId: ending })
  addScheduleRow(actor, later, { startsOn: "2099-01-05" })
  const names = ["Drums", expect.stringMatching(/^Drums, from .*Jan 5/)]
  const sorted = (listed: readonly { name: string }[]) => listed.map(({ name }) => name).sort()
  expect(sorted(listClassesWithSpots(actor, ""))).toEqual(names)
  expect(sorted(listWithFreeSpots(actor))).toEqual(names)
})
