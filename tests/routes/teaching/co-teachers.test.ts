import { emails } from "db/schema/foundation-mail"
import { sessions } from "db/schema/teaching-sessions"
import { beforeEach, expect, test } from "vitest"
import { listFeedEvents } from "~/models/exchange/calendar-feed/calendar-feed.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listCoTeachers } from "~/models/teaching/co-teacher/co-teacher.server"
import { addSession } from "~/models/teaching/session/move-session.server"
import { listCoPlaces } from "~/models/teaching/session/replace-co-teacher.server"
import { addHours } from "~/models/teaching/teacher-time/availability.server"
import { listTimeOff, recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { Browser, openOffice, textOf } from "../../support/app"
import { addClassRow, addEnrollmentRow, addStudentRow } from "../../support/lessons"
import { addMember, openSchool, rowOf, rowsOf } from "../../support/school"
import { onceTold } from "../../support/told"

let school: Actor
let office: Browser
let helena: ReturnType<typeof addMember>
let marcus: ReturnType<typeof addMember>
let choir: string
let lesson: string

beforeEach(async () => {
  ;({ actor: school, browser: office } = await openOffice())
  helena = addMember(school, "teacher", "Helena Novak")
  marcus = addMember(school, "teacher", "Marcus Whitfield")
  choir = addClassRow(school, {
    name: "Youth choir",
    kind: "ensemble",
    capacity: 9,
    teacherId: helena.teacherId,
  })
  addEnrollmentRow(school, choir, addStudentRow(school, "Wren", "Adeyemi"))
  const added = addSession(school, { classId: choir, date: "2026-11-18", startTime: "17:00", minutes: 60 })
  lesson = added.ok ? added.sessionId : ""
})

const path = () => `/classes/${choir}/co-teachers`
const add = (fields: Record<string, string> = {}, browser = office) =>
  browser.submit(path(), {
    intent: "save",
    teacherId: marcus.teacherId,
    startsOn: "2026-11-18",
    ...fields,
  })
const named = () => listCoTeachers(school, choir, "2026-11-18").map(({ name }) => name)

test("a co-teacher is added, finds class and lesson, takes attendance, and is told by mail", async () => {
  const teacher = await Browser.of(marcus.userId)
  expect((await teacher.visit(`/classes/sessions/${lesson}`)).status).toBe(404)
  expect((await add()).status).toBe(303)
  expect(await office.read(path())).toContain("Marcus Whitfield added, starting Nov 18, 2026.")
  expect(await office.read(`/classes/${choir}`)).toContain("Co-teachers")
  expect(await office.read("/settings/admin/log")).toContain("added Marcus Whitfield as a co-teacher")
  expect(await teacher.read("/dashboard/teacher")).toContain("Youth choir")
  expect(await teacher.read("/dashboard/teacher/classes")).toContain("Youth choir")
  expect(await teacher.read("/dashboard/teacher/students")).toContain("Wren Adeyemi")
  expect((await teacher.visit(`/dashboard/teacher/class/${choir}`)).status).toBe(200)
  expect((await teacher.visit(`/classes/sessions/${lesson}`)).status).toBe(200)
})

test("bad input is refused beside its field", async () => {
  await expect(add({ teacherId: "" })).toAnswer(400, "Choose a teacher.")
  expect(await textOf(await add({ startsOn: "2026-11-01" }))).toContain("Choose today or a later date.")
  expect(await textOf(await add({ teacherId: helena.teacherId }))).toContain(
    "This is the class’s own teacher. Choose another.",
  )
  expect(named()).toEqual([])
})

test("a teacher who teaches elsewhere then is refused", async () => {
  const guitar = addClassRow(school, { name: "Guitar", teacherId: marcus.teacherId })
  addSession(school, { classId: guitar, date: "2026-11-18", startTime: "17:30", minutes: 30 })
  await expect(add()).toAnswer(400, "Marcus Whitfield teaches")
  expect(named()).toEqual([])
})

test("it is ended by the office of the school alone", async () => {
  await add()
  const [row] = listCoTeachers(school, choir, "2026-11-18")
  const end = { intent: "end", coTeacherId: row?.id ?? "" }
  const stranger = await Browser.of(openSchool({ name: "Crescendo" }).userId)
  expect((await stranger.submit(path(), end)).status).toBe(404)
  const teacher = await Browser.of(marcus.userId)
  expect((await teacher.submit(path(), end)).status).toBe(302)
  expect((await office.submit(path(), { ...end, coTeacherId: "unknown" })).status).toBe(404)
  expect((await office.submit(path(), end)).status).toBe(303)
  expect(listCoTeachers(school, choir, "2026-11-19")).toEqual([])
})

test("one who is still to begin is removed instead", async () => {
  await office.submit(path(), { intent: "save", teacherId: marcus.teacherId, startsOn: "2026-12-02" })
  const [row] = listCoTeachers(school, choir, "2026-11-18")
  expect(await office.read(path())).toContain("Marcus Whitfield from Dec 2, 2026 Remove")
  expect((await office.submit(path(), { intent: "end", coTeacherId: row?.id ?? "" })).status).toBe(303)
  expect(await office.read(path())).toContain("Marcus Whitfield removed before the first lesson.")
  expect(listCoTeachers(school, choir, "2026-11-18")).toEqual([])
})

test("a co-teacher's week, feed and days off know the lesson they give with another", async () => {
  await add()
  const teacher = await Browser.of(marcus.userId)
  expect(await teacher.read("/dashboard/teacher/schedule?date=2026-11-18")).toContain("Youth choir")
  const { events } = listFeedEvents(marcus.actor)
  expect(events.map(({ uid }) => uid).join(" ")).toContain(lesson)
  recordTimeOff(school, marcus.teacherId, { startsOn: "2026-11-18", endsOn: "2026-11-18", reason: null })
  const [off] = listTimeOff(school, { from: "2026-11-18" })
  const wizard = await office.read(`/absences/${off?.id}`)
  expect(wizard).toContain("Youth choir")
  expect(wizard).toContain("No one, Helena Novak alone")
  const settle = await office.read("/schedule/to-settle")
  expect(settle).toContain("A co-teacher is away.")
  expect(settle).toContain("Helena Novak and Marcus Whitfield")
  const week = await office.html("/schedule?date=2026-11-18")
  expect(week.split(`/schedule/lessons/${lesson}`).length - 1).toBe(2)
})

test("a place given to someone outside their hours asks for the reason, and keeps it", async () => {
  await add()
  const rosa = addMember(school, "teacher", "Rosa Alvarez")
  addHours(school, rosa.teacherId, { weekday: 1, fromTime: "09:00", toTime: "12:00" })
  const page = `/classes/sessions/${lesson}/edit`
  const give = (fields: Record<string, string> = {}) =>
    office.submit(page, { command: "place", teacherId: marcus.teacherId, by: rosa.teacherId, ...fields })
  expect(await office.html(page)).not.toContain("Reason to schedule outside teaching hours")
  const asked = await give()
  expect(asked.status).toBe(409)
  const html = await asked.text()
  expect(html).toContain("Reason to schedule outside teaching hours")
  expect(html).toContain("Enter a reason, or choose another teacher.")
  expect(html).toContain("<title>Error:")
  expect(html).toMatch(new RegExp(`<option value="${rosa.teacherId}"[^>]*selected`))
  const long = await give({ hoursReason: "x".repeat(201) })
  expect(long.status).toBe(400)
  expect(await long.text()).toContain("x".repeat(201))
  expect((await give({ hoursReason: "Marcus is on tour" })).status).toBe(303)
  const kept = rowOf(sessions, { id: lesson })
  expect([kept?.keptReason, kept?.keptDespite]).toEqual(["Marcus is on tour", "co-times"])
})

test("a place that was given away is undone by one button, also where the form was sent twice", async () => {
  await add()
  const rosa = addMember(school, "teacher", "Rosa Alvarez")
  addHours(school, rosa.teacherId, { weekday: 1, fromTime: "09:00", toTime: "12:00" })
  const page = `/classes/sessions/${lesson}/edit`
  const given = () => listCoPlaces(school, lesson).map(({ by }) => by)
  const give = (by: string, hoursReason = "") =>
    office.submit(page, { command: "place", teacherId: marcus.teacherId, by, hoursReason })
  const undo = async () => {
    const html = await office.html(page)
    const [form = ""] = html.match(/<form[^>]*>(?:(?!<\/form>).)*name="isBack".*?<\/form>/s) ?? []
    const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value])
    return office.submit(page, Object.fromEntries(fields))
  }
  await give(rosa.teacherId, "Marcus is on tour")
  await give(rosa.teacherId, "Marcus is on tour")
  expect((await undo()).status).toBe(303)
  expect(given()).toEqual([marcus.teacherId])
  expect(await office.read(page)).toContain("Co-teachers are as before.")
  const rows = () => onceTold(school, () => rowsOf(emails, { schoolId: school.school.id }))
  expect(rows().filter(({ template }) => template === "session-changed")).toEqual([])
  await give(rosa.teacherId, "Marcus is on tour")
  await give("")
  expect((await undo()).status).toBe(303)
  expect(given()).toEqual([rosa.teacherId])
  const kept = rowOf(sessions, { id: lesson })
  expect([kept?.keptReason, kept?.keptDespite]).toEqual(["Marcus is on tour", "co-times"])
})

