import { rooms } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import { Browser } from "../../support/app"
import { addClassRow, addRoomRow, addTeacherRow } from "../../support/lessons"
import { openSchool, rowOf } from "../../support/school"

// Minutes between two lessons of a room, set up and respected without scripts.

let school: ReturnType<typeof openSchool>
let browser: Browser
let [hall, attic] = ["", ""]
const at = "/settings/school"

beforeEach(async () => {
  school = openSchool()
  browser = await Browser.of(school.userId)
  hall = addRoomRow(school.actor, "Hall")
  attic = addRoomRow(school.actor, "Attic")
})

const minutesOf = (id: string) => rowOf(rooms, { id })?.bufferMinutes

test("the office sets minutes for all rooms and for one, lessons respect them, and what is too close is to settle", async () => {
  const teacherId = addTeacherRow(school.actor, "Helena Novak")
  const classId = addClassRow(school.actor, { name: "Choir", kind: "group", capacity: 9, teacherId })
  const lesson = { classId, date: "2026-11-27", minutes: "60", teacherId, intent: "save" }
  const add = (more: Record<string, string>) =>
    browser.submit("/schedule/new-session", { ...lesson, ...more })
  expect((await add({ startTime: "16:00", roomId: hall })).status).toBe(303)
  expect((await add({ startTime: "17:05", roomId: hall })).status).toBe(303)

  expect(await browser.html(`${at}?edit=room-buffers`)).toContain("Minutes for Attic")
  const fields = { intent: "room-buffers", minutes: "15", [`ofRooms.${hall}`]: "", [`ofRooms.${attic}`]: "0" }
  expect((await browser.submit(at, fields)).status).toBe(303)
  expect([minutesOf(hall), minutesOf(attic)]).toEqual([null, 0])
  const saved = await browser.read(at)
  expect(saved).toContain("2 lessons in the next 4 weeks are too close to another. Settle or keep them")
  expect(saved).toMatch(/All rooms 15 minutes Attic None/)
  expect(await browser.read("/schedule/to-settle")).toContain("Too little time between lessons in the room.")

  const refused = await add({ startTime: "18:10", roomId: hall })
  await expect(refused).toAnswer(
    400,
    "Hall needs 15 minutes between lessons: Choir is there 5:05 to 6:05 PM.",
  )
  const anyway = { startTime: "18:10", roomId: hall, intent: "override", overrideReason: "Nothing to tidy" }
  expect((await add(anyway)).status).toBe(303)
})

test("what isn't a number of minutes, or is too long, is refused beside its field; other schools' rooms are unknown", async () => {
  const fields = { intent: "room-buffers", minutes: "soon", [`ofRooms.${hall}`]: "121" }
  const wrong = await browser.submit(at, fields)
  expect(wrong.status).toBe(400)
  const html = await wrong.text()
  expect(html.split("Enter 0 to 120 minutes.").length).toBeGreaterThan(2)
  expect(html).toContain('value="121"')
  expect(html).toContain("<title>Error:")
  const stranger = await Browser.of(openSchool({ name: "Crescendo" }).userId)
  const foreign = { intent: "room-buffers", minutes: "10", [`ofRooms.${hall}`]: "5" }
  expect((await stranger.submit(at, foreign)).status).toBe(404)
  expect(minutesOf(hall)).toBeNull()
})
