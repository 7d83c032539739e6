import { closures } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, lte } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { countMissingRegisters } from "~/models/teaching/missing-register/missing-registers.server"
import { fixClock } from "~/utils/clock.server"
import { atOnce } from "~/utils/in-turns"
import { testNow } from "../../../../tests/support/clock"
import { fingerprintOf, listOf, upload } from "../../../../tests/support/long-import"
import { addRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { planImport } from "./plan-import.server"
import { countPast } from "./planned-lessons.server"
import { runImport } from "./run-import.server"

// What the check says of the lessons, and what they are once the import has run.

beforeEach(() => fixClock(testNow))

function pastOf(actor: Actor, importId: string): number {
  const planned = planImport(actor, importId)
  if (!planned) throw new Error("no plan")
  return atOnce(countPast(actor, planned.plan, planned.roster.options.lessonsFrom))
}

const lessonsUntilNow = (actor: Actor) =>
  rowsOf(sessions, and(eq(sessions.schoolId, actor.school.id), lte(sessions.endsAt, testNow))).length

test("lessons without a start date begin today, so that no attendance of earlier days is missing", () => {
  const { actor } = openSchool()
  const importId = upload(actor, listOf(40).replaceAll("Wednesday", "Tuesday"))
  expect(planImport(actor, importId)?.roster.options.lessonsFrom).toBe("2026-11-18")
  expect(pastOf(actor, importId)).toBe(0)
  expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
  expect(lessonsUntilNow(actor)).toBe(0)
  expect(countMissingRegisters(actor)).toBe(0)
})

test("of lessons from an earlier day the check counts those that are over, without closures", () => {
  const { actor } = openSchool()
  addRows(closures, { ...newRow(actor), name: "Autumn break", startsOn: "2026-11-09", endsOn: "2026-11-10" })
  const importId = upload(actor, listOf(45), "2026-11-01")
  const past = pastOf(actor, importId)
  expect(past).toBeGreaterThan(60)
  expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
  expect(lessonsUntilNow(actor)).toBe(past)
})

test("lessons every other week are counted in the weeks in which they take place", () => {
  const { actor } = openSchool()
  // The first of these weeks has its Tuesday before the start, and the lessons begin in the middle of another.
  const list = [
    "Student,Teacher,Lesson,Start date",
    "Ada Lowe,Helena Novak,every other Tuesday 4:00-4:30 PM,09/30/2026",
    "Bo Park,Jan Schmidt,alternate Fridays 5:00-5:30 PM,09/30/2026",
  ]
  const importId = upload(actor, `${list.join("\n")}\n`, "2026-10-07")
  const past = pastOf(actor, importId)
  expect(past).toBe(6)
  expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
  expect(lessonsUntilNow(actor)).toBe(past)
})
