import { db } from "db/client.server"
import { customValues } from "db/schema/foundation-lists"
import { guardians, students, teachers } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { answersFor, changeAnswers } from "~/models/foundation/custom-field/answers.server"
import { addField, listFields } from "~/models/foundation/custom-field/custom-field.server"
import { writeStudentsFile } from "~/models/people/student/students-file.server"
import { addTeacher } from "~/models/people/teacher/teacher.server"
import { openSchool, rowsOf } from "../../../../tests/support/school"
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
  const [mia, bo] = rowsOf(students, { schoolId: actor.school.id }, { only: ["id", "notes"], by: "lastName" })
  expect(answersFor(actor, mia?.id ?? "")).toEqual({
    [photos ?? ""]: "yes",
    [size ?? ""]: "M",
    [joined ?? ""]: "2026-09-14",
  })
  expect(answersFor(actor, bo?.id ?? "")).toEqual({})
  expect(bo?.notes).toBe("Photo permission: perhaps\nSize: XXL")
  expect(undoImport(actor, importId).ok).toBe(true)
  expect(rowsOf(customValues, { schoolId: actor.school.id })).toEqual([])
})

const households = [
  "First Name,Last Name,Family Name,Parent 1,Parent 1 Email,Parent 1 Occupation,Parent 2,Guardian 2 occupation,Pickup code,Volunteers",
  "Mia,Novak,Novak family,Ana Novak,ana@novak.example,Nurse,Ivo Novak,Baker,A7,yes",
  "Leo,Novak,Novak family,Ana Novak,ana@novak.example,Doctor,Ivo Novak,,A7,perhaps",
  "Bo,Okafor,,,,,,Pilot,B2,no",
].join("\n")

const upload = (actor: Actor, text: string) => {
  const uploaded = uploadRoster(actor, { name: "list.csv", bytes: new TextEncoder().encode(text) })
  if (!uploaded.ok) throw new Error(uploaded.reason)
  const planned = planImport(actor, uploaded.importId)
  return { importId: uploaded.importId, plan: planned?.plan, fingerprint: planned?.fingerprint ?? "" }
}
const notesOf = (actor: Actor) =>
  Object.fromEntries(
    db()
      .select({ name: students.firstName, notes: students.notes })
      .from(students)
      .where(eq(students.schoolId, actor.school.id))
      .all()
      .map(({ name, notes }) => [name, notes]),
  )

test("fields of families and guardians are guessed, joined over siblings, filled later and undone", () => {
  const { actor } = openSchool()
  const usual = { audience: "office" as const, isRequired: false, choices: [] }
  addField(actor, { ...usual, noun: "guardian", name: "Occupation", kind: "text" })
  addField(actor, { ...usual, noun: "family", name: "Pickup code", kind: "text" })
  addField(actor, { ...usual, noun: "family", name: "Volunteers", kind: "yes_no" })
  const [occupation = ""] = listFields(actor, "guardian").map(({ id }) => id)
  const [pickup = "", volunteers = ""] = listFields(actor, "family").map(({ id }) => id)
  const first = upload(actor, households)
  expect(
    Object.values(findImport(actor, first.importId)?.mapping ?? {}).filter((use) => use.startsWith("field-")),
  ).toEqual([`field-${occupation}-1`, `field-${occupation}-2`, `field-${pickup}`, `field-${volunteers}`])
  expect(
    first.plan?.rows.map(({ warnings }) => warnings.filter(({ code }) => code === "dropped").length),
  ).toEqual([0, 1, 0])
  expect(runImport(actor, first.importId, first.fingerprint).ok).toBe(true)
  const people = rowsOf(guardians, { schoolId: actor.school.id })
  const [ana, ivo] = ["Ana Novak", "Ivo Novak"].map((name) => people.find((each) => each.name === name))
  expect(answersFor(actor, ana?.id ?? "")).toEqual({ [occupation]: "Nurse" })
  expect(answersFor(actor, ivo?.id ?? "")).toEqual({ [occupation]: "Baker" })
  expect(answersFor(actor, ana?.familyId ?? "")).toEqual({ [pickup]: "A7", [volunteers]: "yes" })
  expect(notesOf(actor)).toEqual({
    Mia: null,
    Leo: "Volunteers: perhaps\nParent 1 Occupation: Doctor",
    Bo: "Guardian 2 occupation: Pilot",
  })

  const { csv } = writeStudentsFile(actor, {})
  const [headings = "", ...rows] = csv.split(/\r?\n/)
  expect(headings).toContain("Family Pickup code,Family Volunteers,Parent 1 Occupation,Parent 2 Occupation")
  expect(rows.find((row) => row.includes("Mia"))).toMatch(/A7,Yes,Nurse,Baker$/)
  const again = uploadRoster(actor, { name: "export.csv", bytes: new TextEncoder().encode(csv) })
  const uses = Object.values((again.ok && findImport(actor, again.importId)?.mapping) || {})
  expect(uses.slice(-4)).toEqual([
    `field-${pickup}`,
    `field-${volunteers}`,
    `field-${occupation}-1`,
    `field-${occupation}-2`,
  ])

  changeAnswers(actor, { noun: "family", subjectId: ana?.familyId ?? "" }, { [pickup]: "A7" })
  const later = ["First Name,Last Name,Parent 1,Parent 1 Email,Parent 1 Occupation,Pickup code,Volunteers"]
  const second = upload(actor, [...later, "Eva,Novak,Ana Novak,ana@novak.example,Nurse,Z9,yes"].join("\n"))
  expect(runImport(actor, second.importId, second.fingerprint).ok).toBe(true)
  expect(answersFor(actor, ana?.familyId ?? "")).toEqual({ [pickup]: "A7", [volunteers]: "yes" })
  expect(notesOf(actor).Eva).toBe("Pickup code: Z9")
  expect(undoImport(actor, second.importId).ok).toBe(true)
  expect(answersFor(actor, ana?.familyId ?? "")).toEqual({ [pickup]: "A7" })
  expect(answersFor(actor, ana?.id ?? "")).toEqual({ [occupation]: "Nurse" })
  // Someone took the family’s answer to Volunteers out; what the second import did was undone.
  expect(undoImport(actor, first.importId)).toMatchObject({
    ok: false,
    obstacles: ["Changed after the import: Novak family."],
  })
})

