import { guardians, members } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { beforeEach, expect, test } from "vitest"
import { startConversation } from "~/models/communication/messaging/start-conversation.server"
import type { Actor } from "~/models/foundation/access/actor"
import { Browser, openOffice } from "../../support/app"
import { openFamily } from "../../support/billing"
import { addEnrollmentRow, openClass } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

// What the office wrote to a class, and what its families wrote, as a tab of the class.

let actor: Actor
let office: Browser
let classId: string
let family: ReturnType<typeof openFamily>

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
  family = openFamily(actor)
  classId = openClass(actor, { class: { name: "Violin beginners", kind: "group" }, pupils: [] }).classId
  addEnrollmentRow(actor, classId, family.studentIds[0] ?? "")
})

const write = (from: Actor, to: string, subject: string) => {
  const done = startConversation(from, { to, subject, body: `About ${subject}.`, shown: -1 })
  if (!done.ok) throw new Error(done.reason)
}
const address = () => `/classes/${classId}/messages`
const read = async (query = "") => office.read(`${address()}${query}`)

test("an empty tab leads to a message to the class; one of an ended class does not", async () => {
  const page = await office.html(address())
  expect(page).toContain("No messages with this class yet.")
  expect(page).toContain(`href="/messaging/new?to=class%3A${classId}"`)
  expect(await office.html(`/classes/${classId}`)).toContain(`href="${address()}"`)
  expect((await office.visit(`${address()}?page=9`)).headers.get("Location")).toBe(`${address()}?page=1`)
  expect((await office.visit("/classes/none/messages")).status).toBe(404)
})

test("conversations and announcements that reached its families are listed, others aren’t", async () => {
  const stranger = openFamily(actor, { name: "Rossi", children: ["Mia"] })
  write(actor, `class:${classId}`, "the new room")
  write(actor, `student:${family.studentIds[0]}`, "the violin")
  write(actor, `student:${stranger.studentIds[0]}`, "something else")
  const page = await read()
  expect(page).toContain("Your messages with this class")
  expect(page).toContain("the new room Announcement")
  expect(page).toContain("Ruth Castellano: About the violin.")
  expect(page).not.toContain("something else")
  changeRows(enrollments, { classId }, { endsOn: "2026-10-31" })
  expect(await read()).toContain("No messages with this class yet.")
})

test("a reader finds their own only, with the right to write and to see classes", async () => {
  write(actor, `class:${classId}`, "the new room")
  const lead = addMember(actor, "office", "Iris Fontaine")
  const give = (rights: string) => changeRows(members, { id: lead.memberId }, { rights })
  give("see-people,see-calendar,messages")
  const member = await Browser.of(lead.userId)
  expect(await member.read(address())).toContain("No messages with this class yet.")
  give("see-people,see-calendar")
  expect((await member.visit(address())).headers.get("Location")).toBe("/dashboard")
  expect(await member.html(`/classes/${classId}`)).not.toContain(address())
  give("messages")
  expect((await member.visit(address())).status).not.toBe(200)
  const other = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  expect((await other.visit(address())).status).toBe(404)
})

test("more than a page of them has further pages", async () => {
  for (let n = 1; n <= 26; n += 1) write(actor, `student:${family.studentIds[0]}`, `lesson ${n} of 26`)
  expect(await read()).toContain("1–25 of 26")
  expect(await read("?page=2")).toContain("26–26 of 26")
  expect(rowsOf(guardians, { familyId: family.familyId })).not.toEqual([])
})

test("the class’s overview shows the reader’s latest message, its status and what was charged", async () => {
  const overview = async (browser: Browser) => browser.read(`/classes/${classId}`)
  expect(await overview(office)).not.toContain("View all messages")
  write(actor, `student:${family.studentIds[0]}`, "the violin")
  const page = await overview(office)
  expect(page).toContain("Violin beginners Active Group")
  expect(page).toMatch(/\$0\.00 charged since \w+ \d+/)
  expect(page).not.toContain("on the waiting list")
  expect(page).toMatch(/Messages View all messages Ruth Castellano .{1,20}, the violin About the violin\./)

  const lead = addMember(actor, "office", "Iris Fontaine")
  changeRows(members, { id: lead.memberId }, { rights: "see-people,see-calendar,messages" })
  const others = await overview(await Browser.of(lead.userId))
  expect(others).not.toContain("About the violin.")
  expect(others).not.toContain("charged since")
  expect(others).toContain("0 on the waiting list")
})
