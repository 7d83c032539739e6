import { members } from "db/schema/people"
import { inquiries, inquiryDetails } from "db/schema/people-inquiries"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { wholeRights } from "~/models/foundation/access/rights"
import { markContacted } from "~/models/people/inquiry/answer-inquiry.server"
import { inquiryWork } from "~/models/people/inquiry/bulk-inquiries.server"
import { findInquiry } from "~/models/people/inquiry/inquiries.server"
import { Browser, locationOf, openOffice } from "../../support/app"
import { addMember, addRows, changeRows, openSchool, rowsOf } from "../../support/school"

// What the office notes of several inquiries at once, from their list, with a preview and one undo.

let actor: Actor
let office: Browser
let ids: string[]

function ask(of: Actor, firstName: string, facts: Partial<typeof inquiries.$inferInsert> = {}) {
  const email = `${firstName.toLowerCase()}@farah.example`
  const row = {
    ...newRow(of),
    firstName,
    lastName: "Farah",
    email,
    purpose: "lessons",
    state: "new",
  } as const
  addRows(inquiries, { ...row, ...facts })
  return row.id
}

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
  ids = ["Sami", "Lina", "Omar"].map((name) => ask(actor, name))
})

const select = async (act: string, more: object = {}) =>
  locationOf(
    await office.submit("/selections", {
      noun: "inquiries",
      act,
      list: "",
      scope: "ticked",
      id: ids,
      ...more,
    }),
  )
const stages = () => ids.map((id) => findInquiry(actor, id)?.stage)

test("the list has a box for each, and what can be done with those that are ticked", async () => {
  const html = await office.html("/students/inquiries")
  expect(html).toContain(`value="${ids[0]}"`)
  for (const act of ["Mark as contacted", "Assign", "Mark as lost"])
    expect(html).toContain(`>${act}</button>`)
})

test("new ones are marked as contacted together; who was contacted before stays, also when it is undone", async () => {
  markContacted(actor, ids[2] ?? "")
  const at = await select("contact")
  const preview = await office.read(at)
  expect(preview).toContain("Sami Farah New → Contacted")
  expect(preview).toContain("Was contacted already")
  const task = locationOf(await office.submit(at, { intent: "confirm" }))
  const done = await office.read(task)
  for (const text of ["Inquiries marked as contacted", "2 records changed.", "Sami Farah New → Contacted"])
    expect(done).toContain(text)
  expect(stages()).toEqual(["contacted", "contacted", "contacted"])
  expect(rowsOf(inquiryDetails).filter(({ answeredAt }) => answeredAt !== null)).toHaveLength(3)
  const undone = locationOf(await office.submit(task, { intent: "undo" }))
  expect(await office.read(undone)).toContain("2")
  expect(stages()).toEqual(["new", "new", "contacted"])
  expect(await office.html(task)).toContain('href="/students/inquiries')
})

test("an inquiry that a colleague answered or planned since stays contacted when the others are undone", async () => {
  const task = locationOf(await office.submit(await select("contact"), { intent: "confirm" }))
  const { userId, memberId } = addMember(actor, "office", "Rosa Lind")
  changeRows(members, { id: memberId }, { rights: wholeRights(["people"]).join(",") })
  const colleague = await Browser.of(userId)
  const [sami, lina] = ids.map((id) => `/students/inquiries/${id}`)
  await colleague.submit(sami ?? "", { intent: "answer", subject: "Your inquiry", body: "Come on Monday." })
  await colleague.submit(lina ?? "", { intent: "plan", nextStep: "Call on Tuesday" })
  const undone = locationOf(await office.submit(task, { intent: "undo" }))
  expect(await office.read(undone)).toContain("Was changed again")
  expect(stages()).toEqual(["contacted", "contacted", "new"])
  const answered = rowsOf(inquiryDetails).filter(({ answeredAt }) => answeredAt !== null)
  expect(answered.filter(({ inquiryId }) => ids.includes(inquiryId))).toHaveLength(2)
})

