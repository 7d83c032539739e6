import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { expect, test } from "vitest"
import { addEntry } from "~/models/accounts/school-list/school-list.server"
import { addClassRow, addEnrollmentRow, addStudentRow } from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowsOf } from "../../../../tests/support/school"
import { enrollSeveral } from "../class/enroll-several.server"
import { acceptSpot, offerSpot } from "../waiting-list/offer-spot.server"
import { joinWaitingList, listWaiting } from "../waiting-list/waiting-list.server"
import {
  copyPrerequisites,
  listPrerequisites,
  removePrerequisite,
  requireAge,
  requireClass,
  requireLevel,
} from "./prerequisite.server"

function openClasses() {
  const { actor } = openSchool()
  const group = (name: string) => addClassRow(actor, { name, kind: "group", capacity: 8 })
  const [theory, harmony] = [group("Theory 1"), group("Theory 2")]
  const milo = addStudentRow(actor, "Milo", "Adler")
  const born = (birthDate: string) => changeRows(students, { id: milo }, { birthDate })
  const enroll = (prerequisites?: { reason: string } | "known") =>
    enrollSeveral(actor, harmony, { studentIds: [milo], startsOn: "2026-11-19", prerequisites })
  return { actor, group, theory, harmony, milo, born, enroll }
}

test("a class is completed by who was in it, or in one that continued it, and has left it", () => {
  const { actor, group, theory, harmony, milo, enroll } = openClasses()
  expect(requireClass(actor, harmony, theory)).toEqual({ ok: true, text: "Completed Theory 1" })
  const lacking = [{ id: milo, name: "Milo Adler", lacks: ["Hasn’t completed Theory 1."] }]
  expect(enroll()).toEqual({ ok: false, reason: "prerequisite", lacking })
  const stay = addEnrollmentRow(actor, theory, milo)
  expect(enroll()).toMatchObject({ ok: false, reason: "prerequisite" })
  changeRows(enrollments, { id: stay }, { endsOn: "2026-11-19" })
  expect(enroll()).toMatchObject({ ok: false, reason: "prerequisite" })
  changeRows(enrollments, { id: stay }, { endsOn: "2026-11-18" })
  const next = group("Theory 1, spring")
  changeRows(classes, { id: next }, { continuesId: theory })
  changeRows(enrollments, { id: stay }, { classId: next })
  expect(enroll()).toMatchObject({ ok: true })
})

test("an age is that on the first day, and an unknown birthday is named", () => {
  const { actor, harmony, born, enroll } = openClasses()
  requireAge(actor, harmony, 7)
  expect(requireAge(actor, harmony, 8).text).toBe("Age 8 or older")
  expect(listPrerequisites(actor, harmony)).toHaveLength(1)
  expect(enroll()).toMatchObject({
    lacking: [{ lacks: ["The birthday isn’t known, and the class is for age 8 or older."] }],
  })
  born("2018-11-20")
  expect(enroll()).toMatchObject({ lacking: [{ lacks: ["Is 7, and the class is for age 8 or older."] }] })
  born("2018-11-19")
  expect(enroll()).toMatchObject({ ok: true })
})

test("a reason enrolls them all the same and stays with who lacked something", () => {
  const { actor, theory, harmony, milo, enroll } = openClasses()
  requireClass(actor, harmony, theory)
  expect(enroll({ reason: "Played for years" })).toMatchObject({ ok: true })
  const kept = () => rowsOf(enrollments, { studentId: milo })
  expect(kept()).toMatchObject([{ classId: harmony, prerequisiteReason: "Played for years" }])
  const ada = addStudentRow(actor, "Ada", "Rossi")
  addEnrollmentRow(actor, theory, ada, { endsOn: "2026-10-01" })
  const wish = { studentIds: [ada], startsOn: "2026-11-19", prerequisites: { reason: "Played for years" } }
  expect(enrollSeveral(actor, harmony, wish)).toMatchObject({ ok: true })
  const [, own] = rowsOf(enrollments, { studentId: ada })
  expect(own).toMatchObject({ classId: harmony, prerequisiteReason: null })
})

