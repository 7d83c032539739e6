import { savedFilters } from "db/schema/foundation-lists"
import { guardians } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { beforeEach, describe, expect, test } from "vitest"
import { findAudience } from "~/models/communication/messaging/audience.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fieldParameter } from "~/models/foundation/custom-field/answer-filter"
import { writeAnswer } from "~/models/foundation/custom-field/answers.server"
import type { FieldNoun } from "~/models/foundation/custom-field/custom-field"
import { addField, listFields } from "~/models/foundation/custom-field/custom-field.server"
import { listSavedFilters } from "~/models/foundation/saved-filter/saved-filter.server"
import { writeFamiliesFile } from "~/models/money/family-list/families-file.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { listGuardians } from "~/models/people/family/family.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { joinWaitingList } from "~/models/teaching/waiting-list/waiting-list.server"
import { Browser, locationOf, openOffice } from "../../support/app"
import { november, openFamily, owe } from "../../support/billing"
import {
  addClassRow,
  addEnrollmentRow,
  addRoomRow,
  addScheduleRow,
  addStudentRow,
  addTeacherRow,
} from "../../support/lessons"
import { addMember, changeRows, openSchool } from "../../support/school"

// The columns, orders and saved filters of the lists besides the students', as a browser without scripts uses them.

let actor: Actor
let office: Browser
let stranger: Browser

beforeEach(async () => {
  ;({ actor, browser: office } = await openOffice())
  stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
})

/** A number field with the answers of some records; its name in an address. */
function ask(noun: FieldNoun, name: string, answers: Record<string, string>) {
  const added = addField(actor, {
    ...{ noun, name, kind: "number" as const, audience: "office" as const, isRequired: false, choices: [] },
  })
  if (!added.ok) throw new Error(added.reason)
  const id = listFields(actor, noun).find((field) => field.name === name)?.id ?? ""
  for (const [subject, answer] of Object.entries(answers)) writeAnswer(actor, id, subject, answer)
  return fieldParameter(id)
}

/** A family with an invoice; the family's id. */
function invoiced(name: string, amountMinor: number): string {
  const family = openFamily(actor, { name })
  issueInvoice(actor, november(family.familyId, [owe(actor, family, amountMinor)]))
  return family.familyId
}

describe("the list of classes", () => {
  test("shows a field as a column, sorts and filters by it, and counts who waits", async () => {
    const [first, second] = ["Choir", "Band"].map((name) =>
      addClassRow(actor, { name, kind: "group", capacity: 1 }),
    ) as [string, string]
    const fund = ask("class", "Fund", { [first]: "5", [second]: "12" })
    addEnrollmentRow(actor, first, addStudentRow(actor, "Ada", "Rossi"))
    expect(joinWaitingList(actor, first, [addStudentRow(actor, "Ben", "Rossi")]).ok).toBe(true)
    expect(
      locationOf(await office.submit("/classes", { intent: "columns", column: ["waiting", fund] })),
    ).toBe("/classes")
    expect(await office.read("/classes")).toMatch(/Name Waiting Fund .*Band – 12 .*Choir 1 5/)
    expect(await office.read(`/classes?sort=${fund}`)).toMatch(/Choir 1 5 .*Band – 12/)
    expect(await office.read(`/classes?sort=${fund}&order=reversed`)).toMatch(/Band – 12 .*Choir 1 5/)
    expect(await office.read("/classes?sort=waiting")).toMatch(/Choir 1 5 .*Band – 12/)
    const narrowed = await office.read(`/classes?${fund}-from=6`)
    expect(narrowed).toContain("Band")
    expect(narrowed).not.toContain("Choir")
    await office.submit("/classes", { intent: "usual-columns" })
    const usual = await office.read("/classes")
    expect(usual).toContain("Name Type Teacher Room When Next lesson Enrolled Status")
    expect(usual).toContain("1 of 1 1 waiting")
  })

  test("is sorted by every column", async () => {
    addClassRow(actor, { name: "Alpha band", kind: "ensemble" })
    const late = addClassRow(actor, { name: "Zeta, guitar", kind: "private" })
    makeSessions(actor, addScheduleRow(actor, late), "2026-12-31", { from: "2026-11-01" })
    const roomId = addRoomRow(actor, "Attic")
    changeRows(classes, { id: late }, { roomId })
    for (const sort of ["kind", "room", "when", "next"])
      expect(await office.read(`/classes?kind=all&sort=${sort}`), sort).toMatch(/Zeta, guitar.*Alpha band/)
    expect(await office.read("/classes?kind=all&sort=status")).toMatch(/Alpha band.*Zeta, guitar/)
    expect(await office.read("/classes?kind=all&sort=status&order=reversed")).toMatch(
      /Zeta, guitar.*Alpha band/,
    )
  })

  test("keeps a filter under a name, which messages can go to", async () => {
    const choir = addClassRow(actor, { name: "Choir", kind: "group", capacity: 4 })
    addEnrollmentRow(actor, choir, addStudentRow(actor, "Ada", "Rossi"))
    const saved = await office.submit("/classes?kind=group", {
      ...{ intent: "save-filter", name: "Groups", query: "kind=group&evil=1", shared: "on" },
    })
    expect(locationOf(saved)).toBe("/classes?kind=group")
    const [filter] = listSavedFilters(actor, "classes")
    expect(await office.read("/classes?kind=group")).toContain("Message “Groups”")
    const key = `filter:${filter?.id}`
    expect(findAudience(actor, key)?.label).toBe("everyone in classes of “Groups”")
    expect(await stranger.read(`/messaging/new?to=${key}`)).toContain("This saved filter is gone.")
    const remove = { intent: "remove-filter", filter: filter?.id ?? "" }
    expect((await stranger.submit("/classes", remove)).status).toBe(404)
    const nameless = await office.submit("/classes?kind=group", { intent: "save-filter", name: " " })
    await expect(nameless).toAnswer(400, "Enter a name of at most 60 characters.")
    expect(locationOf(await office.submit("/classes", remove))).toBe("/classes")
    expect(listSavedFilters(actor, "classes")).toEqual([])
  })
})

