import { enrollments } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { listPrerequisites } from "~/models/teaching/prerequisite/prerequisite.server"
import { Browser, locationOf } from "../../support/app"
import { addClassRow, addEnrollmentRow, addStudentRow } from "../../support/lessons"
import { openSchool, rowsOf } from "../../support/school"

// Theory 2 requires Theory 1. Milo has never been in it. Today is Wednesday, November 18.

let school: Actor
let office: Browser
let [theory, harmony, choir, milo] = ["", "", "", ""]

beforeEach(async () => {
  const opened = openSchool()
  school = opened.actor
  office = await Browser.of(opened.userId ?? "")
  const group = (name: string) => addClassRow(school, { name, kind: "group", capacity: 8 })
  theory = group("Theory 1")
  harmony = group("Theory 2")
  choir = group("Choir")
  milo = addStudentRow(school, "Milo", "Adler")
})

const at = (classId: string) => `/classes/${classId}/prerequisites`
const require1 = () => office.submit(at(harmony), { intent: "add-class", requiredId: theory })
const stays = () => rowsOf(enrollments, { schoolId: school.school.id, classId: harmony })

test("are set on a page of the class and shown on it", async () => {
  expect(await office.read(at(harmony))).toContain("No prerequisites.")
  expect((await office.submit(at(harmony), { intent: "add-class", requiredId: "" })).status).toBe(400)
  expect((await office.submit(at(harmony), { intent: "add-class", requiredId: harmony })).status).toBe(409)
  const stranger = addClassRow(openSchool().actor)
  expect((await office.submit(at(harmony), { intent: "add-class", requiredId: stranger })).status).toBe(409)
  expect((await require1()).status).toBe(303)
  expect((await office.submit(at(harmony), { intent: "set-age", minAge: "0" })).status).toBe(400)
  expect((await office.submit(at(harmony), { intent: "set-age", minAge: "8" })).status).toBe(303)
  const shown = await office.read(`/classes/${harmony}`)
  expect(shown).toContain("Completed Theory 1")
  expect(shown).toContain("Age 8 or older")
  expect((await office.visit(at(stranger))).status).toBe(404)
  const [first] = listPrerequisites(school, harmony)
  const remove = { intent: "remove", prerequisite: first?.id ?? "" }
  expect((await office.submit(at(choir), remove)).status).toBe(404)
  expect((await office.submit(at(harmony), remove)).status).toBe(303)
  expect(listPrerequisites(school, harmony)).toHaveLength(1)
})

test("enrolling who lacks one names it and asks for a reason, which stays with the enrollment", async () => {
  await require1()
  const enroll = (more: Record<string, string> = {}) =>
    office.submit(`/classes/${harmony}/students`, {
      intent: "save",
      students: [milo],
      startsOn: "2026-11-19",
      ...more,
    })
  const refused = await enroll()
  expect(refused.status).toBe(409)
  const html = await refused.text()
  expect(html).toContain("Milo Adler: Hasn’t completed Theory 1.")
  expect(html).toContain("Reason to enroll without a prerequisite")
  expect((await enroll({ prerequisiteReason: "x" })).status).toBe(400)
  expect(stays()).toEqual([])
  expect((await enroll({ prerequisiteReason: "Passed our test" })).status).toBe(303)
  expect(stays()).toMatchObject([{ studentId: milo, prerequisiteReason: "Passed our test" }])
  expect(await office.read(`/classes/${harmony}/students`)).toContain("Passed our test")
})

test("a move asks for the reason, too", async () => {
  await require1()
  const stay = addEnrollmentRow(school, choir, milo)
  const move = (more: Record<string, string> = {}) =>
    office.submit(`/classes/${choir}/students/${stay}`, {
      command: "move",
      intent: "save",
      toClassId: harmony,
      from: "2026-11-23",
      reason: "Asked for it",
      ...more,
    })
  const refused = await move()
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain("Hasn’t completed Theory 1.")
  expect(stays()).toEqual([])
  expect((await move({ prerequisiteReason: "Passed our test" })).status).toBe(303)
  expect(stays()).toMatchObject([{ prerequisiteReason: "Passed our test" }])
})

test("many at once: the preview names who lacks what, and a reason lets them in", async () => {
  await require1()
  const chosen = await office.submit("/selections", {
    ...{ noun: "students", scope: "ticked", list: "", act: "enroll" },
    id: [milo],
  })
  const selection = new URL(locationOf(chosen), "http://localhost").pathname
  const preview = (more: Record<string, string> = {}) =>
    office.submit(selection, { intent: "preview", classId: harmony, startsOn: "2026-11-19", ...more })
  await preview()
  const named = await office.read(selection)
  expect(named).toContain("Hasn’t completed Theory 1. Enter a reason to enroll anyway.")
  await preview({ prerequisiteReason: "Passed our test" })
  expect(await office.read(selection)).not.toContain("Hasn’t completed")
})