test("several are lost for one reason, which has to be given; one that was opened again stays so", async () => {
  const at = await select("lose")
  await expect(await office.submit(at, { intent: "preview", reason: "" })).toAnswer(400, "Enter a reason.")
  expect((await office.submit(at, { intent: "preview", reason: "No free time" })).status).toBe(303)
  const task = locationOf(await office.submit(at, { intent: "confirm" }))
  expect(ids.map((id) => findInquiry(actor, id)?.lostReason)).toEqual(Array(3).fill("No free time"))
  await office.submit(`/students/inquiries/${ids[0]}`, { intent: "reopen" })
  const undone = locationOf(await office.submit(task, { intent: "undo" }))
  expect(await office.read(undone)).toContain("Was changed again")
  expect(stages()).toEqual(["contacted", "new", "new"])
})

test("the next step of several is given to someone of the office, and keeps what it is", async () => {
  const { memberId } = addMember(actor, "office", "Rosa Lind")
  changeRows(inquiries, { id: ids[0] }, { nextStep: "Call on Tuesday", nextOn: "2026-12-01" })
  const at = await select("next-step")
  expect(await office.html(at)).toContain("Rosa Lind")
  expect((await office.submit(at, { intent: "preview", memberId: "nobody00000000" })).status).toBe(400)
  await office.submit(at, { intent: "preview", memberId })
  expect(await office.read(at)).toContain("Anyone in the office → Rosa Lind")
  const task = locationOf(await office.submit(at, { intent: "confirm" }))
  const first = () => findInquiry(actor, ids[0] ?? "")
  expect([first()?.memberId, first()?.nextStep, first()?.nextOn, first()?.stage]).toEqual([
    memberId,
    "Call on Tuesday",
    "2026-12-01",
    "new",
  ])
  await office.submit(task, { intent: "undo" })
  expect([first()?.memberId ?? null, first()?.nextStep]).toEqual([null, "Call on Tuesday"])
})

test("an inquiry isn’t given to someone who has left the office, and it says so of them", () => {
  const about = { step: "assign", memberId: "nobody00000000" } as const
  const item = { taskId: "a task", subjectId: ids[0] ?? "", name: "Sami Farah", detail: null }
  expect(inquiryWork.carryOut(actor, about, item)).toEqual({
    ok: false,
    reason: "This person no longer works in your office",
  })
})

test("what was done is called by what it was", async () => {
  const { memberId } = addMember(actor, "office", "Rosa Lind")
  for (const [act, choice, title] of [
    ["next-step", { memberId }, "Assigned inquiries"],
    ["lose", { reason: "No free time" }, "Inquiries marked as lost"],
  ] as const) {
    const at = await select(act)
    await office.submit(at, { intent: "preview", ...choice })
    const task = locationOf(await office.submit(at, { intent: "confirm" }))
    expect(await office.read(task)).toContain(title)
    expect(await office.read("/tasks")).toContain(title)
  }
})

test("all that match the filter can be meant; another school's can't, nor without the right", async () => {
  changeRows(inquiries, { id: ids[1] }, { campaign: "Flyer" })
  const at = await select("contact", { scope: "all", id: [], list: "stage=new&campaign=Flyer" })
  const preview = await office.read(at)
  expect(preview).toContain("Lina Farah")
  expect(preview).not.toContain("Sami Farah")
  const stranger = await Browser.of(openSchool().userId)
  const sent = { noun: "inquiries", act: "contact", list: "", scope: "ticked", id: ids }
  expect((await stranger.submit("/selections", sent)).status).toBe(404)
  const { userId, memberId } = addMember(actor, "office", "Pat Quinn")
  changeRows(members, { id: memberId }, { rights: wholeRights(["see-people"]).join(",") })
  expect((await (await Browser.of(userId)).submit("/selections", sent)).status).toBe(404)
  expect(stages()).toEqual(["new", "new", "new"])
})

test("one is deleted for good only after a second step that says what goes with it", async () => {
  const at = `/students/inquiries/${ids[0]}`
  const [, step = ""] = /<details class="form-disclosure">(.*?)<\/details>/s.exec(await office.html(at)) ?? []
  expect(step).toContain("You can’t undo this.")
  expect(step.match(/Delete inquiry/g)).toHaveLength(2)
  await office.submit(at, { intent: "remove" })
  expect(findInquiry(actor, ids[0] ?? "")).toBeUndefined()
})

test("the activity counts what was undone: one record isn’t several", async () => {
  const at = await select("contact", { id: [ids[0] ?? ""] })
  const task = locationOf(await office.submit(at, { intent: "confirm" }))
  await office.submit(task, { intent: "undo" })
  expect(await office.read("/settings/admin/log")).toMatch(
    /undid “Inquiries marked as contacted” for 1 record /,
  )
})
