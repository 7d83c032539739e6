import { guardians, students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { mostRows } from "~/models/overview/sheets/sheets"
import { claimAll } from "~/models/teaching/session/claim.server"
import { Browser, openOffice } from "../../support/app"
import { openFamily } from "../../support/billing"
import { testNow, testToday } from "../../support/clock"
import { addEnrollmentRow, addSessionRow, openClass } from "../../support/lessons"
import { addMember, addRows, changeRows, openSchool } from "../../support/school"

// Sheets to print: whom to call for the students of a class or a day, and a month of a class.

let actor: Actor
let browser: Browser
let classId: string
let sessionId: string
let studentId: string

beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
  const family = openFamily(actor, { children: ["Freya"] })
  studentId = family.studentIds[0] ?? ""
  changeRows(
    students,
    { id: studentId },
    { medicalNotes: "Nut allergy", emergencyContact: "Una Roy (grandmother), 555-010-0009" },
  )
  changeRows(guardians, { id: family.guardianIds[0] ?? "" }, { phone: "+1 212 555 0100", relation: "Father" })
  classId = openClass(actor, { pupils: [] }).classId
  addEnrollmentRow(actor, classId, studentId)
  sessionId = addSessionRow(actor, classId, testToday)
})

test("an emergency sheet names guardians, phones and medical notes, of a class and of a day", async () => {
  const startsAt = testNow
  claimAll(actor, [
    {
      session: { id: sessionId, startsAt, endsAt: startsAt + 3_600_000, teacherId: null, roomId: null },
      studentIds: [studentId],
    },
  ])
  for (const path of [`/sheets/emergency?class=${classId}`, `/sheets/emergency?date=${testToday}`]) {
    const text = await browser.read(path)
    expect(text).toContain("1 student")
    expect(text).toContain("Mateo Okafor (Father): +1 212 555 0100")
    expect(text).toContain("Nut allergy")
    expect(text).toContain("Una Roy (grandmother), 555-010-0009")
    expect(await browser.html(path)).toContain('href="tel:5550100009"')
  }
  expect(await browser.read("/sheets/emergency?date=2026-11-19")).toContain("No lessons on this day.")
  expect(await browser.read(`/sheets/emergency?class=${classId}&date=2026-08-01`)).toContain(
    "No students are enrolled in this class on this day.",
  )
})

test("guests of a lesson are on both sheets of the class, and on no other day", async () => {
  const [guestId = ""] = openFamily(actor, { name: "Visser", children: ["Pia"] }).studentIds
  claimAll(actor, [
    {
      session: {
        ...{ id: sessionId, startsAt: testNow, endsAt: testNow + 3_600_000 },
        ...{ teacherId: null, roomId: null },
      },
      studentIds: [studentId, guestId],
    },
  ])
  const seat = newRow(actor)
  addRows(seats, { ...seat, sessionId, studentId: guestId, kind: "make_up" })
  takeRegister(actor, sessionId, {
    marks: [
      { studentId, code: "present" },
      { studentId: guestId, code: "late" },
    ],
  })
  expect(await browser.read(`/sheets/emergency?class=${classId}`)).toContain("Pia Visser")
  expect(await browser.read(`/sheets/emergency?class=${classId}&date=2026-11-19`)).not.toContain("Pia Visser")
  expect(await browser.read(`/classes/${classId}/attendance-sheet`)).toMatch(/Pia Visser L/)
})

test("a day with more students than a sheet holds says so", async () => {
  const familyId = openFamily(actor, { children: [] }).familyId
  const rows = Array.from({ length: mostRows }, (_, index) => ({
    ...newRow(actor),
    ...{ familyId, firstName: `Student ${index}`, lastName: "Choir", status: "active" as const },
  }))
  addRows(students, rows)
  claimAll(actor, [
    {
      session: {
        ...{ id: sessionId, startsAt: testNow, endsAt: testNow + 3_600_000 },
        ...{ teacherId: null, roomId: null },
      },
      studentIds: [studentId, ...rows.map(({ id }) => id)],
    },
  ])
  expect(await browser.read(`/sheets/emergency?date=${testToday}`)).toContain("More than 500 students")
  expect(await browser.read(`/sheets/emergency?class=${classId}&date=2026-11-19`)).not.toContain("More than")
})

test("an attendance sheet has a box for each lesson of the month, with what is taken", async () => {
  takeRegister(actor, sessionId, { marks: [{ studentId, code: "late" }] })
  const address = `/classes/${classId}/attendance-sheet`
  expect(await browser.read(address)).toMatch(/Freya Okafor L/)
  expect(await browser.read(`${address}?month=2026-10`)).toContain("No lessons in this month.")
  expect(await browser.read(`${address}?month=nonsense`)).toContain("November 2026")
  expect(await browser.read(`/classes/${classId}/lessons`)).toContain("Attendance sheet of a month")
})

test("the office's are closed to teachers, and another school's class is not found", async () => {
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  const teacher = await Browser.of(addMember(actor, "teacher", "Bella Rossi").userId)
  for (const path of [`/sheets/emergency?class=${classId}`, `/classes/${classId}/attendance-sheet`]) {
    expect((await stranger.visit(path)).status).toBe(404)
    expect((await teacher.visit(path)).status).toBe(302)
  }
  expect(await stranger.read(`/sheets/emergency?date=${testToday}`)).not.toContain("Okafor")
})

test("a teacher prints both for their own students and classes only", async () => {
  const bella = addMember(actor, "teacher", "Bella Rossi")
  const cosmo = addMember(actor, "teacher", "Cosmo Vane")
  changeRows(classes, { id: classId }, { teacherId: bella.teacherId })
  changeRows(sessions, { id: sessionId }, { teacherId: bella.teacherId })
  claimAll(actor, [
    {
      session: {
        ...{ id: sessionId, startsAt: testNow, endsAt: testNow + 3_600_000 },
        ...{ teacherId: bella.teacherId, roomId: null },
      },
      studentIds: [studentId],
    },
  ])
  takeRegister(actor, sessionId, { marks: [{ studentId, code: "late" }] })
  const [own, other] = await Promise.all([Browser.of(bella.userId), Browser.of(cosmo.userId)])
  const day = "/dashboard/teacher/emergency-sheet"
  const month = `/dashboard/teacher/class/${classId}/attendance-sheet`
  expect(await own.read(`/dashboard/teacher/class/${classId}`)).toContain(
    "Emergency sheet Attendance sheet of a month",
  )
  for (const path of [`${day}?date=${testToday}`, `${day}?class=${classId}`])
    expect(await own.read(path)).toContain("Mateo Okafor (Father): +1 212 555 0100")
  expect(await own.read(month)).toMatch(/Freya Okafor L/)
  expect(await other.read(`${day}?date=${testToday}`)).toContain("No lessons on this day.")
  expect((await other.visit(`${day}?class=${classId}`)).status).toBe(404)
  expect((await other.visit(month)).status).toBe(404)
})
