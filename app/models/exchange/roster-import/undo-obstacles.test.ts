import { db } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import { asc, eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { fingerprintOf, listOf, upload } from "../../../../tests/support/long-import"
import { openSchool } from "../../../../tests/support/school"
import { runImport } from "./run-import.server"
import { obstaclesInTurns } from "./undo-obstacles.server"

// The page of a finished import asks what was built on it; others have their turn between its questions.

/** What stands in the way of undoing an import of so many students, each with a class, and in how many turns it was asked. */
function obstaclesOf(students: number) {
  const { actor } = openSchool()
  const importId = upload(actor, listOf(students))
  expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
  db().update(sessions).set({ registerTakenAt: 1 }).where(eq(sessions.schoolId, actor.school.id)).run()
  const turns = obstaclesInTurns(actor, importId)
  for (let count = 0; ; count += 1) {
    const step = turns.next()
    if (step.done) return { actor, count, obstacles: step.value }
  }
}

test("lessons of many classes are asked for a few classes at a time, and told as if at once", () => {
  const { actor, count, obstacles } = obstaclesOf(70)
  const lessons = db()
    .select({ day: sessions.localDate })
    .from(sessions)
    .where(eq(sessions.schoolId, actor.school.id))
    .orderBy(asc(sessions.startsAt))
    .all()
  const said = obstacles.find((each) => each.startsWith("Lessons have attendance")) ?? ""
  expect(said).toMatch(new RegExp(`; and ${formatNumber(lessons.length - 3)} more\\.$`))
  const days = lessons.slice(0, 3).map(({ day }) => formatDate(day, "medium"))
  expect(said.match(/[A-Z][a-z]{2} \d{1,2}, \d{4}/g)).toEqual(days)
  expect(count).toBeGreaterThan(obstaclesOf(20).count)
})
