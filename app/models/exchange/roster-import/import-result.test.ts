import { guardians } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { changeAnswers } from "~/models/foundation/custom-field/answers.server"
import { endWithUndo } from "~/models/teaching/class/end-class.server"
import { fixClock } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { atOnce } from "~/utils/in-turns"
import { testNow, testToday } from "../../../../tests/support/clock"
import { fingerprintOf, listOf, upload } from "../../../../tests/support/long-import"
import { changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { viewResult } from "./import-result.server"
import { findImport } from "./roster-import.server"
import { runImport } from "./run-import.server"
import { obstaclesInTurns } from "./undo-obstacles.server"

test("what was built on an import is said as it is after each write, however often its page was opened", async () => {
  fixClock(testNow)
  const { actor } = openSchool()
  const importId = upload(actor, listOf(4))
  expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
  const [first] = rowsOf(classes, { schoolId: actor.school.id })
  const [session] = rowsOf(sessions, { schoolId: actor.school.id })
  const [guardian] = rowsOf(guardians, { schoolId: actor.school.id })
  const ofSession = and(eq(sessions.schoolId, actor.school.id), eq(sessions.id, session?.id ?? ""))
  const writes = [
    () => {},
    () => changeRows(sessions, ofSession, { registerTakenAt: 1 }),
    () => endWithUndo(actor, first?.id ?? "", { lastDay: addDays(testToday, 7), reason: "Moved away" }),
    () => changeRows(sessions, ofSession, { registerTakenAt: null }),
    () => changeAnswers(actor, { noun: "guardian", subjectId: guardian?.id ?? "" }, {}),
  ]
  const said = new Set<string>()
  for (const write of writes) {
    write()
    for (let time = 0; time < 2; time += 1) {
      const roster = findImport(actor, importId)
      if (!roster) throw new Error("no import")
      const { obstacles } = await viewResult(actor, roster, 1)
      expect(obstacles).toEqual(atOnce(obstaclesInTurns(actor, importId)))
      said.add(obstacles.join())
    }
  }
  expect(said.size).toBeGreaterThanOrEqual(4)
})