const lessons = [
  "First Name,Last Name,Teacher,Teacher Diploma,Day,Time,Minutes,Lesson Type,Instrument,Class style,Shoe size",
  "Mia,Novak,Sam Hale,Master,Monday,16:00,30,group,Voice,Jazz,38",
  "Leo,Novak,Sam Hale,Bachelor,Monday,16:00,30,group,Voice,Rock,",
  "Bo,Okafor,Ada Rossi,Master,Tuesday,17:00,45,private,Piano,,",
  "Eva,Lund,Ada Rossi,Doctor,,,,,,Folk,",
].join("\n")

test("fields of teachers and classes are guessed, joined over rows, filled where they are empty and undone", () => {
  const { actor } = openSchool()
  const usual = { audience: "office" as const, isRequired: false, choices: [], kind: "text" as const }
  addField(actor, { ...usual, noun: "teacher", name: "Diploma" })
  addField(actor, { ...usual, noun: "teacher", name: "Shoe size" })
  addField(actor, { ...usual, noun: "class", name: "Style" })
  const [diploma = "", shoes = ""] = listFields(actor, "teacher").map(({ id }) => id)
  const [style = ""] = listFields(actor, "class").map(({ id }) => id)
  const ada = addTeacher(actor, { name: "Ada Rossi" })
  const adaId = ada.ok ? ada.teacherId : ""
  changeAnswers(actor, { noun: "teacher", subjectId: adaId }, { [shoes]: "41" })
  const first = upload(actor, lessons)
  expect(
    Object.values(findImport(actor, first.importId)?.mapping ?? {}).filter((use) => use.startsWith("field-")),
  ).toEqual([`field-${diploma}`, `field-${style}`, `field-${shoes}`])
  expect(runImport(actor, first.importId, first.fingerprint).ok).toBe(true)
  const sam = rowsOf(teachers, { schoolId: actor.school.id }).find(({ name }) => name === "Sam Hale")
  expect(answersFor(actor, sam?.id ?? "")).toEqual({ [diploma]: "Master", [shoes]: "38" })
  expect(answersFor(actor, adaId)).toEqual({ [diploma]: "Master", [shoes]: "41" })
  const group = rowsOf(classes, { schoolId: actor.school.id })
  const voice = group.find(({ instrument }) => instrument === "Voice")
  expect(answersFor(actor, voice?.id ?? "")).toEqual({ [style]: "Jazz" })
  const notes = notesOf(actor)
  expect(notes.Mia).toBeNull()
  expect(notes.Leo).toBe("Teacher Diploma: Bachelor\nClass style: Rock")
  expect(notes.Eva).toContain("Teacher Diploma: Doctor")
  expect(notes.Eva).toContain("Class style: Folk")
  expect(undoImport(actor, first.importId).ok).toBe(true)
  expect(answersFor(actor, adaId)).toEqual({ [shoes]: "41" })
  expect(rowsOf(customValues, { schoolId: actor.school.id })).toHaveLength(1)
})

test("what a guardian’s own fields said before the import stays, where the undo only empties a gap", () => {
  const { actor } = openSchool()
  const usual = { audience: "office" as const, isRequired: false, choices: [] }
  addField(actor, { ...usual, noun: "guardian", name: "Can pick up", kind: "text" })
  const [field = ""] = listFields(actor, "guardian").map(({ id }) => id)
  const first = upload(
    actor,
    "First Name,Last Name,Parent 1,Parent 1 Email\nMia,Novak,Ana Novak,ana@x.example",
  )
  runImport(actor, first.importId, first.fingerprint)
  const ana = rowsOf(guardians, { schoolId: actor.school.id })[0]?.id ?? ""
  changeAnswers(actor, { noun: "guardian", subjectId: ana }, { [field]: "Una Roy" })
  const second = upload(
    actor,
    "First Name,Last Name,Parent 1,Parent 1 Email,Parent 1 Phone\nLeo,Novak,Ana Novak,ana@x.example,555-010-0001",
  )
  expect(runImport(actor, second.importId, second.fingerprint).ok).toBe(true)
  expect(rowsOf(guardians, { id: ana })[0]?.phone).toBe("555-010-0001")
  expect(undoImport(actor, second.importId).ok).toBe(true)
  expect(rowsOf(guardians, { id: ana })[0]?.phone).toBeNull()
  expect(answersFor(actor, ana)).toEqual({ [field]: "Una Roy" })
})
