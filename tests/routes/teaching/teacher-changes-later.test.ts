import { events } from "db/schema/foundation-audit"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { runNextItems } from "~/models/foundation/task/run-task.server"
import { giveClassesDue } from "~/models/teaching/scheduled-teacher-change/scheduled-teacher-change.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { letGoDue } from "~/models/teaching/teacher-leaving/deactivate-teacher.server"
import { findHandOver, handOverWork } from "~/models/teaching/teacher-leaving/hand-over-classes.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
} from "../../support/lessons"
import { addMember, openSchool, rowsOf } from "../../support/school"

// Marcus gives Guitar on Wednesdays at 2:45 PM; today is Wednesday, November 18, 2026.

let office: Browser
let school: Actor
let userId: string
let marcus: ReturnType<typeof addMember>
let helena: string
let guitar: string

beforeEach(async () => {
  const opened = openSchool()
  school = opened.actor
  userId = opened.userId
  office = await Browser.of(userId)
  marcus = addMember(school, "teacher", "Marcus Whitfield")
  helena = addTeacherRow(school, "Helena Novak", "guitar")
  guitar = addClassRow(school, { name: "Guitar", teacherId: marcus.teacherId })
  makeSessions(school, addScheduleRow(school, guitar, { startTime: "14:45", minutes: 45 }), "2026-12-16")
  addEnrollmentRow(school, guitar, addStudentRow(school, "Milo", "Haddad"))
})

const whoGives = () =>
  listSessionsOn(school, "2026-11-19", "2026-12-31").map(
    ({ localDate, teacherName }) => `${localDate.slice(5)} ${teacherName?.split(" ")[0] ?? "no one"}`,
  )
const facts = { command: "facts", name: "Guitar", capacity: "8" }
const edit = () => `/classes/${guitar}/edit`
const deactivate = () => `/teachers/${marcus.teacherId}/deactivate`
async function itBecomes(day: string) {
  fixClock(Date.parse(`${day}T12:00:00Z`))
  giveClassesDue(school)
  letGoDue(school)
  office = await Browser.of(userId)
}

test("the office gives a class another teacher from a day, sees it on the class, and undoes it", async () => {
  const sends = { ...facts, teacherId: helena, teacherFrom: "2026-12-05" }
  const seen = await textOf(await office.submit(edit(), { ...sends, intent: "preview" }))
  expect(seen).toContain("2 upcoming lessons change.")
  expect(whoGives()).toEqual(["11-25 Marcus", "12-02 Marcus", "12-09 Marcus", "12-16 Marcus"])
  await expect(office.submit(edit(), sends)).toAnswer(303)
  expect(whoGives()).toEqual(["11-25 Marcus", "12-02 Marcus", "12-09 Helena", "12-16 Helena"])
  const page = await office.read(`/classes/${guitar}`)
  expect(page).toContain("Teacher from Dec 5, 2026")
  expect(await office.read(edit())).toContain("Helena Novak from Dec 5, 2026.")

  const form = await office.html(edit())
  const [, change = ""] = /name="change" value="([^"]+)"/.exec(form) ?? []
  expect((await office.submit(edit(), { command: "facts-back", change })).status).toBe(303)
  expect(whoGives().every((line) => line.endsWith("Marcus"))).toBe(true)
})

test("a day that is over is refused beside the field, with what was typed", async () => {
  const answer = await office.submit(edit(), { ...facts, teacherId: helena, teacherFrom: "2026-11-02" })
  expect(answer.status).toBe(400)
  const html = await answer.text()
  expect(html).toContain("Enter today or a later day.")
  expect(html).toContain('value="2026-11-02"')
})

test("a teacher leaves after a last day: until then all stays, then the class is another's and the login ends", async () => {
  const lastDay = "2026-12-04"
  const sends = { lastDay, [`class.${guitar}`]: helena }
  expect(await textOf(await office.submit(deactivate(), { ...sends, intent: "preview" }))).not.toContain(
    "deactivated.",
  )
  expect((await office.submit(deactivate(), sends)).status).toBe(303)
  expect(whoGives()).toEqual(["11-25 Marcus", "12-02 Marcus", "12-09 Helena", "12-16 Helena"])
  const page = await office.read(`/teachers/${marcus.teacherId}`)
  expect(page).toContain("Marcus Whitfield leaves after Dec 4, 2026.")
  // Their page shows what was chosen, to be changed.
  const form = await office.html(deactivate())
  expect(form).toContain(`value="${lastDay}"`)
  expect(form).toMatch(new RegExp(`value="${helena}" selected`))

  await itBecomes(lastDay)
  expect((await office.visit(deactivate())).status).toBe(200)
  await itBecomes("2026-12-06")
  expect((await office.visit(deactivate())).status).toBe(404)
  expect(await office.read(`/classes/${guitar}`)).toContain("Helena Novak")
  expect(whoGives().at(-1)).toMatch(/Helena$/)
})