test("the office replaces a co-teacher in one lesson on its page, and gives the place back", async () => {
  await add()
  const rosa = addMember(school, "teacher", "Rosa Alvarez")
  const page = `/classes/sessions/${lesson}/edit`
  const give = (by: string, browser = office) =>
    browser.submit(page, { command: "place", teacherId: marcus.teacherId, by })
  expect(await office.read(page)).toContain("Instead of Marcus Whitfield")
  const busy = await give(helena.teacherId)
  await expect(busy).toAnswer(409, "This teacher gives this lesson already. Choose another.")
  expect((await give(rosa.teacherId)).status).toBe(303)
  const substitute = await Browser.of(rosa.userId)
  expect((await substitute.visit(`/classes/sessions/${lesson}`)).status).toBe(200)
  expect((await (await Browser.of(marcus.userId)).visit(`/classes/sessions/${lesson}`)).status).toBe(404)
  expect(await office.read("/settings/admin/log")).toContain(
    "replaced Marcus Whitfield in a lesson with Rosa Alvarez",
  )
  const stranger = await Browser.of(openSchool({ name: "Crescendo" }).userId)
  expect((await give("", stranger)).status).toBe(404)
  await expect(office.submit(page, { command: "place", teacherId: rosa.teacherId, by: "" })).toAnswer(404)
  expect((await give("")).status).toBe(303)
  expect((await substitute.visit(`/classes/sessions/${lesson}`)).status).toBe(404)
  expect((await give(marcus.teacherId)).status).toBe(303)
  expect((await (await Browser.of(marcus.userId)).visit(`/classes/sessions/${lesson}`)).status).toBe(200)
})