test("families are narrowed and sorted by a field and by what they owe", async () => {
  const [rossi, kim] = [invoiced("Rossi", 5_000), invoiced("Kim", 9_000)]
  const row = ask("family", "Row", { [rossi]: "1", [kim]: "2" })
  const all = "/families?state=all"
  await office.submit("/families", { intent: "columns", column: ["balance", row] })
  expect(await office.read(all)).toMatch(/Family Balance Row .*Kim.* \$90\.00 2 .*Rossi.* \$50\.00 1/)
  expect(await office.read(`${all}&sort=${row}`)).toMatch(/Rossi.* \$50\.00 1 .*Kim.* \$90\.00 2/)
  expect(await office.read(`${all}&sort=balance&order=reversed`)).toMatch(/Rossi.* \$50\.00 1 .*Kim/)
  const narrowed = await office.read(`${all}&${row}-to=1`)
  expect(narrowed).toContain("Rossi")
  expect(narrowed).not.toContain("Kim")
  const saved = await office.submit(all, {
    ...{ intent: "save-filter", name: "Front row", query: `state=all&${row}-to=1` },
  })
  expect(locationOf(saved)).toBe(`/families?state=all&${row}-to=1`)
  const [filter] = listSavedFilters(actor, "families")
  const audience = findAudience(actor, `filter:${filter?.id}`)
  expect(audience?.label).toBe("families of “Front row”")
  expect(audience?.recipients.map(({ name }) => name).sort()).toEqual(["Mateo Okafor", "Zoë Okafor"])
})

test("a field of the school’s own that is called like a column is another one", async () => {
  const rossi = invoiced("Rossi", 5_000)
  for (const { id } of listGuardians(actor, [rossi]))
    changeRows(guardians, { id }, { phone: "+1 503 555 0199" })
  const [own, last] = [ask("family", "Phone", { [rossi]: "77" }), ask("family", "Zzz", {})]
  const shown = async (...column: string[]) => {
    await office.submit("/families", { intent: "columns", column })
    return office.read("/families?state=all")
  }
  const builtIn = await shown("guardian", "phone", last)
  expect(builtIn).toContain("555 0199")
  const ours = await shown("guardian", own, last)
  expect(ours).not.toContain("555 0199")
  expect(ours).toMatch(/Guardians? Phone Zzz .*Rossi.* 77 –/)
  expect(await shown("phone", own)).toMatch(/Phone Phone .*Rossi.*0199 77/)
})

test("families show what their guardians answer, are narrowed and sorted by it, and have it in their file", async () => {
  const [rossi, kim] = [invoiced("Rossi", 5_000), invoiced("Kim", 9_000)]
  const adults = (familyId: string) => listGuardians(actor, [familyId]).map(({ id }) => id)
  const [first = "", second = ""] = adults(rossi)
  const [ofKim = ""] = adults(kim)
  const row = ask("guardian", "Row", { [first]: "2", [second]: "7", [ofKim]: "1" })
  const seat = ask("guardian", "Seat", { [first]: "5", [second]: "6", [ofKim]: "6" })
  ask("family", "Row", { [rossi]: "4" })
  const all = "/families?state=all"
  await office.submit("/families", { intent: "columns", column: ["phone", row] })
  expect(await office.read(all)).toMatch(/Family Phone Row, guardian .*Kim.* 1 .*Rossi.* 2, 7/)
  expect(await office.read(`${all}&sort=${row}&order=reversed`)).toMatch(/Rossi.* 2, 7 .*Kim.* 1/)
  const narrowed = await office.read(`${all}&${row}-from=3`)
  expect(narrowed).toContain("Rossi")
  expect(narrowed).not.toContain("Kim")
  expect(await office.read(`${all}&${row}-to=2&${seat}-from=6`)).not.toContain("Rossi")
  const [heading, ...lines] = writeFamiliesFile(actor, [rossi, kim]).csv.trim().split("\r\n")
  expect(heading).toMatch(/,Row,Parent 1 Row,Parent 1 Seat,Parent 2 Row,Parent 2 Seat$/)
  expect(lines.map((line) => line.split(",").slice(-5).join())).toEqual(["4,2,5,7,6", ",1,6,,"])
})