test("a teacher who stays after all keeps the classes, but those that someone else needs them for", async () => {
  await expect(office.submit(deactivate(), { lastDay: "2026-12-04", [`class.${guitar}`]: "" })).toAnswer(303)
  expect(whoGives()).toEqual(["11-25 Marcus", "12-02 Marcus", "12-09 no one", "12-16 no one"])
  const [left] = rowsOf(events, { schoolId: school.school.id, verb: "leave-later" })
  expect(left?.before).toBeNull()
  expect((await office.submit(deactivate(), { intent: "stay" })).status).toBe(303)
  expect(whoGives().every((line) => line.endsWith("Marcus"))).toBe(true)
  expect((await office.submit(deactivate(), { intent: "stay" })).status).toBe(404)

  await office.submit(deactivate(), { lastDay: "2026-12-04", [`class.${guitar}`]: helena })
  const drums = addClassRow(school, { name: "Drums", teacherId: marcus.teacherId })
  makeSessions(
    school,
    addScheduleRow(school, drums, { startTime: "14:30", minutes: 45, startsOn: "2026-12-09" }),
    "2026-12-09",
  )
  await office.submit(deactivate(), { intent: "stay" })
  expect(whoGives()).toContain("12-09 Helena")
  const page = await office.read(`/teachers/${marcus.teacherId}`)
  expect(page).toContain("Handed over all the same: Guitar.")
  await itBecomes("2026-12-08")
  expect((await office.visit(deactivate())).status).toBe(200)
})

test("with many lessons to come it is a task, and the last day follows once every class has its taker", async () => {
  const daily = { rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", startTime: "10:00" }
  makeSessions(school, addScheduleRow(school, guitar, daily), "2027-03-12")
  const sent = await office.submit(deactivate(), { lastDay: "2026-12-04", [`class.${guitar}`]: helena })
  expect(sent.headers.get("location")).toContain("/tasks/")
  const task = findHandOver(school, marcus.teacherId)
  for (let turn = 0; turn < 3; turn += 1) await runNextItems(school, task?.id ?? "", handOverWork)
  const page = await office.read(`/teachers/${marcus.teacherId}`)
  expect(page).toContain("Marcus Whitfield leaves after Dec 4, 2026.")
  const given = whoGives()
  expect(given.filter((line) => line <= "12-04~").every((line) => line.endsWith("Marcus"))).toBe(true)
  expect(given.filter((line) => line > "12-05").every((line) => line.endsWith("Helena"))).toBe(true)
})

test("what a task couldn’t hand over for a last day is named there, each class a link, until someone has it", async () => {
  const daily = { rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", startTime: "10:00" }
  makeSessions(school, addScheduleRow(school, guitar, daily), "2027-03-12")
  const harp = addClassRow(school, { name: "Harp", teacherId: helena })
  makeSessions(school, addScheduleRow(school, harp, { startTime: "10:00" }), "2027-03-12")
  const sent = await office.submit(deactivate(), { lastDay: "2026-12-04", [`class.${guitar}`]: helena })
  const task = findHandOver(school, marcus.teacherId)
  for (let turn = 0; turn < 3; turn += 1) await runNextItems(school, task?.id ?? "", handOverWork)
  const at = sent.headers.get("location") ?? ""
  expect(await office.read(at)).toContain(
    "Marcus Whitfield leaves after Dec 4, 2026, and 1 class has no other teacher yet. Choose who takes over",
  )
  const page = await office.html(at)
  expect(page).toContain(`href="/classes/${guitar}"`)
  expect(page).toContain(`href="${deactivate()}"`)
  const aina = addTeacherRow(school, "Aina Berg")
  const edited = { ...facts, teacherId: aina, teacherFrom: "2026-12-05" }
  expect((await office.submit(edit(), edited)).status).toBe(303)
  expect(await office.read(at)).not.toContain("Choose who takes over")
})

test("the class’s page says what has no one when its new teacher leaves, and refuses one who leaves before", async () => {
  const aina = addMember(school, "teacher", "Aina Berg").teacherId
  expect((await office.submit(`/teachers/${aina}/deactivate`, { lastDay: "2026-12-04" })).status).toBe(303)
  const gives = { ...facts, teacherId: aina }
  const seen = await textOf(await office.submit(edit(), { ...gives, intent: "preview" }))
  expect(seen).toContain(
    "Aina Berg leaves after Dec 4, 2026. 2 lessons have no teacher: Wed, Dec 9 and Wed, Dec 16.",
  )
  const refused = await office.submit(edit(), { ...gives, teacherFrom: "2026-12-05" })
  await expect(refused).toAnswer(409, "Aina Berg leaves after Dec 4, 2026. Choose another teacher")
  expect((await office.submit(edit(), gives)).status).toBe(303)
  expect(whoGives()).toEqual(["11-25 Aina", "12-02 Aina", "12-09 no one", "12-16 no one"])
})
