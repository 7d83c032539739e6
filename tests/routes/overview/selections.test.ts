import { emails } from "db/schema/foundation-mail"
import { members, students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { beforeEach, describe, expect, test } from "vitest"
import { carryOnTask } from "~/jobs/task-steps.server"
import type { Actor } from "~/models/foundation/access/actor"
import { wholeRights } from "~/models/foundation/access/rights"
import { addFamily } from "~/models/people/family/family.server"
import { addStudent } from "~/models/people/student/student.server"
import { listClassesOfStudent } from "~/models/teaching/class/student-classes.server"
import { changeStatus } from "~/models/teaching/student-status/change-status.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf, openOffice, textOf } from "../../support/app"
import { billFamilies, openFamily, owe } from "../../support/billing"
import { testNow } from "../../support/clock"
import { addClassRow, addEnrollmentRow, addStudentRow, openClass } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

// What is ticked in a list: previewed, done, taken back. Every form as a browser without scripts sends it.

let actor: Actor
let browser: Browser

beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
})

const page = async (path: string, by = browser) => by.read(path)
const work = (address: string) => ({
  schoolId: actor.school.id,
  payload: { taskId: address.split("/").at(-1) ?? "" },
  attempts: 1,
})

type Sent = { noun?: string; act: string; id?: string[]; scope?: string; list?: string }
const select = (sent: Sent, by = browser) =>
  by.submit("/selections", { noun: "students", scope: "ticked", list: "", ...sent })

