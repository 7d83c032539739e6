import { schools } from "db/schema/accounts-schools"
import { makeUpCredits } from "db/schema/attendance"
import { expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { schoolActor } from "../access/actor.server"
import { addTerm, listTerms, periodAround, removeTerm } from "./term.server"

test("terms do not overlap; between them counts the half year", () => {
  const { actor } = openSchool()
  const fall = { name: "Fall", startsOn: "2026-09-01", endsOn: "2026-12-18" }
  expect(addTerm(actor, fall)).toEqual({ ok: true })
  expect(addTerm(actor, { ...fall, name: "Late" })).toEqual({ ok: false, reason: "overlaps", name: "Fall" })
  expect(addTerm(actor, { ...fall, endsOn: "2026-08-01" })).toBeRefused("wrong-order")
  expect(periodAround(actor, "2026-11-18")).toEqual({ startsOn: "2026-09-01", endsOn: "2026-12-18" })
  expect(periodAround(actor, "2026-08-18")).toEqual({ startsOn: "2026-07-01", endsOn: "2026-12-31" })
  expect(periodAround(actor, "2027-06-30")).toEqual({ startsOn: "2027-01-01", endsOn: "2027-06-30" })
  const [term] = listTerms(actor)
  expect(removeTerm(openSchool().actor, term?.id ?? "")).toBe(false)
  expect(removeTerm(actor, term?.id ?? "")).toBe(true)
  expect(listTerms(actor)).toEqual([])
  // What is known of the terms follows each write.
  expect(periodAround(actor, "2026-11-18")).toEqual({ startsOn: "2026-07-01", endsOn: "2026-12-31" })
  addTerm(actor, { ...fall, endsOn: "2026-11-20" })
  expect(periodAround(actor, "2026-11-18")).toEqual({ startsOn: "2026-09-01", endsOn: "2026-11-20" })
})

test("a student earns at most as many credits in a term as the school allows, and the register says so", () => {
  const opened = openSchool()
  changeRows(schools, { id: opened.actor.school.id }, { creditCap: 1 })
  const actor = schoolActor(opened.actor.school.id)
  if (!actor) throw new Error("The school is gone.")
  addTerm(actor, { name: "Fall", startsOn: "2026-10-01", endsOn: "2026-12-18" })
  const { classId, studentIds } = openClass(actor, { pupils: ["Milo Haddad"] })
  const excuse = (day: string) => {
    const sessionId = addSessionRow(actor, classId, day)
    const taken = takeRegister(actor, sessionId, {
      marks: studentIds.map((studentId) => ({ studentId, code: "excused" as const })),
    })
    if (!taken.ok) throw new Error(taken.reason)
    return { sessionId, words: taken.effect.seats[0]?.text }
  }
  const countCredits = () => rowsOf(makeUpCredits, { schoolId: actor.school.id }).length
  // The term before has a cap of its own.
  expect(excuse("2026-09-16").words).toContain("1 make-up credit until")
  const first = excuse("2026-11-04")
  expect(first.words).toContain("1 make-up credit until")
  expect(excuse("2026-11-11").words).toBe("Not charged, no credit: term limit reached")
  expect(countCredits()).toBe(2)
  // Saved again, the lesson that earned it keeps it.
  const again = takeRegister(actor, first.sessionId, {
    marks: studentIds.map((studentId) => ({ studentId, code: "excused" as const })),
  })
  expect(again.ok && again.effect.credits).toBe(1)
  expect(countCredits()).toBe(2)
})
