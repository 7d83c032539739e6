import { emails } from "db/schema/foundation-mail"
import { teachers } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import { findAudience } from "~/models/communication/messaging/audience.server"
import type { Actor } from "~/models/foundation/access/actor"
import { answersFor } from "~/models/foundation/custom-field/answers.server"
import { addField, listFields } from "~/models/foundation/custom-field/custom-field.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf, openOffice } from "../../support/app"
import { testNow } from "../../support/clock"
import { addTeacherRow } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowsOf } from "../../support/school"

// The list of teachers acts on what is ticked, like the lists of students, families and classes.

let actor: Actor
let office: Browser

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
})
const select = (act: string, id: string[], more: Record<string, string> = {}) =>
  office.submit("/selections", { noun: "teachers", scope: "ticked", list: "", act, id, ...more })

function addWithEmail(name: string, email: string | null): string {
  const id = addTeacherRow(actor, name, "Piano")
  changeRows(teachers, { id }, { email })
  return id
}

const invitations = () =>
  rowsOf(emails, { schoolId: actor.school.id, template: "teacher-invitation" }, { only: ["recipient"] })

test("the list is a form with a box for each teacher and the acts of its bar", async () => {
  const leo = addWithEmail("Leo Marsh", null)
  const html = await office.html("/teachers")
  expect(html).toContain('action="/selections"')
  expect(html).toContain(`name="id" aria-label="Select Leo Marsh" value="${leo}"`)
  const acts = [...html.matchAll(/name="act" value="([a-z-]+)"/g)].map(([, act]) => act)
  expect(acts).toEqual(["message", "invite", "export", "deactivate", "merge"])
})

test("teachers are invited with a preview that names who can't, and one undo", async () => {
  const can = addMember(actor, "teacher", "Marcus Whitfield")
  const ids = [
    addWithEmail("Leo Marsh", "leo@marsh.example"),
    addWithEmail("Dana Wu", null),
    addWithEmail("Mia Ek", can.email),
    can.teacherId,
  ]
  const address = locationOf(await select("invite", ids))
  const preview = await office.read(address)
  expect(preview).toContain("Invite to log in")
  expect(preview).toContain("4 teachers selected")
  expect(preview).toContain("It opens their lessons, students and messages.")
  expect(preview).toContain("Leo Marsh Invitation to leo@marsh.example for their lessons and students")
  expect(preview).toContain("Dana Wu No email.")
  expect(preview).toContain("Mia Ek This email has another role at your school.")
  expect(preview).toContain("Marcus Whitfield Can already log in.")
  const task = locationOf(await office.submit(address, { intent: "confirm" }))
  expect(invitations()).toEqual([{ recipient: "leo@marsh.example" }])
  expect(await office.read("/teachers")).toContain("Invited Nov 18")
  expect(locationOf(await office.submit(address, { intent: "confirm" }))).toBe(task)
  expect(invitations()).toHaveLength(1)
  expect(await office.read(locationOf(await office.submit(task, { intent: "undo" })))).toContain(
    "Invitation canceled",
  )
  expect(await office.read("/teachers")).not.toContain("Invited Nov 18")
})

test("an open invitation is sent again", async () => {
  const leo = addWithEmail("Leo Marsh", "leo@marsh.example")
  await office.submit(locationOf(await select("invite", [leo])), { intent: "confirm" })
  fixClock(testNow + 10 * 60_000)
  const address = locationOf(await select("invite", [leo]))
  expect(await office.read(address)).toContain("Replaces the invitation of Wed, Nov 18")
  await office.submit(address, { intent: "confirm" })
  expect(invitations()).toHaveLength(2)
})

test("sixty are invited in the background, however the selection is made", async () => {
  for (let n = 0; n < 60; n += 1) addWithEmail(`Teacher ${n}`, `t${n}@mail.example`)
  const address = locationOf(await select("invite", [], { scope: "all", list: "q=teacher" }))
  const preview = await office.read(address)
  expect(preview).toContain("60 teachers selected")
  expect(preview).toContain("Runs in the background.")
  expect(locationOf(await office.submit(address, { intent: "confirm" }))).toMatch(/^\/tasks\//)
  const second = locationOf(await select("export", [], { scope: "page", list: "page=2" }))
  expect(await office.read(second)).toContain("10 teachers selected")
})

test("a message goes to those who can log in, the others are named", async () => {
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  addMember(actor, "teacher", "Helena Novak")
  const leo = addWithEmail("Leo Marsh", null)
  const address = locationOf(await select("message", [marcus.teacherId, leo]))
  expect(address).toMatch(/^\/messaging\/new\?to=selection/)
  expect(await office.html(address)).toMatch(/<option[^>]*selected[^>]*>2 teachers you selected/)
  const key = new URL(address, "http://x").searchParams.get("to") ?? ""
  expect(findAudience(actor, key)).toMatchObject({
    label: "2 teachers you selected",
    recipients: [{ memberId: marcus.memberId }],
    unreachable: ["Leo Marsh"],
  })
})

test("a field of the school's own is set for many, and a file has the selected rows", async () => {
  const facts = { noun: "teacher", name: "Parking", kind: "text", audience: "office" } as const
  expect(addField(actor, { ...facts, isRequired: false, choices: [] }).ok).toBe(true)
  const fieldId = listFields(actor, "teacher")[0]?.id ?? ""
  const [leo, dana] = [addWithEmail("Leo Marsh", null), addWithEmail("Dana Wu", null)]
  const address = locationOf(await select("field", [leo]))
  await office.submit(address, { intent: "preview", fieldId, answerOf: fieldId, value: "B 12" })
  const task = locationOf(await office.submit(address, { intent: "confirm" }))
  expect([answersFor(actor, leo)[fieldId], answersFor(actor, dana)[fieldId]]).toEqual(["B 12", undefined])
  await office.submit(task, { intent: "undo" })
  expect(answersFor(actor, leo)[fieldId]).toBeUndefined()
  const file = locationOf(await select("export", [dana]))
  const csv = await office.html(`${file.split("?")[0]}/file.csv`)
  expect(csv).toContain("Dana Wu")
  expect(csv).not.toContain("Leo Marsh")
})

test("another school's teachers are not found, and nothing ticked is said", async () => {
  const leo = addWithEmail("Leo Marsh", "leo@marsh.example")
  const stranger = await Browser.of(openSchool().userId)
  const sent = { noun: "teachers", scope: "ticked", list: "", act: "invite", id: [leo] }
  expect((await stranger.submit("/selections", sent)).status).toBe(404)
  expect((await select("archive", [leo])).status).toBe(404)
  await select("invite", [])
  expect(await office.read("/teachers")).toContain("Select teachers first, then “Invite.”")
  expect(invitations()).toHaveLength(0)
})
