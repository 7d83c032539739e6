import { expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { testNow, testToday } from "../../../../tests/support/clock"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { addMember, openSchool } from "../../../../tests/support/school"
import { undoRegister } from "./read-register.server"
import { findRegister } from "./register-view.server"
import { takeRegister } from "./take-register.server"

const minute = 60_000
const byMarcus = "Wed, Nov 18 at 3:10 PM by Marcus Whitfield"

/** A lesson of two, with Marcus, who gives it, and Ruth of the office. */
function openLesson() {
  const { actor: ruth } = openSchool()
  const marcus = addMember(ruth, "teacher", "Marcus Whitfield")
  const { classId, studentIds } = openClass(ruth, {
    pupils: ["Ada Rossi", "Milo Haddad"],
  })
  const sessionId = addSessionRow(ruth, classId, testToday, { teacherId: marcus.teacherId })
  const save = (actor: typeof ruth, after: number, ...codes: ("present" | "absent" | "excused")[]) => {
    fixClock(testNow + after * minute)
    const marks = studentIds.map((studentId, index) => ({ studentId, code: codes[index] ?? "present" }))
    expect(takeRegister(actor, sessionId, { marks }).ok).toBe(true)
    return findRegister(ruth, sessionId)?.taken
  }
  const undo = (actor: typeof ruth) => expect(undoRegister(actor, sessionId).ok).toBe(true)
  return { ruth, marcus: marcus.actor, save, undo }
}

test("attendance names who took it, and the last other person who corrected it", () => {
  const { ruth, marcus, save } = openLesson()
  expect(save(marcus, 0, "present", "present")).toBe(byMarcus)
  expect(save(marcus, 5, "present", "absent")).toBe(byMarcus)
  expect(save(ruth, 10, "present", "absent")).toBe(byMarcus)
  expect(save(ruth, 20, "present", "excused")).toBe(
    `${byMarcus}, corrected Wed, Nov 18 at 3:30 PM by Ruth Castellano`,
  )
  expect(save(marcus, 25, "absent", "excused")).toBe(
    `${byMarcus}, corrected Wed, Nov 18 at 3:30 PM by Ruth Castellano`,
  )
  expect(save(marcus, 30, "absent", "present")).toBe(byMarcus)
})

test("attendance that was undone and taken again has no correction", () => {
  const { ruth, marcus, save, undo } = openLesson()
  save(marcus, 0, "present", "absent")
  undo(marcus)
  expect(save(ruth, 5, "present", "present")).toBe("Wed, Nov 18 at 3:15 PM by Ruth Castellano")
})
