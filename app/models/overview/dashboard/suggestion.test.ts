import { seats } from "db/schema/teaching-sessions"
import { expect, test } from "vitest"
import { setFreedTimeRules } from "~/models/attendance/freed-time/claim-hours.server"
import { newRow } from "~/models/foundation/access/own.server"
import { addTerm } from "~/models/foundation/term/term.server"
import { addDays } from "~/utils/dates"
import { testToday } from "../../../../tests/support/clock"
import { addScheduleRow, addSessionRow, openClass } from "../../../../tests/support/lessons"
import { addRows, openSchool } from "../../../../tests/support/school"
import { nameOfSuggestion } from "./suggestion"
import { dismissSuggestion, findSuggestion } from "./suggestion.server"

/** A school whose class has lessons up to yesterday, each one canceled by its family some hours before. */
function canceledInTime(lessons: number, hoursBefore: number) {
  const { actor } = openSchool()
  const { classId, studentIds, enrollmentIds } = openClass(actor, { pupils: ["Amara Fraser"] })
  for (let back = 1; back <= lessons; back += 1) {
    const sessionId = addSessionRow(actor, classId, addDays(testToday, -back))
    const startsAt = Date.parse(`${addDays(testToday, -back)}T19:30:00Z`)
    addRows(seats, {
      ...newRow(actor),
      sessionId,
      studentId: studentIds[0] ?? "",
      enrollmentId: enrollmentIds[0] ?? null,
      kind: "enrolled",
      noticeAt: startsAt - hoursBefore * 3_600_000,
    })
  }
  return actor
}

test("times that families give back in time are worth offering, until the school does or dismisses it", () => {
  const actor = canceledInTime(5, 30)
  expect(findSuggestion(actor)).toEqual({ key: "freed-times", absences: 5 })
  setFreedTimeRules(actor, { hours: 12, spots: false })
  expect(findSuggestion(actor)).toBeNull()
  setFreedTimeRules(actor, { hours: 0, spots: false })
  expect(dismissSuggestion(actor, "freed-times")).toBe(true)
  expect(dismissSuggestion(actor, "freed-times")).toBe(true)
  expect(findSuggestion(actor)).toBeNull()
  expect(dismissSuggestion(actor, "unknown")).toBe(false)
})

test("few absences, and late ones, aren’t worth a rule", () => {
  expect(findSuggestion(canceledInTime(4, 30))).toBeNull()
  expect(findSuggestion(canceledInTime(9, 2))).toBeNull()
})

test("a term that ends soon names the classes without lessons after it, and is dismissed for itself", () => {
  const { actor } = openSchool()
  const { classId } = openClass(actor, { pupils: [] })
  const scheduleId = addScheduleRow(actor, classId)
  const endsOn = addDays(testToday, 20)
  expect(findSuggestion(actor)).toBeNull()
  addTerm(actor, { name: "Fall 2026", startsOn: "2026-09-01", endsOn })
  addSessionRow(actor, classId, addDays(endsOn, -3), { scheduleId })
  const found = findSuggestion(actor)
  expect(found).toMatchObject({ key: "roll-over", term: "Fall 2026", endsOn, classes: 1, hasNext: false })
  addTerm(actor, { name: "Spring 2027", startsOn: addDays(endsOn, 20), endsOn: addDays(endsOn, 100) })
  expect(findSuggestion(actor)).toMatchObject({ hasNext: true })
  addSessionRow(actor, classId, addDays(endsOn, 20), { scheduleId })
  expect(findSuggestion(actor)).toBeNull()
  if (!found) throw new Error("The term ends soon")
  expect(nameOfSuggestion(found)).toMatch(/^roll-over:.+/)
})
