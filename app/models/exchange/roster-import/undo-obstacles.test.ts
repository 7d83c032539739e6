import { db, sqlite } from "db/client.server"
import { customValues } from "db/schema/foundation-lists"
import { guardians } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { changeAnswers } from "~/models/foundation/custom-field/answers.server"
import { addField } from "~/models/foundation/custom-field/custom-field.server"
import { addFamily } from "~/models/people/family/family.server"
import { endWithUndo } from "~/models/teaching/class/end-class.server"
import { fixClock } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { formatDate, formatNumber } from "~/utils/formats"
import { atOnce } from "~/utils/in-turns"
import { testNow, testToday, whileTicking } from "../../../../tests/support/clock"
import { fingerprintOf, listOf, upload } from "../../../../tests/support/long-import"
import { changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { runImport } from "./run-import.server"
import { undoImport } from "./undo-import.server"
import { obstaclesInTurns } from "./undo-obstacles.server"

// The page of a finished import asks what was built on it; others have their turn between its questions.

/** What stands in the way of undoing an import of so many students, each with a class, and in how many turns it was asked. */
function obstaclesOf(students: number) {
  const { actor } = openSchool()
  const importId = upload(actor, listOf(students))
  expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
  changeRows(sessions, { schoolId: actor.school.id }, { registerTakenAt: 1 })
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

test("a class that was ended since is in the way", () => {
  const { actor } = openSchool()
  const importId = upload(actor, listOf(2))
  expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true)
  const [ended] = rowsOf(classes, { schoolId: actor.school.id })
  expect(
    endWithUndo(actor, ended?.id ?? "", { lastDay: addDays(testToday, 7), reason: "Moved away" }).ok,
  ).toBe(true)
  expect(atOnce(obstaclesInTurns(actor, importId))).toContain(
    `Imported classes have other times, another teacher or room, or an end: ${ended?.name}.`,
  )
})

/** A school with a field of its own about each noun, and a list that fills them for a family that is new and one it has. */
function withOwnFields() {
  const { actor } = openSchool()
  for (const [noun, name] of [
    ["student", "Shirt size"],
    ["family", "District"],
    ["guardian", "Occupation"],
    ["teacher", "Locker"],
    ["class", "Book"],
  ] as const)
    addField(actor, { noun, name, kind: "text", audience: "office", isRequired: false, choices: [] })
  addFamily(actor, {
    name: "Okafor family",
    guardians: [{ name: "Mateo Okafor", email: "mateo@mail.example", payerShare: 10_000 }],
  })
  const importId = upload(
    actor,
    [
      "First Name,Last Name,Teacher,Lesson Day,Lesson Time,Duration,Rate,Parent Name,Parent Email,Parent Phone,Shirt size,Family district,Guardian occupation,Teacher locker,Class book",
      "Mia,Novak,Ingrid Dahl,Monday,16:00,30,$32.50,Helena Novak,helena@mail.example,555-0101,M,North,Nurse,12,Blue",
      "Theo,Novak,Ingrid Dahl,Monday,17:00,30,$32.50,Helena Novak,helena@mail.example,555-0101,S,North,Nurse,12,Red",
      "Ada,Okafor,Ingrid Dahl,Monday,18:00,30,$32.50,Mateo Okafor,mateo@mail.example,555-0199,L,South,Cook,12,Green",
    ].join("\n"),
  )
  whileTicking(testNow, () =>
    expect(runImport(actor, importId, fingerprintOf(actor, importId)).ok).toBe(true),
  )
  const answered = sqlite()
    .prepare("select distinct noun from events where school_id = ? and verb = 'answer' order by noun")
    .pluck()
    .all(actor.school.id)
  expect(answered).toEqual(["class", "family", "guardian", "student", "teacher"])
  return { actor, importId }
}

test("what an import wrote into the school's own fields doesn't count as a later change, however long it took", () => {
  const { actor, importId } = withOwnFields()
  expect(undoImport(actor, importId)).toEqual({ ok: true, isDone: true })
  expect(rowsOf(customValues, { schoolId: actor.school.id })).toEqual([])
})

test("what a later import filled counts until it is undone", () => {
  const { actor, importId } = withOwnFields()
  addField(actor, {
    noun: "guardian",
    name: "Car",
    kind: "text",
    audience: "office",
    isRequired: false,
    choices: [],
  })
  const second = upload(
    actor,
    "First Name,Last Name,Parent Name,Parent Email,Guardian car\nEva,Novak,Helena Novak,helena@mail.example,Volvo",
  )
  expect(runImport(actor, second, fingerprintOf(actor, second)).ok).toBe(true)
  const refused = undoImport(actor, importId)
  expect(refused.ok ? [] : "obstacles" in refused && refused.obstacles).toContain(
    "Changed after the import: Helena Novak.",
  )
  expect(undoImport(actor, second).ok).toBe(true)
  expect(undoImport(actor, importId)).toEqual({ ok: true, isDone: true })
})

test("an answer that someone changed since keeps the import, also within the same millisecond", () => {
  const { actor, importId } = withOwnFields()
  const helena = rowsOf(guardians, { email: "helena@mail.example" }, { only: ["id"] }).at(-1)
  const made = sqlite()
    .prepare("select created_at from import_creations where import_id = ? and noun_id = ?")
    .pluck()
    .get(importId, helena?.id)
  fixClock(Number(made))
  changeAnswers(actor, { noun: "guardian", subjectId: helena?.id ?? "" }, {})
  expect(undoImport(actor, importId)).toMatchObject({
    ok: false,
    obstacles: ["Changed after the import: Helena Novak."],
  })
})

test("a phone that someone corrected since the import filled it stays when the import is undone", () => {
  const { actor, importId } = withOwnFields()
  const mateo = and(eq(guardians.schoolId, actor.school.id), eq(guardians.email, "mateo@mail.example"))
  const phone = () => rowOf(guardians, mateo)?.phone
  expect(phone()).toBe("555-0199")
  changeRows(guardians, mateo, { phone: "555-0177" })
  expect(undoImport(actor, importId).ok).toBe(true)
  expect(phone()).toBe("555-0177")
})
