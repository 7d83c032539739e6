import { readFileSync } from "node:fs"
import { students } from "db/schema/people"
import { blocks } from "db/schema/platform-service"
import { expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { testNow } from "../../../../tests/support/clock"
import { addRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { planImport } from "./plan-import.server"
import { runImport } from "./run-import.server"
import { undoImport } from "./undo-import.server"
import { uploadRoster } from "./upload-roster.server"

test("an import isn’t undone while our staff keep the school’s data", () => {
  fixClock(testNow)
  const { actor, userId } = openSchool()
  const bytes = readFileSync("tests/support/rosters/roster.csv")
  const uploaded = uploadRoster(actor, { name: "roster.csv", bytes })
  if (!uploaded.ok) throw new Error(uploaded.message)
  const { importId } = uploaded
  const planned = planImport(actor, importId)
  if (!planned) throw new Error("The import was read here")
  expect(runImport(actor, importId, planned.fingerprint).ok).toBe(true)
  const hold = { kind: "deletion", schoolId: actor.school.id, reason: "A court asked.", told: "" } as const
  addRows(blocks, { id: newId(), createdAt: testNow, createdBy: userId, ...hold })
  const made = () => rowsOf(students, { schoolId: actor.school.id })
  const before = made()
  expect(before.length).toBeGreaterThan(0)
  expect(undoImport(actor, importId)).toMatchObject({ ok: false, reason: "built-on" })
  expect(made()).toEqual(before)
})
