import { sqlite } from "db/client.server"
import { beforeAll, describe, expect, test } from "vitest"
import { carryOnTask } from "~/jobs/task-steps.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import {
  addClassRow,
  addEnrollmentRow,
  addRoomRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
} from "../../support/lessons"
import { addMember, openSchool } from "../../support/school"

// Lists, searches and what a teacher leaves behind find one of many teachers by name, as a page without scripts does it.

fixClock(testNow)
const school = openSchool()
const ids = new Map<string, string>()
const id = (name: string) => ids.get(name) ?? ""
let office: Browser

beforeAll(async () => {
  for (let number = 1; number <= 60; number += 1) {
    const two = String(number).padStart(2, "0")
    ids.set(`Teacher ${two}`, addTeacherRow(school.actor, `Teacher ${two}`))
    ids.set(`Room ${two}`, addRoomRow(school.actor, `Room ${two}`))
  }
  office = await Browser.of(school.userId)
})
const optionsOf = (html: string, name: string) => {
  const [, select = ""] = new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`, "s").exec(html) ?? []
  return [...select.matchAll(/<option[^>]*value="([^"]+)"/g)].map(([, value]) => value)
}

describe.each([
  ["Find a time", "/schedule/find-a-time"],
  ["the list of students", "/students"],
  ["missing attendance", "/attendance?view=missing"],
])("%s", (_, address) => {
  const at = (query: string) => `${address}${address.includes("?") ? "&" : "?"}${query}`

  test("lists no teacher until one is looked for, and keeps the one that is chosen", async () => {
    const bare = await office.html(address)
    expect(optionsOf(bare, "teacher")).toEqual([])
    expect(bare).toContain("Find a teacher by name")
    const found = await office.html(at("findTeacher=teacher+17&findTeacherShown=&intent=find"))
    expect(optionsOf(found, "teacher")).toEqual([id("Teacher 17")])
    const chosen = await office.html(at(`teacher=${id("Teacher 17")}`))
    expect(optionsOf(chosen, "teacher")).toEqual([id("Teacher 17")])
    const none = await office.read(at("findTeacher=nobody&findTeacherShown=&intent=find"))
    expect(none).toContain("No results for “nobody.”")
  })
})

test("Find a time looks for a room, too, and for times once both are chosen", async () => {
  const at = "/schedule/find-a-time?minutes=30"
  const found = await office.html(
    `${at}&teacher=${id("Teacher 17")}&findRoom=room+05&findRoomShown=&intent=find`,
  )
  expect([optionsOf(found, "teacher"), optionsOf(found, "room")]).toEqual([
    [id("Teacher 17")],
    [id("Room 05")],
  ])
  expect(found).not.toContain("/schedule/new-session?")
  const times = await office.html(
    `${at}&teacher=${id("Teacher 17")}&room=${id("Room 05")}&findRoom=room+05&findRoomShown=room+05`,
  )
  expect(times).toContain("/schedule/new-session?")
})

test("a whole day begins with all teachers, and finds one by name", async () => {
  expect(optionsOf(await office.html("/attendance/day"), "teacher")).toEqual([])
  const found = await office.html("/attendance/day?findTeacher=teacher+42&findTeacherShown=&intent=find")
  expect(optionsOf(found, "teacher")).toContain(id("Teacher 42"))
})

test("a price change finds its teacher, keeps what is typed, and is previewed for them alone", async () => {
  const at = "/billing/prices/changes"
  const fields = { by: "5%", fromDate: "2026-12-01", roundTo: "1", kind: "", instrument: "" }
  expect(optionsOf(await office.html(at), "teacher")).toEqual([])
  const found = await office.submit(at, { ...fields, find: "teacher 03", findShown: "", intent: "find" })
  expect(found.status).toBe(200)
  const html = await found.text()
  expect(html).toContain('value="5%"')
  expect(optionsOf(html, "teacher")).toEqual([id("Teacher 03")])
  const preview = await office.submit(at, {
    ...fields,
    find: "teacher 03",
    findShown: "teacher 03",
    teacher: id("Teacher 03"),
    intent: "preview",
  })
  expect(await textOf(preview)).toContain("0 classes change")
})

describe("a teacher who leaves a school of many", () => {
  const zoe = addTeacherRow(school.actor, "Zoe Lind")
  const at = `/teachers/${zoe}/deactivate`
  const classes = ["16:00", "17:00"].map((startTime, number) => {
    const classId = addClassRow(school.actor, { name: `Piano ${number + 1}`, teacherId: zoe })
    addEnrollmentRow(school.actor, classId, addStudentRow(school.actor, `Milo ${number}`, "Haddad"))
    const schedule = addScheduleRow(school.actor, classId, { startTime, startsOn: "2026-11-19" })
    makeSessions(school.actor, schedule, "2027-10-15", { from: "2026-11-19" })
    return classId
  })
  const [first = "", second = ""] = classes
  const taskOf = (location: string | null) => location?.replace("/tasks/", "") ?? ""

  test("has each class handed over to someone found by name, as a task that can be watched", async () => {
    const bare = await office.html(at)
    expect(bare).toContain("Find a teacher for Piano 1 by name")
    expect(optionsOf(bare, `class.${first}`)).toEqual([])
    const found = await office.submit(at, {
      [`find.${first}`]: "teacher 11",
      [`find.${first}Shown`]: "",
      intent: "find",
    })
    const html = await found.text()
    expect(optionsOf(html, `class.${first}`)).toEqual([id("Teacher 11")])
    expect(optionsOf(html, `class.${second}`)).toEqual([])
    const sent = await office.submit(at, {
      [`find.${first}`]: "teacher 11",
      [`find.${first}Shown`]: "teacher 11",
      [`class.${first}`]: id("Teacher 11"),
    })
    const location = sent.headers.get("Location")
    expect(location).toMatch(/^\/tasks\//)
    expect(await office.read(location ?? "")).toContain("Handing over classes")
    expect(await office.read(at)).toContain("Handing over classes: 0 of 3 steps.")
    const other = await Browser.of(openSchool().userId)
    expect((await other.visit(location ?? "")).status).toBe(404)
    const job = { schoolId: school.actor.school.id, payload: { taskId: taskOf(location) }, attempts: 1 }
    while (await carryOnTask(job));
    const text = await office.read(location ?? "")
    expect(text).toContain("3 steps done.")
    expect(text).toContain("to Teacher 11")
    expect((await office.visit(at)).status).toBe(404)
    const teachers = sqlite()
      .prepare("select distinct teacher_id as id from sessions where school_id = ? and class_id = ?")
      .all(school.actor.school.id, first)
    expect(teachers).toEqual([{ id: id("Teacher 11") }])
  })
})

test("a resource is shared with one of many students, found by name", async () => {
  const ada = addMember(school.actor, "teacher", "Ada Rossi")
  const students = Array.from({ length: 55 }, (_, number) => {
    const studentId = addStudentRow(school.actor, `Pupil ${String(number).padStart(2, "0")}`, "Novak")
    const classId = addClassRow(school.actor, { name: `Lesson ${number}`, teacherId: ada.teacherId })
    addEnrollmentRow(school.actor, classId, studentId)
    return studentId
  })
  const teacher = await Browser.of(ada.userId)
  const link = { kind: "link", title: "Scales", url: "https://example.org/scales" }
  const added = await teacher.submit("/dashboard/teacher/resources/new", link)
  const resource = sqlite()
    .prepare("select id from resources where school_id = ?")
    .get(school.actor.school.id) as { id: string } | undefined
  if (!resource) throw new Error(`No resource: ${added.status} ${await textOf(added)}`)
  const at = `/dashboard/teacher/resources/${resource.id}`
  expect(optionsOf(await teacher.html(at), "target")).toEqual([])
  const found = await teacher.submit(at, { find: "pupil 07", findShown: "", intent: "find" })
  const target = `student ${students[7]}`
  expect(optionsOf(await found.text(), "target")).toEqual([target])
  const shared = await teacher.submit(at, {
    find: "pupil 07",
    findShown: "pupil 07",
    target,
    intent: "share",
  })
  expect(shared.status).toBe(303)
  expect(await teacher.read(at)).toContain("Pupil 07 Novak student")
})
