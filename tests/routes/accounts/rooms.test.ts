import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { listRoomRows } from "~/models/teaching/room/room.server"
import { type Browser, openOffice } from "../../support/app"
import { addRoomRow, addSessionRow, addTeacherRow, openClass } from "../../support/lessons"
import { openSchool } from "../../support/school"

const at = "/settings/school"
let actor: Actor
let browser: Browser
let studio: string
let marcus: string

beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
  studio = addRoomRow(actor, "Studio 3")
  marcus = addTeacherRow(actor, "Marcus Whitfield")
})

const save = (fields: Record<string, string>, intent = "rename-entry") =>
  browser.submit(`${at}?edit=room-${studio}`, { intent, list: "rooms", entry: studio, ...fields })

test("rooms are text with their week, and one row opens as a form that says what it changes", async () => {
  const { classId } = openClass(actor, { class: { teacherId: marcus, roomId: studio }, pupils: [] })
  addSessionRow(actor, classId, "2026-11-18", { teacherId: marcus, roomId: studio })
  const html = await browser.html(at)
  expect(html).not.toContain('name="fits"')
  expect(html).toContain(`/schedule?by=room&amp;room=${studio}`)
  expect(await browser.read(at)).toMatch(
    /Room Fits This week Edit Studio 3 Not set 1 lesson ?, Marcus Whitfield Edit/,
  )
  const open = await browser.read(`${at}?edit=room-${studio}`)
  expect(open).toContain("1 lesson this week stays in this room under its new name.")
  expect(open).toContain("Archive room")
  expect((await save({ name: "Studio C", fits: "10", teacherId: marcus })).headers.get("Location")).toBe(
    `${at}#rooms`,
  )
  expect(await browser.read(at)).toMatch(/Studio C saved\..*Studio C 10 1 lesson ?, Marcus Whitfield/)
  expect(listRoomRows(actor)).toMatchObject([{ name: "Studio C", fits: 10, teacherId: marcus }])
})

test("a wrong number or a stranger’s teacher is named beside its field, and nothing is lost", async () => {
  const wrong = await save({ name: "Studio C", fits: "0", teacherId: marcus })
  expect(wrong.status).toBe(400)
  const html = await wrong.text()
  expect(html).toContain("Enter 1 to 500 students, or leave it blank.")
  expect(html).toContain('value="Studio C"')
  const other = addTeacherRow(openSchool().actor, "Someone Else")
  const stranger = await save({ name: "Studio C", fits: "4", teacherId: other })
  await expect(stranger).toAnswer(400, "Choose a teacher of your school.")
  expect(listRoomRows(actor)).toMatchObject([{ name: "Studio 3", fits: null, teacherId: null }])
  const added = await browser.submit(`${at}?edit=rooms`, {
    intent: "add-entry",
    list: "rooms",
    name: "Hall",
    fits: "forty",
  })
  expect([added.status, await added.text()]).toEqual([400, expect.stringContaining('value="Hall"')])
})

test("a room is added with what it holds, and emptied fields are blank again", async () => {
  const hall = { intent: "add-entry", list: "rooms", name: "Hall", fits: "40", teacherId: marcus }
  expect((await browser.submit(at, hall)).status).toBe(303)
  expect(listRoomRows(actor)[0]).toMatchObject({ name: "Hall", fits: 40, teachers: ["Marcus Whitfield"] })
  await save({ name: "Studio 3", fits: "4", teacherId: marcus })
  await save({ name: "Studio 3", fits: "", teacherId: "" })
  expect(listRoomRows(actor)[1]).toMatchObject({ name: "Studio 3", fits: null, teacherId: null })
})
