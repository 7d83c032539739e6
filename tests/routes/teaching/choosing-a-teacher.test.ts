import { sqlite } from "db/client.server"
import { beforeAll, describe, expect, test } from "vitest"
import { findAudience } from "~/models/communication/messaging/audience.server"
import { listSavedFilters } from "~/models/foundation/saved-filter/saved-filter.server"
import { Browser, textOf } from "../../support/app"
import { addClassRow, addRoomRow, addTeacherRow } from "../../support/lessons"
import { openSchool } from "../../support/school"

// With more than fifty teachers or rooms a form finds one by name, as a page without scripts does it, and keeps the one that
// is chosen. With fewer it lists them all.

const school = openSchool()
const ids = new Map<string, string>()
let office: Browser
let small: Browser
let classId = ""
let foreignId = ""

beforeAll(async () => {
  for (let number = 1; number <= 60; number += 1) {
    const two = String(number).padStart(2, "0")
    ids.set(`Teacher ${two}`, addTeacherRow(school.actor, `Teacher ${two}`))
    ids.set(`Room ${two}`, addRoomRow(school.actor, `Room ${two}`))
  }
  classId = addClassRow(school.actor, {
    name: "Choir",
    kind: "group",
    capacity: 8,
    teacherId: id("Teacher 07"),
  })
  office = await Browser.of(school.userId)
  const other = openSchool({ name: "Crescendo" })
  foreignId = addTeacherRow(other.actor, "Helena Novak")
  addRoomRow(other.actor, "Hall")
  addClassRow(other.actor, { name: "Choir" })
  small = await Browser.of(other.userId)
})

