import { rooms } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import { Browser, textOf } from "../../support/app"
import { addClassRow, addRoomRow, addTeacherRow } from "../../support/lessons"
import { openSchool, rowsOf } from "../../support/school"

// A school in two buildings, set up and respected without scripts.

let school: ReturnType<typeof openSchool>
let browser: Browser
let [hall, barn] = ["", ""]
const at = "/settings/school"

beforeEach(async () => {
  school = openSchool()
  browser = await Browser.of(school.userId)
  hall = addRoomRow(school.actor, "Hall")
  barn = addRoomRow(school.actor, "Barn")
})

const sitesOf = () => Object.fromEntries(rowsOf(rooms).map((room) => [room.name, room.site]))

test("the office names the site of each room and the minutes between them, and lessons respect it", async () => {
  expect(await browser.html(`${at}?edit=sites`)).toContain("Site of Barn")
  const fields = {
    intent: "sites",
    travelMinutes: "30",
    [`sites.${hall}`]: "Main Street",
    [`sites.${barn}`]: "Mill",
  }
  expect((await browser.submit(at, fields)).status).toBe(303)
  expect(sitesOf()).toEqual({ Hall: "Main Street", Barn: "Mill" })
  expect(await browser.read(at)).toMatch(/Time between sites 30 minutes/)

  const teacherId = addTeacherRow(school.actor, "Helena Novak")
  const classId = addClassRow(school.actor, { name: "Choir", kind: "group", capacity: 9, teacherId })
  const lesson = { classId, date: "2026-11-27", minutes: "60", teacherId, intent: "save" }
  const add = (more: Record<string, string>) =>
    browser.submit("/schedule/new-session", { ...lesson, ...more })
  expect((await add({ startTime: "16:00", roomId: hall })).status).toBe(303)
  const refused = await add({ startTime: "17:15", roomId: barn })
  await expect(refused).toAnswer(
    400,
    "Helena Novak teaches Choir at Main Street 4:00 to 5:00 PM, 30 minutes away.",
  )
  const anyway = { startTime: "17:15", roomId: barn, intent: "override", overrideReason: "She drives" }
  expect((await add(anyway)).status).toBe(303)
})

test("what isn't a number of minutes, or is too long, is refused beside its field", async () => {
  const fields = { intent: "sites", travelMinutes: "soon", [`sites.${hall}`]: "x".repeat(61) }
  const wrong = await browser.submit(at, fields)
  expect(wrong.status).toBe(400)
  const text = await textOf(wrong)
  expect(text).toContain("Enter 0 to 240 minutes.")
  expect(text).toContain("Keep the site under 60 characters.")
  expect(await (await browser.submit(at, fields)).text()).toContain("x".repeat(61))
  const stranger = await Browser.of(openSchool({ name: "Crescendo" }).userId)
  const foreign = { intent: "sites", travelMinutes: "10", [`sites.${hall}`]: "Ours" }
  expect((await stranger.submit(at, foreign)).status).toBe(404)
  expect(sitesOf()).toEqual({ Hall: null, Barn: null })
})
