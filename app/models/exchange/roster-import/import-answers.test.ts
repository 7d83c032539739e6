import { db } from "db/client.server"
import { customValues } from "db/schema/foundation-lists"
import { students } from "db/schema/people"
import { asc, eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { answersFor } from "~/models/foundation/custom-field/answers.server"
import { addField, listFields } from "~/models/foundation/custom-field/custom-field.server"
import { openSchool } from "../../../../tests/support/school"
import { planImport } from "./plan-import.server"
import { findImport } from "./roster-import.server"
import { runImport } from "./run-import.server"
import { undoImport } from "./undo-import.server"
import { uploadRoster } from "./upload-roster.server"

// The columns of a roster that are fields of the school's own.

const roster = [
  "First Name,Last Name,Photo permission,Size,Joined choir",
  "Mia,Novak,Yes,m,09/14/2026",
  "Bo,Okafor,perhaps,XXL,",
].join("\n")

test("a column named as a field fills it, what can't be read is kept in the notes, and the undo forgets it", () => {
  const { actor } = openSchool()
  const usual = { noun: "student", audience: "office", isRequired: false } as const
  addField(actor, { ...usual, name: "Photo permission", kind: "yes_no", choices: [] })
  addField(actor, { ...usual, name: "Size", kind: "choice", choices: ["S", "M"] })
  addField(actor, { ...usual, name: "Joined Choir", kind: "date", choices: [] })
  const [photos, size, joined] = listFields(actor, "student").map(({ id }) => id)
  const uploaded = uploadRoster(actor, { name: "list.csv", bytes: new TextEncoder().encode(roster) })
  const importId = uploaded.ok ? uploaded.importId : ""
  expect(Object.values(findImport(actor, importId)?.mapping ?? {})).toEqual([
    "firstName",
    "lastName",
    `field-${photos}`,
    `field-${size}`,
    `field-${joined}`,
  ])
  const planned = planImport(actor, importId)
  expect(planned?.plan.rows.map(({ state, warnings }) => [state, warnings.map(({ code }) => code)])).toEqual([
    ["ready", expect.not.arrayContaining(["dropped"])],
    ["ready", expect.arrayContaining(["dropped", "dropped"])],
  ])
  expect(runImport(actor, importId, planned?.fingerprint ?? "").ok).toBe(true)
  const [mia, bo] = db()
    .select({ id: students.id, notes: students.notes })
    .from(students)
    .where(eq(students.schoolId, actor.school.id))
    .orderBy(asc(students.lastName))
    .all()
  expect(answersFor(actor, mia?.id ?? "")).toEqual({
    [photos ?? ""]: "yes",
    [size ?? ""]: "M",
    [joined ?? ""]: "2026-09-14",
  })
  expect(answersFor(actor, bo?.id ?? "")).toEqual({})
  expect(bo?.notes).toBe("Photo permission: perhaps\nSize: XXL")
  expect(undoImport(actor, importId).ok).toBe(true)
  expect(db().select().from(customValues).where(eq(customValues.schoolId, actor.school.id)).all()).toEqual([])
})