const id = (name: string) => ids.get(name) ?? ""
const optionsOf = (html: string, name: string) => {
  const [, select = ""] = new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`, "s").exec(html) ?? []
  return [...select.matchAll(/<option[^>]*value="([^"]+)"/g)].map(([, value]) => value)
}
const chosenIn = (html: string, name: string) => {
  const [, select = ""] = new RegExp(`<select[^>]*name="${name}"[^>]*>(.*?)</select>`, "s").exec(html) ?? []
  return /<option[^>]*value="([^"]*)"[^>]*selected/.exec(select)?.[1]
}

describe("a one-time lesson", () => {
  const fields = (more: Record<string, string>) => ({
    ...{ classId, date: "2026-11-25", startTime: "10:00", minutes: "45", intent: "save" },
    ...{ findTeacher: "", findTeacherShown: "", findRoom: "", findRoomShown: "" },
    ...more,
  })

  test("finds its teacher and its room, keeps what is typed, and is saved with them", async () => {
    const html = await office.html("/schedule/new-session?date=2026-11-25")
    expect([optionsOf(html, "teacherId"), optionsOf(html, "roomId")]).toEqual([[], []])
    expect(html).toContain("Find a teacher by name")
    expect(html).toContain("Find a room by name")
    const found = await office.submit(
      "/schedule/new-session",
      fields({ intent: "find", findTeacher: "teacher 33", findRoom: "12" }),
    )
    expect(found.status).toBe(200)
    const listed = await found.text()
    expect(optionsOf(listed, "teacherId")).toEqual([id("Teacher 33")])
    expect(optionsOf(listed, "roomId")).toEqual([id("Room 12")])
    expect(listed).toContain('value="10:00"')
    const saved = await office.submit(
      "/schedule/new-session",
      fields({
        ...{ teacherId: id("Teacher 33"), findTeacher: "teacher 33", findTeacherShown: "teacher 33" },
        ...{ roomId: id("Room 12"), findRoom: "12", findRoomShown: "12" },
      }),
    )
    await expect(saved).toLead(303, "/schedule?date=2026-11-25")
    const row = sqlite()
      .prepare("select teacher_id as teacher, room_id as room from sessions where class_id = ?")
      .get(classId)
    expect(row).toEqual({ teacher: id("Teacher 33"), room: id("Room 12") })
  })

  test("searches when it is sent with a name that was not searched for yet", async () => {
    const before = sqlite().prepare("select count(*) as n from sessions").get()
    const answer = await office.submit("/schedule/new-session", fields({ findTeacher: "Teacher 4" }))
    expect(answer.status).toBe(400)
    expect(optionsOf(await answer.text(), "teacherId")).toHaveLength(10)
    expect(sqlite().prepare("select count(*) as n from sessions").get()).toEqual(before)
  })

  test("keeps its teacher when it is refused, and takes none of another school", async () => {
    const refused = await office.submit(
      "/schedule/new-session",
      fields({ startTime: "", teacherId: id("Teacher 05") }),
    )
    expect(refused.status).toBe(400)
    expect(chosenIn(await refused.text(), "teacherId")).toBe(id("Teacher 05"))
    const before = sqlite().prepare("select count(*) as n from sessions").get()
    const foreign = await office.submit(
      "/schedule/new-session",
      fields({ startTime: "12:00", teacherId: foreignId }),
    )
    expect(foreign.status).toBe(400)
    const html = await foreign.text()
    expect([optionsOf(html, "teacherId"), html.includes("Helena Novak")]).toEqual([[], false])
    expect(sqlite().prepare("select count(*) as n from sessions").get()).toEqual(before)
  })
})

test("a lesson that is moved has its own teacher chosen, and finds another", async () => {
  const { id: sessionId } = sqlite().prepare("select id from sessions where class_id = ?").get(classId) as {
    id: string
  }
  const address = `/classes/sessions/${sessionId}/edit`
  const html = await office.html(address)
  expect([optionsOf(html, "teacherId"), chosenIn(html, "teacherId")]).toEqual([
    [id("Teacher 33")],
    id("Teacher 33"),
  ])
  const slot = { command: "move", date: "2026-11-25", startTime: "10:00", minutes: "45" }
  const found = await office.submit(address, {
    ...{ ...slot, intent: "find", teacherId: id("Teacher 33"), roomId: id("Room 12") },
    ...{ findTeacher: "Teacher 34", findTeacherShown: "", findRoom: "", findRoomShown: "" },
  })
  expect(optionsOf(await found.text(), "teacherId")).toEqual([id("Teacher 33"), id("Teacher 34")])
})

test("a class keeps its teacher, and finds another", async () => {
  const address = `/classes/${classId}/edit`
  const html = await office.html(address)
  expect([optionsOf(html, "teacherId"), chosenIn(html, "teacherId")]).toEqual([
    [id("Teacher 07")],
    id("Teacher 07"),
  ])
  const facts = { command: "facts", name: "Choir", capacity: "8", teacherId: id("Teacher 07") }
  const found = await office.submit(address, { ...facts, intent: "find", findTeacher: "Teacher 08" })
  expect(optionsOf(await found.text(), "teacherId")).toEqual([id("Teacher 07"), id("Teacher 08")])
  const saved = await office.submit(address, { ...facts, teacherId: id("Teacher 08"), intent: "save" })
  expect(saved.status).toBe(303)
  expect(chosenIn(await office.html(address), "teacherId")).toBe(id("Teacher 08"))
})

test("a new class, a trial lesson, a co-teacher and an absence find a teacher by name", async () => {
  const forms: Record<string, Record<string, string>> = {
    "/classes/create": { name: "Band", findTeacher: "Teacher 21" },
    "/schedule/trial-lesson": { date: "2026-11-26", findTeacher: "Teacher 21" },
    [`/classes/${classId}/co-teachers`]: { startsOn: "2026-11-26", find: "Teacher 21" },
    "/absences": { startsOn: "2026-11-26", endsOn: "2026-11-26", find: "Teacher 21" },
  }
  for (const [address, fields] of Object.entries(forms)) {
    const html = await office.html(address)
    expect([address, optionsOf(html, "teacherId"), html.includes("Find a teacher by name")]).toEqual([
      address,
      [],
      true,
    ])
    const found = await office.submit(address, { ...fields, intent: "find" })
    expect([address, found.status]).toEqual([address, 200])
    expect(optionsOf(await found.text(), "teacherId")).toEqual([id("Teacher 21")])
  }
  // Who teaches the class already is no choice beside it.
  const again = await office.submit(`/classes/${classId}/co-teachers`, { intent: "find", find: "Teacher 08" })
  expect(await textOf(again)).toContain("No results for “Teacher 08.”")
})

test("a small school lists its teachers and rooms", async () => {
  const html = await small.html("/schedule/new-session")
  expect(optionsOf(html, "teacherId")).toEqual([foreignId])
  expect(html).not.toContain("by name")
})

test("a message to a saved filter reaches every teacher it finds, not a page of them", async () => {
  await office.submit("/teachers", { intent: "save-filter", name: "Everyone", query: "q=teacher" })
  const [filter] = listSavedFilters(school.actor, "teachers")
  expect(findAudience(school.actor, `filter:${filter?.id}`)?.unreachable).toHaveLength(60)
})
