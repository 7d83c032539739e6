import { teachers } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { addHours, listHours } from "~/models/teaching/teacher-time/availability.server"
import { Browser, openOffice } from "../../support/app"
import { testNow } from "../../support/clock"
import { addClassRow, addScheduleRow, addTeacherRow } from "../../support/lessons"
import { addMember, changeRows, openSchool } from "../../support/school"

// Theo has no login; his lessons are on Wednesdays at 4. The administrator keeps his hours on his page.

let school: Actor
let office: Browser
let theo: string
let at: string

beforeEach(async () => {
  ;({ actor: school, browser: office } = await openOffice())
  theo = addTeacherRow(school, "Theo Petrović")
  at = `/teachers/${theo}`
  const classId = addClassRow(school, { name: "Piano", teacherId: theo })
  makeSessions(school, addScheduleRow(school, classId), "2026-12-16", { from: "2026-11-25" })
})

const add = (weekday: string | string[], fromTime: string, toTime: string, by = office) =>
  by.submit(at, { intent: "add-hours", weekday, fromTime, toTime })
const hours = () => listHours(school, theo).map((one) => [one.weekday, one.fromTime, one.toTime])

test("the office adds hours, and what they strand is to settle", async () => {
  const page = await office.read(at)
  expect(page).toContain("No teaching hours yet.")
  expect(page).toContain("Add hours")
  const form = await office.html(`${at}?edit=hours`)
  expect(form).toContain('name="fromTime"')
  await expect(add("3", "15:00", "18:00")).toLead(303, `${at}#hours`)
  expect(await office.read(at)).toContain("Wednesday 3:00 to 6:00 PM")
  expect(await office.read("/schedule/to-settle")).toContain("All lessons fit.")

  const removed = await office.submit(at, {
    intent: "remove-hours",
    hoursId: listHours(school, theo)[0]?.id ?? "",
  })
  expect(removed.headers.get("Location")).toBe(`${at}#hours`)
  await add("4", "15:00", "18:00")
  expect(hours()).toEqual([[4, "15:00", "18:00"]])
  expect(await office.read("/dashboard")).toContain("4 lessons to settle")
})

test("impossible hours are refused beside the field, with what was typed", async () => {
  await add("3", "15:00", "18:00")
  const over = await add("3", "17:00", "19:00")
  const text = await over.text()
  expect(over.status).toBe(409)
  expect(text).toContain("These hours overlap others of that day.")
  expect(text).toContain('value="17:00"')
  expect((await add("3", "20:00", "19:00")).status).toBe(400)
  expect((await add("8", "20:00", "21:00")).status).toBe(400)
  expect(hours()).toEqual([[3, "15:00", "18:00"]])
})

test("the same hours are added to several days at once, to all or to none", async () => {
  expect((await add(["1", "3", "5"], "15:00", "18:00")).status).toBe(303)
  expect(hours().map(([day]) => day)).toEqual([1, 3, 5])
  await expect(add(["2", "3"], "17:00", "19:00")).toAnswer(409)
  expect(hours()).toHaveLength(3)
  expect((await add([], "08:00", "09:00")).status).toBe(400)
})

test("the same hours are given to several teachers, and who has others then is named", async () => {
  const [ada, ben] = [addTeacherRow(school, "Ada Reed"), addTeacherRow(school, "Ben Cole")]
  expect(addHours(school, ben, { weekday: 3, fromTime: "16:00", toTime: "17:00" }).ok).toBe(true)
  const stranger = addTeacherRow(openSchool().actor, "Zoë Fenn")
  const fields = { intent: "add-hours", weekday: ["1", "3"], fromTime: "15:00", toTime: "18:00" }
  const form = await office.html(`${at}?edit=hours`)
  expect([...form.matchAll(/name="also" value="([^"]+)"/g)].map(([, id]) => id)).toEqual([ada, ben])
  await expect(office.submit(at, { ...fields, also: [ada, ben, stranger] })).toAnswer(303)
  expect(await office.read(at)).toContain(
    "Teaching hours saved for 2 teachers. Ben Cole already has hours then.",
  )
  expect([hours().length, listHours(school, ada).length, listHours(school, ben).length]).toEqual([2, 2, 1])
  const undo = {
    ...{ intent: "undo-hours", fromTime: "15:00", toTime: "18:00" },
    ...{ since: String(testNow), until: String(testNow) },
  }
  const elsewhere = await Browser.of(openSchool().userId)
  expect((await elsewhere.submit(at, undo)).status).toBe(404)
  expect((await office.submit(at, { ...undo, until: String(testNow + 3_600_000) })).status).toBe(400)
  expect((await office.submit(at, undo)).status).toBe(303)
  expect(await office.read(at)).toContain("Teaching hours of 2 teachers removed.")
  expect([hours().length, listHours(school, ada).length, listHours(school, ben).length]).toEqual([0, 0, 1])
  await office.submit(at, undo)
  expect(await office.read(at)).toContain("These hours were removed already.")
  await expect(office.submit(at, { ...fields, also: [ada, ben] })).toAnswer(303)
  for (const [fromTime, toTime] of [
    ["08:00", "08:30"],
    ["09:00", "09:30"],
    ["10:00", "10:30"],
  ] as const)
    expect(addHours(school, ben, { weekday: 3, fromTime, toTime }).ok).toBe(true)
  await office.submit(at, { ...fields, weekday: ["3"], fromTime: "19:00", toTime: "20:00", also: [ben] })
  expect(await office.read(at)).toContain("Ben Cole already has four time ranges on a day.")
  const many = await office.submit(at, {
    ...fields,
    also: Array.from({ length: 201 }, (_, index) => `t${index}`),
  })
  expect([many.status, await many.text()]).toEqual([
    400,
    expect.stringContaining("Choose up to 200 teachers."),
  ])
})

test("another school’s administrator and the school’s teachers can’t, and who left is only read", async () => {
  await add("3", "15:00", "18:00")
  const [own] = listHours(school, theo)
  const remove = { intent: "remove-hours", hoursId: own?.id ?? "" }
  const stranger = await Browser.of(openSchool().userId)
  expect((await add("4", "15:00", "18:00", stranger)).status).toBe(404)
  expect((await stranger.submit(at, remove)).status).toBe(404)
  const colleague = await Browser.of(addMember(school, "teacher", "Ada Reed").userId)
  expect((await add("4", "15:00", "18:00", colleague)).headers.get("Location")).not.toContain(at)
  const other = addTeacherRow(school, "Ada Reed")
  expect((await office.submit(`/teachers/${other}`, remove)).status).toBe(404)
  changeRows(teachers, { id: theo }, { deactivatedAt: testNow })
  expect((await add("4", "15:00", "18:00")).status).toBe(404)
  const page = await office.read(at)
  expect(page).toContain("Wednesday 3:00 to 6:00 PM")
  expect(page).not.toContain("Add hours")
  expect(hours()).toEqual([[3, "15:00", "18:00"]])
})
