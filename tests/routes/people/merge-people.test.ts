import { members, students } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { Browser, locationOf, openOffice } from "../../support/app"
import { openFamily } from "../../support/billing"
import { addTeacherRow } from "../../support/lessons"
import { addMember, changeRows, openSchool, rowOf } from "../../support/school"

// A student or a guardian who was entered twice, as a browser without scripts settles it.

let actor: Actor
let browser: Browser

beforeEach(async () => {
  ;({ actor, browser } = await openOffice())
})
const addressOf = (noun: string, keep: string, gone: string) =>
  `/students/duplicates/people?noun=${noun}&keep=${keep}&gone=${gone}`
const find = (studentId: string) => rowOf(students, { id: studentId })

describe("merging two students", () => {
  test("is offered with its reasons, chosen field by field, done once, and undone", async () => {
    const { studentIds } = openFamily(actor, { children: ["Freya", "Freya"] })
    const [keep = "", gone = ""] = studentIds
    changeRows(students, { id: keep }, { phone: "555 0100", notes: "Plays by ear" })
    changeRows(students, { id: gone }, { phone: "555 0199", notes: "Left-handed" })
    const list = await browser.read("/students/duplicates?of=student")
    expect(list).toContain("1 pair of students")
    expect(list).toContain("Same name. Same first name in one family")
    const address = addressOf("student", keep, gone)
    expect(await browser.read(address)).toContain("Keep: Freya Okafor Remove: Freya Okafor")
    const sent = { noun: "student", keep, gone, key: "one", "choice.phone": "gone", "choice.notes": "both" }
    const task = locationOf(await browser.submit(address, sent))
    expect(await browser.read(task)).toContain("1 student merged.")
    expect(find(gone)).toBeUndefined()
    expect(find(keep)).toMatchObject({ phone: "555 0199", notes: "Plays by ear\n\nLeft-handed" })
    expect(await browser.read(`/students/${keep}/activity`)).toContain("merged the student Freya Okafor")
    expect((await browser.visit(address)).status).toBe(404)
    await browser.submit(task, { intent: "undo" })
    expect(find(gone)?.phone).toBe("555 0199")
    expect(find(keep)).toMatchObject({ phone: "555 0100", notes: "Plays by ear" })
  })

  test("of two families keeps the account of the one that goes, and comes back with the undo", async () => {
    const one = openFamily(actor, { name: "Okafor", children: ["Mia"] })
    const other = openFamily(actor, { name: "Rossi", children: ["Mia"] })
    const [keep = "", gone = ""] = [one.studentIds[0], other.studentIds[0]]
    const address = addressOf("student", keep, gone)
    const shown = await browser.read(address)
    expect(shown).toContain("The student stays with Okafor.")
    expect(shown).toContain("No invoice of Rossi names this student.")
    const task = locationOf(await browser.submit(address, { noun: "student", keep, gone, key: "across" }))
    expect(find(gone)).toBeUndefined()
    expect((await browser.visit(`/families/${other.familyId}`)).status).toBe(200)
    await browser.submit(task, { intent: "undo" })
    expect(find(gone)?.familyId).toBe(other.familyId)
  })

  test("names what must be settled, and refuses until it is", async () => {
    const { studentIds } = openFamily(actor, { children: ["Mia", "Mia"] })
    const [keep = "", gone = ""] = studentIds
    for (const id of studentIds)
      changeRows(students, { id }, { memberId: addMember(actor, "student", "Mia Okafor").memberId })
    const address = addressOf("student", keep, gone)
    expect(await browser.read(address)).toContain("Both have a login.")
    await expect(browser.submit(address, { noun: "student", keep, gone })).toAnswer(409)
    expect(find(gone)).toBeDefined()
  })

  test("of another school, with oneself, of no known kind, or by a teacher is refused", async () => {
    const { studentIds } = openFamily(actor, { children: ["Freya", "Freya"] })
    const [keep = "", gone = ""] = studentIds
    const elsewhere = openSchool({ name: "Crescendo Academy" })
    const stranger = await Browser.of(elsewhere.userId)
    const address = addressOf("student", keep, gone)
    expect((await stranger.visit(address)).status).toBe(404)
    const sent = { noun: "student", keep, gone }
    expect((await stranger.submit(address, sent)).status).toBe(404)
    const { studentIds: theirs } = openFamily(elsewhere.actor, { children: ["Ned"] })
    for (const mixed of [
      { ...sent, keep: theirs[0] ?? "" },
      { ...sent, gone: theirs[0] ?? "" },
      { ...sent, gone: keep },
      { ...sent, noun: "teacher" },
    ])
      expect((await browser.submit(address, mixed)).status).toBe(404)
    expect((await browser.visit(addressOf("student", keep, keep))).status).toBe(404)
    expect((await browser.visit(addressOf("teacher", keep, gone))).status).toBe(404)
    const teacher = await Browser.of(addMember(actor, "teacher", "Bella Rossi").userId)
    expect((await teacher.visit(address)).status).toBe(302)
    expect(find(gone)).toBeDefined()
  })
})

test("two entries of one guardian become one", async () => {
  const { guardianIds } = openFamily(actor, {
    adults: [
      { name: "Mateo Okafor", email: "mateo@mail.example", payerShare: 5000 },
      { name: "Mateo Okafor", payerShare: 5000 },
    ],
  })
  const [keep = "", gone = ""] = guardianIds
  expect(await browser.read("/students/duplicates?of=guardian")).toContain("1 pair of guardians")
  // Unasked, the list opens where there is something to compare.
  expect(await browser.read("/students/duplicates")).toContain("1 pair of guardians")
  const address = addressOf("guardian", keep, gone)
  expect(await browser.read(address)).toContain("Mateo Okafor pays 100% of the family’s invoices.")
  const task = locationOf(await browser.submit(address, { noun: "guardian", keep, gone, key: "two" }))
  expect(await browser.read(task)).toContain("1 guardian merged.")
  expect(await browser.read("/students/duplicates?of=guardian")).toContain("No guardians look alike.")
})

test("two profiles of one teacher become one, from the teacher’s page, and two again", async () => {
  const [keep, gone] = [addTeacherRow(actor, "Daniel Kim"), addTeacherRow(actor, "Dan Kim", "Piano")]
  const list = await browser.read("/students/duplicates?of=teacher")
  expect(list).toContain("1 pair of teachers")
  expect(list).toContain("Similar name")
  expect(await browser.read(`/teachers/${keep}`)).toContain("Another profile of the same teacher Dan Kim")
  const address = addressOf("teacher", keep, gone)
  expect(await browser.read(address)).toContain("Keep: Daniel Kim Remove: Dan Kim")
  const task = locationOf(await browser.submit(address, { noun: "teacher", keep, gone, key: "three" }))
  expect(await browser.read(task)).toContain("1 teacher merged.")
  expect((await browser.visit(`/teachers/${gone}`)).status).toBe(404)
  expect(await browser.read(`/teachers/${keep}/activity`)).toContain(
    "merged the teacher Dan Kim into Daniel Kim",
  )
  await browser.submit(task, { intent: "undo" })
  expect((await browser.visit(`/teachers/${gone}`)).status).toBe(200)
  const { memberId, userId } = addMember(actor, "office", "Nora Bell")
  changeRows(members, { id: memberId }, { rights: "people,see-people" })
  const office = await Browser.of(userId)
  expect((await office.visit(address)).status).toBe(404)
  expect(await office.read("/students/duplicates?of=teacher")).not.toContain("Dan Kim")
})
