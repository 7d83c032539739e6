import { readFileSync } from "node:fs"
import { db } from "db/client.server"
import { students } from "db/schema/people"
import { blocks } from "db/schema/platform-service"
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { testNow } from "../../../../tests/support/clock"
import { openSchool } from "../../../../tests/support/school"
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
  db()
    .insert(blocks)
    .values({ id: newId(), createdAt: testNow, createdBy: userId, ...hold })
    .run()
  const made = () => db().select().from(students).where(eq(students.schoolId, actor.school.id)).all()
  const before = made()
  expect(before.length).toBeGreaterThan(0)
  expect(undoImport(actor, importId)).toMatchObject({ ok: false, reason: "built-on" })
  expect(made()).toEqual(before)
})
