import { classes } from "db/schema/teaching"
import { expect, test } from "vitest"
import { addClassRow, addPriceRow, addScheduleRow } from "../../../../tests/support/lessons"
import { addMember, changeRows, openSchool } from "../../../../tests/support/school"
import { usualLesson } from "./first-lesson.server"

function school() {
  const { actor } = openSchool()
  const lesson = (
    instrument: string,
    teacher: string,
    facts: { endedOn?: string; prices: [string, number][] },
  ) => {
    const { teacherId } = addMember(actor, "teacher", teacher)
    const id = addClassRow(actor, { name: `${teacher}, ${instrument}`, instrument, teacherId })
    addScheduleRow(actor, id, { minutes: 30 })
    for (const [fromDate, amountMinor] of facts.prices) addPriceRow(actor, id, { fromDate, amountMinor })
    if (facts.endedOn) changeRows(classes, { id }, { endedOn: facts.endedOn })
    return teacherId
  }
  return { actor, lesson }
}

test("after a roll-over a lesson is still proposed from its own instrument, never from another's", () => {
  const { actor, lesson } = school()
  const greta = lesson("Voice", "Greta", { endedOn: "2026-12-18", prices: [["2026-09-01", 2800]] })
  lesson("Cello", "David", { prices: [["2026-09-01", 4000]] })
  expect(usualLesson(actor, "voice", "2026-12-01")).toMatchObject({ teacherId: greta, amountMinor: 2800 })
  expect(usualLesson(actor, "Drums", "2026-12-01")).toBeUndefined()
  expect(usualLesson(actor, null, "2026-12-01")).toBeUndefined()
})

test("the price is that of the day of the first lesson", () => {
  const { actor, lesson } = school()
  lesson("Piano", "Anna", {
    prices: [
      ["2026-09-01", 2800],
      ["2027-01-01", 2950],
    ],
  })
  expect(usualLesson(actor, "Piano", "2026-12-10")?.amountMinor).toBe(2800)
  expect(usualLesson(actor, "Piano", "2027-01-08")?.amountMinor).toBe(2950)
})
