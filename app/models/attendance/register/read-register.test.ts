import { db } from "db/client.server"
import { makeUpCredits, marks } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, isNull } from "drizzle-orm"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { testNow, testToday, whileTicking } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import { addSessionRow, invoiceCharges, openClass } from "../../../../tests/support/lessons"
import { addMember, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { recordNotice } from "../notice/notice.server"
import { undoRegister } from "./read-register.server"
import { takeRegister } from "./take-register.server"

const codes = ["present", "late", "absent", "excused", "cancelled"] as const
const minute = 60_000

function openLesson() {
  const { actor } = openSchool()
  const { classId, studentIds } = openClass(actor)
  const sessionId = addSessionRow(actor, classId, testToday)
  const marked = (code: (typeof codes)[number] = "present") =>
    studentIds.map((studentId) => ({ studentId, code }))
  return { actor, sessionId, studentIds, marked }
}

/** What stands of the school's marks, charges and credits, without when and why. */
const standing = (actor: Actor) => ({
  marks: rowsOf(marks, { schoolId: actor.school.id, supersededAt: null }).length,
  charges: rowsOf(charges, { schoolId: actor.school.id, withdrawnAt: null }).length,
  credits: db()
    .select({ seatId: makeUpCredits.originSeatId, mark: makeUpCredits.originMarkId })
    .from(makeUpCredits)
    .where(and(eq(makeUpCredits.schoolId, actor.school.id), isNull(makeUpCredits.revokedAt)))
    .all(),
  session: db()
    .select({
      taken: sessions.registerTakenAt,
      by: sessions.registerTakenBy,
      marked: sessions.markedCount,
      attended: sessions.attendedCount,
    })
    .from(sessions)
    .where(eq(sessions.schoolId, actor.school.id))
    .all(),
})

describe("undoing attendance", () => {
  test("leaves everything as it was, whatever was marked and announced", () => {
    inHistories(
      25,
      fc.array(fc.constantFrom(...codes), { minLength: 8, maxLength: 8 }),
      fc.array(fc.constantFrom("none", "in time", "late"), { minLength: 8, maxLength: 8 }),
      (chosen, notices) => {
        const { actor, sessionId, studentIds } = openLesson()
        for (const [index, studentId] of studentIds.entries()) {
          const notice = notices[index]
          if (notice === "none") continue
          const at = notice === "in time" ? testNow - 30 * 60 * minute : testNow - 3 * 60 * minute
          recordNotice(actor, sessionId, studentId, { at, text: null })
        }
        const before = standing(actor)
        const entry = studentIds.map((studentId, index) => ({
          studentId,
          code: chosen[index] ?? ("present" as const),
        }))
        expect(takeRegister(actor, sessionId, { marks: entry }).ok).toBe(true)
        const taken = standing(actor)
        expect(undoRegister(actor, sessionId).ok).toBe(true)
        expect(standing(actor)).toEqual(before)
        // Taken again it is what it was the first time, but for the ids of the marks.
        expect(takeRegister(actor, sessionId, { marks: entry }).ok).toBe(true)
        const { credits, ...again } = standing(actor)
        expect(again).toEqual({ ...again, marks: taken.marks, charges: taken.charges })
        expect(credits.map(({ seatId }) => seatId).sort()).toEqual(
          taken.credits.map(({ seatId }) => seatId).sort(),
        )
      },
    )
  })

  test("gives the credits of absence notices back, however long taking it took", () => {
    const { actor, sessionId, studentIds, marked } = openLesson()
    for (const studentId of studentIds)
      recordNotice(actor, sessionId, studentId, { at: testNow - 30 * 60 * minute, text: null })
    const before = standing(actor)
    expect(before.credits).toHaveLength(studentIds.length)
    whileTicking(testNow, () => takeRegister(actor, sessionId, { marks: marked("present") }))
    expect(standing(actor).credits).toEqual([])
    fixClock(testNow + minute)
    expect(undoRegister(actor, sessionId).ok).toBe(true)
    expect(standing(actor)).toEqual(before)
  })

  test("is refused to others, later, after a correction, and twice", () => {
    const { actor, sessionId, marked } = openLesson()
    const colleague = addMember(actor, "admin", "Helena Novak").actor
    takeRegister(actor, sessionId, { marks: marked() })
    expect(undoRegister(colleague, sessionId)).toBeRefused("too-late")
    fixClock(testNow + 31 * minute)
    expect(undoRegister(actor, sessionId)).toBeRefused("too-late")
    fixClock(testNow + minute)
    takeRegister(actor, sessionId, { marks: marked("absent") })
    expect(undoRegister(actor, sessionId)).toBeRefused("corrected")
    expect(undoRegister(openSchool().actor, sessionId)).toBeRefused("session-unknown")
  })

  test("is refused once a charge is on an invoice", () => {
    const { actor, sessionId, marked } = openLesson()
    takeRegister(actor, sessionId, { marks: marked() })
    const charge = rowOf(charges, { schoolId: actor.school.id })
    if (!charge) throw new Error("Nothing was charged")
    invoiceCharges(actor, [{ chargeId: charge.id, amountMinor: 1800 }], charge.familyId, 1)
    expect(undoRegister(actor, sessionId)).toBeRefused("in-use")
  })
})