test("a level is that of the class’s instrument, in the order of the school’s list", () => {
  const { actor, harmony, milo, enroll } = openClasses()
  for (const name of ["Beginner", "Grade 1", "Grade 2"]) addEntry(actor, "levels", name)
  expect(requireLevel(actor, harmony, "Grade 9")).toBeRefused("no-level")
  expect(requireLevel(actor, harmony, "Grade 2").ok).toBe(true)
  expect(requireLevel(actor, harmony, "Grade 1")).toEqual({ ok: true, text: "Level Grade 1 or higher" })
  expect(listPrerequisites(actor, harmony)).toHaveLength(1)
  const unknown = "The level isn’t known, and the class is for Grade 1 or higher."
  expect(enroll()).toMatchObject({ lacking: [{ lacks: [unknown] }] })
  const plays = (instrument: string, level: string) =>
    changeRows(students, { id: milo }, { instrument, level })
  plays("Piano", "beginner")
  const low = "Level is beginner, and the class is for Grade 1 or higher."
  expect(enroll()).toMatchObject({ lacking: [{ lacks: [low] }] })
  plays("Piano", "Grade 2")
  changeRows(classes, { id: harmony }, { instrument: "Violin" })
  expect(enroll()).toMatchObject({ lacking: [{ lacks: [unknown] }] })
  changeRows(classes, { id: harmony }, { instrument: "piano" })
  expect(enroll()).toMatchObject({ ok: true })
})

test("waiting in line without what a class requires asks for a reason, which goes into the class", () => {
  const { actor, theory, harmony, milo } = openClasses()
  changeRows(classes, { id: harmony }, { capacity: 1 })
  const seat = addEnrollmentRow(actor, harmony, addStudentRow(actor, "Ada", "Rossi"))
  requireClass(actor, harmony, theory)
  const lacking = [{ id: milo, name: "Milo Adler", lacks: ["Hasn’t completed Theory 1."] }]
  expect(joinWaitingList(actor, harmony, [milo])).toEqual({ ok: false, reason: "prerequisite", lacking })
  expect(joinWaitingList(actor, harmony, [milo], "Played for years")).toEqual({ ok: true })
  changeRows(enrollments, { id: seat }, { endsOn: "2026-11-17" })
  const [waiting] = listWaiting(actor, harmony)
  expect(offerSpot(actor, harmony, waiting?.id ?? "").ok).toBe(true)
  expect(acceptSpot(actor, waiting?.id ?? "")).toEqual({ ok: true })
  const kept = rowsOf(enrollments, { studentId: milo })
  expect(kept).toMatchObject([{ classId: harmony, prerequisiteReason: "Played for years" }])
})

test("a spot in line is accepted only with what the class requires by then, or with a reason of the office", () => {
  const { actor, theory, harmony, milo } = openClasses()
  changeRows(classes, { id: harmony }, { capacity: 1 })
  const seat = addEnrollmentRow(actor, harmony, addStudentRow(actor, "Ada", "Rossi"))
  expect(joinWaitingList(actor, harmony, [milo])).toEqual({ ok: true })
  changeRows(enrollments, { id: seat }, { endsOn: "2026-11-17" })
  const waitingId = listWaiting(actor, harmony)[0]?.id ?? ""
  expect(offerSpot(actor, harmony, waitingId).ok).toBe(true)
  requireClass(actor, harmony, theory)
  const lacking = [{ id: milo, name: "Milo Adler", lacks: ["Hasn’t completed Theory 1."] }]
  const student = { id: milo, as: "guardian" as const }
  expect(acceptSpot(actor, waitingId, { student })).toEqual({ ok: false, reason: "prerequisite", lacking })
  expect(acceptSpot(actor, waitingId)).toEqual({ ok: false, reason: "prerequisite", lacking })
  expect(listWaiting(actor, harmony)).toMatchObject([{ state: "offered" }])
  expect(acceptSpot(actor, waitingId, { reason: "Played for years" })).toEqual({ ok: true })
  const kept = rowsOf(enrollments, { studentId: milo })
  expect(kept).toMatchObject([{ classId: harmony, prerequisiteReason: "Played for years" }])
})

test("no class requires itself by any way, nor one of another school, and a class that goes on requires the same", () => {
  const { actor, group, theory, harmony } = openClasses()
  const stranger = addClassRow(openSchool().actor)
  expect(requireClass(actor, harmony, theory).ok).toBe(true)
  expect(requireClass(actor, theory, theory)).toBeRefused("circle")
  expect(requireClass(actor, theory, harmony)).toBeRefused("circle")
  expect(requireClass(actor, harmony, stranger)).toBeRefused("no-class")
  const next = group("Theory 2, spring")
  copyPrerequisites(actor, harmony, next)
  const [copied] = listPrerequisites(actor, next)
  expect(copied).toMatchObject({ className: "Theory 1" })
  expect(removePrerequisite(actor, harmony, copied?.id ?? "")).toBeRefused("not-found")
  expect(removePrerequisite(actor, next, copied?.id ?? "")).toEqual({ ok: true, text: "Completed Theory 1" })
})