test("families are sorted by their first guardian and by portal access", async () => {
  const [rossi, kim] = [invoiced("Rossi", 5_000), invoiced("Kim", 9_000)]
  const all = "/families?state=all"
  const guardianOf = (familyId: string, set: Partial<typeof guardians.$inferInsert>) =>
    changeRows(guardians, { familyId }, set)
  guardianOf(rossi, { name: "Ada Rossi" })
  guardianOf(kim, { name: "Zoë Kim", memberId: addMember(actor, "office", "Zoë Kim").memberId })
  expect(await office.read(`${all}&sort=guardian`)).toMatch(/Rossi.*\$50\.00.*Kim.*\$90\.00/)
  expect(await office.read(`${all}&sort=portal`)).toMatch(/Rossi.*\$50\.00.*Kim.*\$90\.00/)
  expect(await office.read(`${all}&sort=portal&order=reversed`)).toMatch(/Kim.*\$90\.00.*Rossi.*\$50\.00/)
})

test("teachers are found by name, sorted by a field, and keep their columns", async () => {
  const { teacherId: otto, memberId } = addMember(actor, "teacher", "Otto Berg")
  const [ines, nia] = [addTeacherRow(actor, "Ines Alba"), addTeacherRow(actor, "Nia Cole")]
  const years = ask("teacher", "Years", { [ines]: "12", [otto]: "3", [nia]: "4" })
  await office.submit("/teachers", { intent: "columns", column: ["students", years] })
  expect(await office.read("/teachers")).toMatch(
    /Name Active students Years .*Ines Alba.* 12 .*Otto Berg.* 3/,
  )
  expect(await office.read(`/teachers?sort=${years}`)).toMatch(/Otto Berg.*Ines Alba/)
  const found = await office.read("/teachers?q=berg")
  expect(found).toContain("Otto Berg")
  expect(found).not.toContain("Ines Alba")
  expect(await office.read("/teachers?q=nobody")).toContain("No teachers match these filters.")
  await office.submit("/teachers", { intent: "save-filter", name: "New ones", query: `${years}-to=5` })
  const mine = await office.read(`/teachers?${years}-to=5`)
  expect(mine).toContain("Remove this filter")
  expect(mine).toContain("Message “New ones”")
  const key = `filter:${listSavedFilters(actor, "teachers")[0]?.id}`
  expect(findAudience(actor, key)).toMatchObject({
    label: "teachers of “New ones”",
    recipients: [{ memberId, name: "Otto Berg" }],
    unreachable: ["Nia Cole"],
  })
  expect(await office.read(`/messaging/new?to=${key}`)).toContain("New ones")
  expect((await office.submit("/teachers", { intent: "nonsense" })).status).toBe(404)
})

test("invoices show other columns, and sort by family and amount", async () => {
  invoiced("Rossi", 5_000)
  invoiced("Kim", 9_000)
  await office.submit("/billing", { intent: "columns", column: ["family", "open"] })
  const text = await office.read("/billing")
  expect(text).toContain("Invoice Family Open")
  expect(await office.read("/billing?sort=family")).toMatch(/Kim.* \$90\.00 .*Rossi.* \$50\.00/)
  expect(await office.read("/billing?sort=amount&order=reversed")).toMatch(
    /Rossi.* \$50\.00 .*Kim.* \$90\.00/,
  )
  const saved = await office.submit("/billing?search=Kim", {
    ...{ intent: "save-filter", name: "The Kims", query: "search=Kim&sort=newest" },
  })
  expect(locationOf(saved)).toBe("/billing?search=Kim")
  const kims = await office.read("/billing?search=Kim")
  expect(kims).toContain("The Kims")
  expect(kims).toContain("Message “The Kims”")
  const key = `filter:${listSavedFilters(actor, "invoices")[0]?.id}`
  const audience = findAudience(actor, key)
  expect(audience?.label).toBe("families with invoices of “The Kims”")
  expect(audience?.recipients.map(({ name }) => name).sort()).toEqual(["Mateo Okafor", "Zoë Okafor"])
  // Who doesn’t see invoices doesn’t write by them, not even to a shared filter.
  changeRows(savedFilters, { noun: "invoices" }, { isShared: true })
  const writer = { ...addMember(actor, "office", "Ines Front").actor, rights: ["messages"] as const }
  expect(findAudience(writer, key)).toBeUndefined()
})

test("students sort by a field, too", async () => {
  const [ada, ben] = [addStudentRow(actor, "Ada", "Rossi"), addStudentRow(actor, "Ben", "Rossi")]
  const height = ask("student", "Height", { [ada]: "150", [ben]: "120" })
  expect(await office.read(`/students?sort=${height}`)).toMatch(/Ben Rossi.*Ada Rossi/)
  expect(await office.read(`/students?sort=${height}&order=reversed`)).toMatch(/Ada Rossi.*Ben Rossi/)
  expect(await office.read(`/students?sort=${height}`)).toContain("Sort: Height")
})