/** Selects, fills in, and answers the address of the preview. */
async function preview(sent: Sent, fields?: Record<string, string>, by = browser) {
  const address = locationOf(await select(sent, by))
  expect(address).toMatch(/^\/selections\//)
  if (fields) expect((await by.submit(address, { intent: "preview", ...fields })).status).toBe(303)
  return address
}

const confirm = (address: string, by = browser) => by.submit(address, { intent: "confirm" })

/** Families of one child each, with one guardian who pays; without an email for each of `silent`. */
function openFamilies(count: number, silent: readonly number[] = []): string[] {
  return Array.from({ length: count }, (_, n) => {
    const { familyId } = addFamily(actor, {
      name: `Family ${n}`,
      guardians: [
        { name: `Adult ${n}`, email: silent.includes(n) ? null : `a${n}@mail.example`, payerShare: 10_000 },
      ],
    })
    const added = addStudent(actor, {
      familyId,
      firstName: `Child${String(n).padStart(2, "0")}`,
      lastName: "Okafor",
      status: "active",
      fromDate: "2026-09-01",
    })
    if (!added.ok) throw new Error(added.reason)
    return added.studentId
  })
}

const mailsTo = (template: "guardian-invitation" | "invoice-reminder" | "invoice") =>
  rowsOf(emails, { schoolId: actor.school.id, template }, { only: ["recipient"] })

const statusOf = (id: string) => rowOf(students, { id })?.status

describe("inviting 60 families", () => {
  test("names who gets what and who can't, runs with progress, and is canceled at once", async () => {
    openFamilies(60, [3, 7])
    const address = await preview({ act: "invite", scope: "all" })
    const text = await page(address)
    expect(text).toContain("60 students selected")
    expect(text).toContain("2 students: No email.")
    expect(text).toContain("Adult 0, Family 0 Invitation to a0@mail.example for Child00")
    expect(text).toContain("Send 58 invitations")
    expect(mailsTo("guardian-invitation")).toHaveLength(0)
    const task = locationOf(await confirm(address))
    expect(task).toMatch(/^\/tasks\//)
    while (await carryOnTask(work(task)));
    expect(new Set(mailsTo("guardian-invitation").map(({ recipient }) => recipient)).size).toBe(58)
    expect(await page(task)).toContain("58 invitations sent.")
    const undo = locationOf(await browser.submit(task, { intent: "undo" }))
    while (await carryOnTask(work(undo)));
    expect(await page(undo)).toContain("58 changes undone.")
    expect(locationOf(await browser.submit(task, { intent: "undo" }))).toBe(undo)
  }, 240_000)

  test("is done once, however often it is confirmed", async () => {
    const ids = openFamilies(3)
    const address = await preview({ act: "invite", id: ids })
    const first = locationOf(await confirm(address))
    expect(locationOf(await confirm(address))).toBe(first)
    expect(mailsTo("guardian-invitation")).toHaveLength(3)
    expect((await browser.visit(address)).headers.get("Location")).toBe(first)
  })

  test("of two people with the same selection the second is told what changed", async () => {
    const ids = openFamilies(2)
    const colleague = await Browser.of(addMember(actor, "solo_teacher_admin", "Otis Reed").userId)
    const mine = await preview({ act: "invite", id: ids })
    const theirs = await preview({ act: "invite", id: ids }, undefined, colleague)
    await confirm(mine)
    const answer = await confirm(theirs, colleague)
    expect(answer.status).toBe(409)
    const text = await textOf(answer)
    expect(text).toContain("This changed since you looked. Nothing was done.")
    expect(text).toContain("Adult 0, Family 0: Invited less than 5 minutes ago.")
    expect(mailsTo("guardian-invitation")).toHaveLength(2)
    expect((await colleague.visit(mine)).status).toBe(404)
  })
})

test("a second press of a preview that has changed doesn’t carry out what wasn’t read", async () => {
  const [first = "", ...others] = openFamilies(3)
  const colleague = await Browser.of(addMember(actor, "solo_teacher_admin", "Otis Reed").userId)
  const address = await preview({ act: "invite", id: [first, ...others] })
  const seenAt = async () => (await browser.html(address)).match(/name="seen" value="([^"]+)"/)?.[1] ?? ""
  const press = (seen: string) => browser.submit(address, { intent: "confirm", seen })
  const seen = await seenAt()
  await confirm(await preview({ act: "invite", id: [first] }, undefined, colleague), colleague)
  await expect(press(seen)).toAnswer(409, "This changed since you looked. Nothing was done.")
  await expect(press(seen)).toAnswer(409, "This isn’t the preview you saw.")
  expect(mailsTo("guardian-invitation")).toHaveLength(1)
  const done = await press(await seenAt())
  expect(done.status).toBe(303)
  expect(mailsTo("guardian-invitation")).toHaveLength(3)
  // Pressed twice, the button that was meant answers as the first time.
  expect(locationOf(await press(seen))).toBe(locationOf(done))
})

describe("a preview whose fields were changed before it is confirmed", () => {
  const sent = (address: string, fields: Record<string, string>, intent = "confirm") =>
    browser.submit(address, { intent, fields: "sent", ...fields })
  const ownPrices = () => rowsOf(enrollments, undefined, { only: ["priceMinor"] })

  test("is shown again, with the value on its button, and only that is carried out", async () => {
    const { studentIds } = openClass(actor, { pupils: ["Ada Okafor"] })
    const price = (price: string) => ({ price, fromDate: "2026-12-01" })
    const address = await preview({ act: "price", id: studentIds }, price("41"))
    expect(await page(address)).toContain("Change 1 price to $41.00 from Dec 1, 2026")
    const other = await sent(address, price("99"))
    expect(other.status).toBe(409)
    const text = await textOf(other)
    expect(text).toContain("This isn’t the preview you saw. Check the changes below, then confirm them.")
    expect(text).toContain("→ $99.00 per lesson")
    expect(text).toContain("Change 1 price to $99.00 from Dec 1, 2026")
    const wrong = await sent(address, price("abc"))
    expect(wrong.status).toBe(400)
    expect(await textOf(wrong)).not.toContain("Change 1 price")
    expect(await textOf(await sent(address, price("+0.005"), "preview"))).not.toContain("$99.00")
    expect(ownPrices()).toEqual([{ priceMinor: null }])
    const task = locationOf(await sent(address, price("99")))
    expect(task).toMatch(/^\/tasks\//)
    expect(await page(task)).toContain("→ $99.00 per lesson")
    expect(locationOf(await sent(address, price("12")))).toBe(task)
  })

  test("refuses another day or reason of a status", async () => {
    const ids = openFamilies(1)
    const pause = { step: "pause", from: "2026-12-10", reason: "Travels" }
    const address = await preview({ act: "status", id: ids }, pause)
    expect(await page(address)).toContain("Change 1 student to paused from Dec 10, 2026")
    expect((await sent(address, { ...pause, reason: "Ill" })).status).toBe(409)
    const archiving = await preview({ act: "status", id: ids }, { step: "end", reason: "Left" })
    expect((await sent(archiving, { step: "end", reason: "Moved away" })).status).toBe(409)
    expect(statusOf(ids[0] ?? "")).toBe("active")
    expect(locationOf(await sent(archiving, { step: "end", reason: "Moved away" }))).toMatch(/^\/tasks\//)
    expect(statusOf(ids[0] ?? "")).toBe("former")
  })

  test("sends its fields with the button, without scripts too", async () => {
    const address = await preview(
      { act: "status", id: openFamilies(1) },
      { step: "end", reason: "Moved away" },
    )
    const html = await browser.html(address)
    expect(html).toMatch(
      /<button[^>]*form="act"[^>]*value="confirm"|<button[^>]*value="confirm"[^>]*form="act"/,
    )
  })
})

describe("changing 40 prices", () => {
  test("previews each, changes them, and one undo brings all of them back", async () => {
    const pupils = Array.from({ length: 40 }, (_, n) => `Child${n} Okafor`)
    const { studentIds } = openClass(actor, { pupils, class: { capacity: 60 } })
    const address = await preview({ act: "price", id: studentIds }, { price: "+10%", fromDate: "2026-12-01" })
    expect(await page(address)).toContain("$18.00 per lesson → $19.80 per lesson")
    const task = locationOf(await confirm(address))
    while (await carryOnTask(work(task)));
    const prices = () => {
      fixClock(Date.UTC(2026, 11, 2, 15))
      const found = studentIds.map((id) => listClassesOfStudent(actor, id)[0]?.price?.amountMinor)
      fixClock(testNow)
      return new Set(found)
    }
    expect([...prices()]).toEqual([1980])
    const undo = locationOf(await browser.submit(task, { intent: "undo" }))
    while (await carryOnTask(work(undo)));
    expect([...prices()]).toEqual([1800])
  }, 240_000)

  test("refuses what is no price, and keeps what was typed", async () => {
    const { studentIds } = openClass(actor)
    const address = await preview({ act: "price", id: studentIds })
    const answer = await browser.submit(address, {
      intent: "preview",
      price: "a lot",
      fromDate: "2026-12-01",
    })
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain("Enter a price, like 45.00, or a change, like +5% or +2.00.")
    expect(html).toContain('value="a lot"')
  })
})

describe("changing status", () => {
  test("names the classes that are left, and the undo brings students back to them", async () => {
    const { studentIds } = openClass(actor)
    const [first = "", second = ""] = studentIds
    changeStatus(actor, second, { step: "end", reason: "Moved away" })
    const address = await preview(
      { act: "status", id: [first, second] },
      { step: "end", reason: "End of term" },
    )
    const text = await page(address)
    expect(text).toContain("Active → Former, leaves Guitar ensemble")
    expect(text).toMatch(/\w+ \w+: Is former already\./)
    const task = locationOf(await confirm(address))
    expect([statusOf(first), listClassesOfStudent(actor, first)[0]?.endsOn]).toEqual(["former", "2026-11-18"])
    expect(await page(task)).toContain("1 student changed.")
    await browser.submit(task, { intent: "undo" })
    expect([statusOf(first), listClassesOfStudent(actor, first)[0]?.endsOn]).toEqual(["active", null])
  })

  test("what changed between preview and confirm is named, and nothing is done", async () => {
    const { studentIds } = openClass(actor)
    const [first = "", second = ""] = studentIds
    const address = await preview(
      { act: "status", id: [first, second] },
      { step: "pause", reason: "On vacation" },
    )
    changeStatus(actor, first, { step: "end", reason: "Moved away" })
    await expect(confirm(address)).toAnswer(409, "Is former. (was: Active → Paused)")
    expect(statusOf(second)).toBe("active")
    expect((await confirm(address)).status).toBe(303)
    expect([statusOf(first), statusOf(second)]).toEqual(["former", "paused"])
  })

  test("an undo leaves out what was changed again since, and says so", async () => {
    const { studentIds } = openClass(actor)
    const [first = "", second = ""] = studentIds
    const address = await preview(
      { act: "status", id: [first, second] },
      { step: "pause", reason: "Vacation" },
    )
    const task = locationOf(await confirm(address))
    changeStatus(actor, first, { step: "resume" })
    const undo = locationOf(await browser.submit(task, { intent: "undo" }))
    expect(await page(undo)).toContain("Is now active.")
    expect([statusOf(first), statusOf(second)]).toEqual(["active", "active"])
  })
})

test("enrolling several fills the spots in order, and the undo empties them again", async () => {
  const classId = addClassRow(actor, { name: "Theory", kind: "group", capacity: 2 })
  const ids = ["Ada", "Ben", "Cleo"].map((name) => addStudentRow(actor, name, "Okafor"))
  const inside = addStudentRow(actor, "Dora", "Okafor")
  addEnrollmentRow(actor, classId, inside)
  const address = await preview({ act: "enroll", id: [...ids, inside] }, { classId, startsOn: "2026-12-01" })
  const text = await page(address)
  expect(text).toContain("2 students: No spot left.")
  expect(text).toContain("Dora Okafor: Already in this class.")
  const task = locationOf(await confirm(address))
  expect(await page(task)).toContain("1 student enrolled.")
  await browser.submit(task, { intent: "undo" })
  expect(ids.flatMap((id) => listClassesOfStudent(actor, id))).toEqual([])
})

test("classes are archived, and restored with their students", async () => {
  const { classId, studentIds } = openClass(actor)
  const address = await preview(
    { noun: "classes", act: "archive", id: [classId] },
    { lastDay: "2026-11-30", reason: "End of term" },
  )
  expect(await page(address)).toContain("8 students unenrolled")
  const task = locationOf(await confirm(address))
  expect(listClassesOfStudent(actor, studentIds[0] ?? "")[0]?.endsOn).toBe("2026-11-30")
  await browser.submit(task, { intent: "undo" })
  expect(listClassesOfStudent(actor, studentIds[0] ?? "")[0]?.endsOn).toBeNull()
})

test("the prices of classes are changed and changed back", async () => {
  const { classId, studentIds } = openClass(actor)
  const priceOf = () => listClassesOfStudent(actor, studentIds[0] ?? "")[0]?.price?.amountMinor
  const address = await preview(
    { noun: "classes", act: "price", id: [classId] },
    { price: "20", fromDate: "2026-11-01" },
  )
  const task = locationOf(await confirm(address))
  expect(priceOf()).toBe(2000)
  await browser.submit(task, { intent: "undo" })
  expect(priceOf()).toBe(1800)
})

test("drafts and reminders go to payers with an email, and void keeps the number", async () => {
  const adults = [{ name: "Ada", email: "ada@mail.example", payerShare: 10_000 }]
  const family = openFamily(actor, { name: "Rossi family", adults, children: ["Mia"] })
  owe(actor, family, 5000)
  billFamilies(actor, {
    from: "2026-11-01",
    to: "2026-11-30",
    dueOn: "2026-12-02",
    note: null,
    asDrafts: true,
    familyIds: [family.familyId],
  })
  const all = { noun: "invoices", scope: "all" }
  const sending = await preview({ ...all, act: "send" })
  expect(await page(sending)).toContain("Send 1 invoice")
  const run = locationOf(await confirm(sending))
  const early = await preview({ ...all, act: "remind" })
  expect(await page(early)).toContain("There’s nothing to do for this selection.")
  expect((await browser.submit(run, { intent: "send-now" })).status).toBe(303)
  const reminding = await preview({ ...all, act: "remind" })
  expect(await page(reminding)).toContain("$50.00 due Dec 2, 2026, to Ada")
  await confirm(reminding)
  expect(mailsTo("invoice-reminder")).toHaveLength(1)
  const voiding = await preview({ ...all, act: "void" }, { reason: "Wrong month" })
  expect(await page(voiding)).toContain("$50.00 is ready to invoice again")
  const task = locationOf(await confirm(voiding))
  expect(await page(task)).toContain("1 invoice voided.")
  expect((await browser.submit(task, { intent: "undo" })).status).toBe(404)
})

test("a message goes to the families of what was ticked, a file has their rows", async () => {
  const ids = openFamilies(3)
  const to = locationOf(await select({ act: "message", id: ids.slice(0, 2) }))
  expect(to).toMatch(/^\/messaging\/new\?to=selection/)
  const text = await page(to)
  expect(text).toContain("2 recipients")
  expect(text).toContain("Adult 0")
  expect(text).not.toContain("Adult 2")
  const exported = await preview({ act: "export", id: ids.slice(1) })
  const csv = await browser.html(`${exported}/file.csv`)
  expect(csv).toContain("Child01")
  expect(csv).not.toContain("Child00")
})

test("families are exported with their people and balance, which a member without that right doesn’t get", async () => {
  const okafor = openFamily(actor, { name: "Okafor", children: ["Amara", "Freya"] })
  const rossi = openFamily(actor, { name: "Rossi", children: ["Mia"] })
  owe(actor, okafor, 5000)
  billFamilies(actor, {
    from: "2026-11-01",
    to: "2026-11-30",
    dueOn: "2026-12-02",
    note: null,
    asDrafts: false,
    familyIds: [okafor.familyId],
  })
  const asked = { noun: "families", act: "export", id: [okafor.familyId] }
  const csv = await browser.html(`${await preview(asked)}/file.csv`)
  expect(csv).toMatch(/^\W*Family,Students,Address,City,State\/Region,Postal Code,Country,Parent 1 Name/)
  expect(csv).toMatch(/Okafor,"Amara [^,]*, Freya/)
  expect(csv).toContain(",50,USD")
  expect(csv).not.toContain("Mia")
  const { userId, memberId } = addMember(actor, "office", "Iris Fontaine")
  changeRows(members, { id: memberId }, { rights: wholeRights(["people"]).join(",") })
  const desk = await Browser.of(userId)
  const all = await preview({ ...asked, id: [okafor.familyId, rossi.familyId] }, undefined, desk)
  const less = await desk.html(`${all}/file.csv`)
  expect(less).toContain("Mia")
  expect(less).not.toMatch(/Balance|USD/)
})

describe("what may be selected", () => {
  test("another school's records are left out, and nothing but them is a 404", async () => {
    const other = openSchool({ name: "Crescendo Academy" })
    const foreign = addStudentRow(other.actor, "Amara", "Okafor")
    const [mine = ""] = openFamilies(1)
    expect((await select({ act: "invite", id: [foreign] })).status).toBe(404)
    const address = await preview({ act: "invite", id: [mine, foreign] })
    const text = await page(address)
    expect(text).toContain("1 student selected")
    expect(text).not.toContain("Amara")
    const stranger = await Browser.of(other.userId)
    expect((await stranger.visit(address)).status).toBe(404)
    expect((await confirm(address, stranger)).status).toBe(404)
  })

  test("nothing ticked, unknown acts, a teacher and a hostile number of ids are refused", async () => {
    const [mine = ""] = openFamilies(1)
    expect(locationOf(await select({ act: "invite", list: "status=active" }))).toBe("/students?status=active")
    expect((await select({ act: "explode", id: [mine] })).status).toBe(404)
    expect((await select({ noun: "houses", act: "invite", id: [mine] })).status).toBe(404)
    const teacher = await Browser.of(addMember(actor, "teacher", "Bella Rossi").userId)
    expect((await select({ act: "invite", id: [mine] }, teacher)).status).toBe(302)
    const many = Array.from({ length: 12_000 }, (_, n) => `id-${n}`)
    expect((await select({ act: "invite", id: [...many.slice(0, 9000), mine] })).status).toBe(303)
    expect((await select({ act: "invite", id: many })).status).toBe(404)
  })
})

test("families are written to and invited for their students", async () => {
  openFamilies(3, [1])
  const inviting = await preview({ noun: "families", act: "invite", scope: "all", list: "q=Family" })
  const text = await page(inviting)
  expect(text).toContain("Families Invite to the portal 3 students of the selected families")
  expect(text).toMatch(/\w+ \w+: No email\./)
  expect(await browser.html(inviting)).toContain('href="/families?q=Family"')
  const task = locationOf(await confirm(inviting))
  const undo = locationOf(await browser.submit(task, { intent: "undo" }))
  for (const address of [task, undo])
    expect(await browser.html(address)).toContain(
      '<p class="back-link no-print"><a href="/families">Families</a>',
    )
  const to = locationOf(await select({ noun: "families", act: "message", scope: "all" }))
  expect(await page(to)).toContain("2 recipients")
})

test("one page tells who has portal access, and people who haven't accepted are invited again", async () => {
  openFamilies(3, [2])
  await confirm(await preview({ act: "invite", scope: "all" }))
  const text = await page("/students/portal-access")
  expect(text).toContain("0 of 3 people can log in")
  expect(text).toContain("All 3 Invited 2 No email 1")
  expect(await page("/students/portal-access?state=invited")).toContain(
    "a1@mail.example Invited Nov 18, 2026",
  )
  fixClock(testNow + 3_600_000)
  const again = await preview({ noun: "people", act: "invite", scope: "all", list: "state=invited" })
  expect(await page(again)).toContain("Replaces the invitation of Wed, Nov 18")
  await confirm(again)
  expect(mailsTo("guardian-invitation")).toHaveLength(4)
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  const key = /value="(guardian-invitation:[\w-]+)"/.exec(await browser.html("/students/portal-access"))?.[1]
  expect((await select({ noun: "people", act: "invite", id: [key ?? ""] }, stranger)).status).toBe(404)
})
