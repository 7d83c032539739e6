import { expect, test } from "vitest"
import { activityRows } from "~/models/foundation/audit/activity-rows.server"
import { listEvents } from "~/models/foundation/audit/audit-log.server"
import { fingerprintOf, listOf, upload } from "../../../../tests/support/long-import"
import { openSchool } from "../../../../tests/support/school"
import { runImport } from "./run-import.server"
import { undoImport } from "./undo-import.server"

test("the activity still names what an import had created once it is undone, without a link to it", () => {
  const { actor } = openSchool()
  const importId = upload(actor, listOf(1))
  expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
  expect(undoImport(actor, importId).ok).toBe(true)
  const everything = { who: "", noun: "", from: "", to: "" }
  const rows = activityRows(actor, listEvents(actor, everything, null).rows)
  const of = (noun: string) =>
    rows
      .filter((row) => row.noun === noun)
      .map(({ sentence, subject, isThere }) => ({ sentence, subject, isThere }))
      .reverse()
  const gone = { isThere: false }
  expect(of("student")).toEqual([
    { sentence: "added the student with status active", subject: "Kid0 Fam0", ...gone },
    { sentence: "removed the student Kid0 Fam0 by undoing an import", subject: "Kid0 Fam0", ...gone },
  ])
  expect(of("family").at(-1)).toEqual({
    sentence: "removed the family Fam0 family by undoing an import",
    subject: "Fam0 family",
    ...gone,
  })
  expect(of("teacher")).toEqual([
    { sentence: "added Teacher 0", subject: "Teacher 0", ...gone },
    { sentence: "removed the teacher Teacher 0 by undoing an import", subject: "Teacher 0", ...gone },
  ])
  expect(of("class")[0]).toEqual({ sentence: "created the class", subject: "Kid0 Fam0", ...gone })
})
