import { readFileSync } from "node:fs"
import { db } from "db/client.server"
import { classPrices, enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, countDistinct, eq, lt, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { planImport } from "~/models/exchange/roster-import/plan-import.server"
import { findImport, setMapping } from "~/models/exchange/roster-import/roster-import.server"
import { runImport } from "~/models/exchange/roster-import/run-import.server"
import { uploadRoster } from "~/models/exchange/roster-import/upload-roster.server"
import {
  countMissingRegisters,
  listMissingRegisters,
} from "~/models/teaching/missing-register/missing-registers.server"
import { seatBegunSessions } from "~/models/teaching/seat/seat.server"
import { countBillingStates } from "../../../../tests/support/billing-states"
import { testNow } from "../../../../tests/support/clock"
import { openSchool } from "../../../../tests/support/school"
import { countUnbilled } from "./unbilled.server"

// Lessons that came with an import and lie weeks back have no seats yet: they are in the warning all the same, once.

test("every past lesson, charged one by one, of an import that began three weeks ago is in the warning, before and after it has seats", () => {
  const { actor } = openSchool()
  const uploaded = uploadRoster(actor, {
    name: "roster.csv",
    bytes: readFileSync("tests/support/rosters/roster.csv"),
  })
  if (!uploaded.ok) throw new Error(uploaded.message)
  const { importId } = uploaded
  const found = findImport(actor, importId)
  if (!found) throw new Error("no import")
  setMapping(actor, importId, found.mapping, { ...found.options, lessonsFrom: "2026-10-28" })
  const plan = planImport(actor, importId)
  expect(runImport(actor, importId, plan?.fingerprint ?? "").ok).toBe(true)

  // the roster has students who pay by the month, too: their lessons are not charged one by one
  const ended =
    db()
      .select({ n: countDistinct(sessions.id) })
      .from(sessions)
      .innerJoin(
        enrollments,
        and(eq(enrollments.schoolId, sessions.schoolId), eq(enrollments.classId, sessions.classId)),
      )
      .innerJoin(
        classPrices,
        and(eq(classPrices.schoolId, sessions.schoolId), eq(classPrices.classId, sessions.classId)),
      )
      .where(
        and(
          eq(sessions.schoolId, actor.school.id),
          lt(sessions.endsAt, testNow),
          // an enrollment without a price of its own is billed as its class is
          sql`coalesce(${enrollments.billing}, ${classPrices.billing}) = 'per_session'`,
        ),
      )
      .get()?.n ?? 0
  expect(ended).toBeGreaterThan(100)
  const warned = () => countUnbilled(actor).lessonsWithoutAttendance
  const states = () => countBillingStates(actor, "2026-10-01", "2026-11-30")
  const listed = () => {
    const pages = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
    return pages.flatMap((page) => listMissingRegisters(actor, { charged: true, page })).length
  }
  expect(warned()).toBe(ended)
  expect(countMissingRegisters(actor, { charged: true })).toBe(ended)
  expect(listed()).toBe(ended)
  const before = states()
  expect(before.unbilled).toBeGreaterThanOrEqual(ended)

  expect(seatBegunSessions(actor, testNow - 3 * 86_400_000)).toBeGreaterThan(0)
  expect([warned(), listed(), states()]).toEqual([ended, ended, before])
  seatBegunSessions(actor)
  expect([warned(), listed(), states()]).toEqual([ended, ended, before])
})
