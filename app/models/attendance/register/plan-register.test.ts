import { schools } from "db/schema/accounts-schools"
import { events } from "db/schema/foundation-audit"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor, schoolActor } from "~/models/foundation/access/actor.server"
import { addDays } from "~/utils/dates"
import { testToday } from "../../../../tests/support/clock"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { addMember, changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { lockOf } from "./register"
import { findRegister } from "./register-view.server"
import { takeRegister } from "./take-register.server"

describe("the lock", () => {
  test("closes after the last of the school’s days, never for good for the office, and not without a setting", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 365 }),
        fc.integer({ min: 0, max: 800 }),
        fc.boolean(),
        (lockDays, age, isOffice) => {
          const lesson = addDays(testToday, -age)
          const isLocked = age > lockDays
          expect(lockOf(lesson, testToday, { lockDays, isOffice })).toBe(
            isLocked ? (isOffice ? "reason" : "closed") : "open",
          )
          expect(lockOf(lesson, testToday, { lockDays: null, isOffice })).toBe("open")
        },
      ),
    )
  })
})

/** Marcus's lesson of sixteen days ago with attendance, in a school that locks after two weeks. */
function openLocked() {
  const { actor } = openSchool()
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const { classId, studentIds } = openClass(actor, { pupils: ["Wren Adeyemi"] })
  const sessionId = addSessionRow(actor, classId, addDays(testToday, -16), { teacherId: marcus.teacherId })
  const open = addSessionRow(actor, classId, addDays(testToday, -15), { teacherId: marcus.teacherId })
  const marked = (code: "present" | "absent") => [{ studentId: studentIds[0] ?? "", code }]
  takeRegister(actor, sessionId, { marks: marked("present") })
  changeRows(schools, { id: actor.school.id }, { attendanceLockDays: 14 })
  const school = schoolActor(actor.school.id)?.school ?? actor.school
  const again = (who: Actor) =>
    memberActor(school, {
      memberId: who.memberId ?? "",
      userId: who.userId ?? "",
      name: who.name,
      role: who.role === "job" ? "admin" : who.role,
    })
  return { office: again(actor), teacher: again(marcus.actor), sessionId, open, marked }
}

describe("a correction after the lock", () => {
  test("is refused to the teacher, who can still write notes and take what is missing", () => {
    const { teacher, sessionId, open, marked } = openLocked()
    expect(takeRegister(teacher, sessionId, { marks: marked("absent"), reason: "I forgot" })).toBeRefused(
      "locked",
    )
    expect(findRegister(teacher, sessionId)?.lock).toBe("closed")
    expect(takeRegister(teacher, sessionId, { marks: [], sharedNote: "Scales" }).ok).toBe(true)
    expect(takeRegister(teacher, open, { marks: marked("present") }).ok).toBe(true)
  })

  test("asks the office for a reason, which stands in the activity and where the office sees the attendance", () => {
    const { teacher, office, sessionId, marked } = openLocked()
    expect(takeRegister(office, sessionId, { marks: marked("absent") })).toBeRefused("reason-missing")
    expect(takeRegister(office, sessionId, { marks: marked("absent"), reason: "Family wrote" }).ok).toBe(true)
    const explained = rowsOf(events, { schoolId: office.school.id, verb: "explain-correction" })
    expect(explained.map(({ nounId, after }) => [nounId, after])).toEqual([
      [sessionId, JSON.stringify({ reason: "Family wrote" })],
    ])
    expect(findRegister(office, sessionId)?.reasons).toMatchObject([
      { text: "Attendance corrected: Family wrote", from: expect.stringContaining(office.name) },
    ])
    expect(findRegister(teacher, sessionId)?.reasons).toEqual([])
  })
})
