import { classes, classTeachers, enrollments } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import { addStudentRow, addTeacherRow } from "../../../../tests/support/lessons"
import { openRollingPiano } from "../../../../tests/support/rolling-piano"
import { changeRows, rowsOf } from "../../../../tests/support/school"
import { addCoTeacher } from "../class/co-teaching.server"
import { enroll } from "../class/enroll.server"
import { dropStudent } from "../class/leave-class.server"

// Students who leave a class in the term into which it rolls over, or start in it, and a co-teacher who does.

let piano: ReturnType<typeof openRollingPiano>

beforeEach(() => {
  piano = openRollingPiano()
})

const staysIn = (classId: string) =>
  rowsOf(
    enrollments,
    { schoolId: piano.actor.school.id, classId },
    { only: ["startsOn", "endsOn", "priceMinor"] },
  )
const leave = (lastDay: string) =>
  dropStudent(piano.actor, piano.classId, piano.enrollmentIds[0] ?? "", { lastDay, reason: "Moves away" })

test("who leaves in the term is enrolled until their last day, at their own price", () => {
  const { planText, carryOut, state, studentIds } = piano
  changeRows(enrollments, { id: piano.enrollmentIds[0] ?? "" }, { priceMinor: 1500 })
  expect(leave("2027-01-20").ok).toBe(true)
  expect(planText()).toContain("1 student, 20 lessons,")
  expect(planText()).toContain("Leaves in the term: Milo Haddad (Jan 20).")
  const [before, earlier] = [state(), staysIn(piano.classId)]
  const { classId, undo } = carryOut()
  expect(staysIn(classId)).toEqual([{ startsOn: "2027-01-11", endsOn: "2027-01-20", priceMinor: 1500 }])
  const booked = state().booked.filter((text) => text.endsWith(studentIds[0] ?? "-"))
  expect(booked.at(-1)).toContain("2027-01-20")
  expect(undo()).toMatchObject({ ok: true })
  expect(state()).toEqual(before)
  expect(staysIn(piano.classId)).toEqual(earlier)
})

test("a class that was to end in the term continues to the term's end, and the preview says so", () => {
  const endOn = (endedOn: string) => changeRows(classes, { id: piano.classId }, { endedOn })
  endOn("2027-02-12")
  expect(piano.planText()).toContain("Was to end on Feb 12, and now continues until the term ends.")
  for (const day of ["2027-01-10", "2027-05-28"]) {
    endOn(day)
    expect(piano.planText()).not.toContain("Was to end")
  }
})

test("who leaves before the term doesn't continue, unless the class itself ends then", () => {
  expect(leave("2027-01-10").ok).toBe(true)
  expect(piano.planText()).toContain("0 students,")
  changeRows(classes, { id: piano.classId }, { endedOn: "2027-01-10" })
  expect(piano.planText()).toContain("1 student,")
})

test("who leaves after the term continues to its end", () => {
  expect(leave("2027-06-30").ok).toBe(true)
  expect(piano.planText()).not.toContain("Leaves")
  expect(staysIn(piano.carryOut().classId)).toMatchObject([{ endsOn: "2027-05-28" }])
})

test("who starts with the term or in it is named, as the new class has no spot for them", () => {
  const { actor, classId, planText, carryOut } = piano
  const [wren, ada] = ["Wren", "Ada"].map((name) => addStudentRow(actor, name, "Adeyemi"))
  expect(enroll(actor, { classId, studentId: wren ?? "", startsOn: "2027-01-11" }).ok).toBe(true)
  expect(planText()).toContain(
    "Starts in the term and doesn’t go along: Wren Adeyemi (Jan 11). Enroll this student in the new class.",
  )
  expect(enroll(actor, { classId, studentId: ada ?? "", startsOn: "2027-01-18" }).ok).toBe(true)
  expect(planText()).toContain(
    "doesn’t go along: Ada Adeyemi (Jan 18) and Wren Adeyemi (Jan 11). Enroll these students in the new class.",
  )
  expect(carryOut().undo()).toMatchObject({ ok: true, note: "3 students back" })
  expect(staysIn(classId).map(({ endsOn }) => endsOn)).toEqual([null, null, null])
})

test("a co-teacher who starts in the term starts on the same day in the new class", () => {
  const { actor, carryOut } = piano
  const rosa = addTeacherRow(actor, "Rosa Ekström", "Piano")
  const iris = addTeacherRow(actor, "Iris Vang", "Piano")
  for (const [teacherId, startsOn] of Object.entries({ [rosa]: "2027-02-01", [iris]: "2026-12-01" }))
    expect(addCoTeacher(actor, piano.classId, { teacherId, startsOn }).ok).toBe(true)
  const { classId } = carryOut()
  const found = rowsOf(classTeachers, { classId })
  expect(Object.fromEntries(found.map(({ teacherId, startsOn }) => [teacherId, startsOn]))).toEqual({
    [rosa]: "2027-02-01",
    [iris]: "2027-01-11",
  })
})
