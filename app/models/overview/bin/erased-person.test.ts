import { db } from "db/client.server"
import { deletedRecords } from "db/schema/foundation-bin"
import { enrollments } from "db/schema/teaching"
import { occasionGuests, programPerformers } from "db/schema/teaching-occasions"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { listDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import { findLearner } from "~/models/learning/learner/learner.server"
import { logPractice, removePractice } from "~/models/learning/practice/practice.server"
import { addPiece, listPieces, removePiece } from "~/models/learning/repertoire/repertoire.server"
import { removeStay } from "~/models/teaching/class/leave-class.server"
import { addOccasion, deleteOccasion } from "~/models/teaching/occasion/occasion.server"
import { inviteStudents, removeGuest } from "~/models/teaching/occasion/occasion-guests.server"
import { addEntry } from "~/models/teaching/occasion/program.server"
import { setOwnPrice } from "~/models/teaching/price/price.server"
import { newId } from "~/utils/ids.server"
import { openFamily } from "../../../../tests/support/billing"
import { testToday } from "../../../../tests/support/clock"
import { signedIn } from "../../../../tests/support/family"
import { addEnrollmentRow, openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { runMerge } from "../bulk/run-selection.server"
import { erasePerson } from "../erasure/erase-person.server"
import { restoreDeleted } from "./restore-deleted.server"

// What the bin holds of a person goes when they are erased, and what it holds of others stays.

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

const bin = () => listDeleted(actor, { page: 1, perPage: 50 }).records
const kept = () => JSON.stringify(rowsOf(deletedRecords, { schoolId: actor.school.id }))
const learner = (studentId: string) => {
  const found = findLearner(actor, studentId)
  if (!found) throw new Error("No student")
  return found
}

function replacePriceOf(enrollmentId: string) {
  for (const amountMinor of [1500, 2000])
    setOwnPrice(actor, enrollmentId, { fromDate: "2026-11-10", amountMinor })
}

test("a replaced custom price goes with the student it names, and another’s stays", () => {
  const { studentIds } = openFamily(actor, { children: ["Emma", "Otis"] })
  const [emma = "", otis = ""] = studentIds
  const { classId } = openClass(actor, { pupils: [] })
  const stays = studentIds.map((studentId) => addEnrollmentRow(actor, classId, studentId))
  for (const stay of stays) replacePriceOf(stay)
  expect(bin()).toHaveLength(2)
  changeRows(enrollments, { studentId: emma }, { endsOn: "2026-11-17" })
  expect(erasePerson(actor, "student", emma).ok).toBe(true)
  expect(kept()).not.toContain("Emma")
  expect(bin()).toMatchObject([{ noun: "own-price", name: expect.stringContaining("Otis") }])
  expect(removeStay(actor, stays[1] ?? "")).toBe("removed")
  expect(erasePerson(actor, "student", otis).ok).toBe(true)
  expect(bin()).toEqual([])
})

test("a draft event stays without the student", () => {
  const { studentIds } = openFamily(actor, { children: ["Emma", "Otis"] })
  const [emma = "", otis = ""] = studentIds
  const added = addOccasion(actor, {
    ...{ kind: "recital", title: "Winter recital", date: "2026-12-12" },
    ...{ startTime: "15:00", endTime: "16:30" },
  })
  const id = added.ok ? added.occasionId : ""
  inviteStudents(actor, id, studentIds)
  addEntry(actor, id, { piece: "Minuet", performers: studentIds })
  expect(deleteOccasion(actor, id).ok).toBe(true)
  expect(erasePerson(actor, "student", emma).ok).toBe(true)
  expect(kept()).not.toContain(emma)
  expect(restoreDeleted(actor, bin()[0]?.id ?? "")).toEqual({ ok: true, name: "Winter recital" })
  for (const table of [occasionGuests, programPerformers])
    expect(
      db()
        .select({ studentId: table.studentId })
        .from(table)
        .where(eq(table.schoolId, actor.school.id))
        .all(),
    ).toEqual([{ studentId: otis }])
})

test("a student who was taken off an event goes with their name, and another’s entry stays", () => {
  const { studentIds } = openFamily(actor, { children: ["Emma", "Otis"] })
  const [emma = "", otis = ""] = studentIds
  const added = addOccasion(actor, {
    ...{ kind: "recital", title: "Winter recital", date: "2026-12-12" },
    ...{ startTime: "15:00", endTime: "16:30" },
  })
  const id = added.ok ? added.occasionId : ""
  inviteStudents(actor, id, studentIds)
  addEntry(actor, id, { piece: "Minuet", performers: [emma] })
  for (const studentId of studentIds) expect(removeGuest(actor, id, studentId).ok).toBe(true)
  expect(kept()).toContain("Emma")
  expect(erasePerson(actor, "student", emma).ok).toBe(true)
  expect(kept()).not.toContain("Emma")
  expect(kept()).not.toContain("Minuet")
  expect(bin()).toMatchObject([{ name: expect.stringContaining("Otis") }])
  expect(restoreDeleted(actor, bin()[0]?.id ?? "").ok).toBe(true)
  expect(rowsOf(occasionGuests, { occasionId: id })).toMatchObject([{ studentId: otis }])
})

test("what belonged to a record that was merged into the student’s goes, too", async () => {
  const { studentIds } = openFamily(actor, { children: ["Emma", "Emma"] })
  const [keepId = "", goneId = ""] = studentIds
  addPiece(actor, learner(goneId), { title: "Lágrima", composer: "Tárrega", state: "learning" })
  removePiece(actor, learner(goneId), listPieces(actor, learner(goneId))[0]?.id ?? "")
  const facts = { keepId, goneId, choices: {} }
  await runMerge(actor, { kind: "merge-students", facts, name: "Emma Okafor", formKey: goneId })
  expect(bin().map(({ noun }) => noun)).toEqual(["piece"])
  expect(erasePerson(actor, "student", keepId).ok).toBe(true)
  expect(bin()).toEqual([])
})

test("a guardian isn’t named as who deleted something", () => {
  const { studentIds, guardianIds } = openFamily(actor, {
    adults: [
      { name: "Ottoline Quigley", email: "ottoline@mail.example", payerShare: 0 },
      { name: "Mateo Quigley", email: "mateo@mail.example", payerShare: 10_000 },
    ],
  })
  const [guardianId = ""] = guardianIds
  const student = learner(studentIds[0] ?? "")
  const guardian = { ...signedIn(actor, "guardian", guardianId).actor, name: "Ottoline Quigley" }
  const entryId = newId()
  logPractice(actor, student, { entryId, day: testToday, minutes: 25, note: "Scales" })
  expect(removePractice(guardian, student, entryId)).toEqual({ ok: true })
  expect(bin()).toMatchObject([{ deletedName: "Ottoline Quigley" }])
  expect(erasePerson(actor, "guardian", guardianId).ok).toBe(true)
  expect(bin()).toMatchObject([{ noun: "practice", deletedName: "Erased guardian" }])
})
