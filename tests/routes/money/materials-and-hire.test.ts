import { beforeEach, describe, expect, test } from "vitest"
import { listMaterials, saveMaterial } from "~/models/money/material/materials.server"
import { addHire, listFamilyHires } from "~/models/money/rental/rentals.server"
import { Browser, locationOf } from "../../support/app"
import { type BilledSchool, openBilledSchool } from "../../support/billed-school"
import { addMember, orFail } from "../../support/school"

// What a school sells beside lessons: a catalogue, a sale in one step, and instruments hired out by the month.

let school: BilledSchool

beforeEach(async () => {
  school = await openBilledSchool()
})
const catalogue = "/billing/prices/materials"
const family = () => school.family.familyId
const book = { intent: "save", name: "Method book 1", price: "12.50", stock: "3" }
const material = () => listMaterials(school.actor)[0]

function addBook(stock?: number) {
  return orFail(saveMaterial(school.actor, { name: "Method book 1", price: 1250, tax: "default", stock })).id
}

describe("the catalogue", () => {
  test("is filled and changed, with mistakes beside their field and nothing typed lost", async () => {
    expect((await school.browser.submit(catalogue, book)).status).toBe(303)
    expect(await school.browser.read(catalogue)).toContain("3 in stock")
    const edit = `${catalogue}?edit=${material()?.id}`
    await school.browser.submit(edit, { ...book, stock: "2", price: "13.00" })
    expect(material()).toMatchObject({ stock: 2, priceMinor: 1300 })
    expect(await school.browser.read(catalogue)).toContain("Low: 2 in stock")
    const wrong = await school.browser.submit(catalogue, { ...book, name: "Rosin", price: "free" })
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('value="Rosin"')])
    expect((await school.browser.submit(catalogue, book)).status).toBe(409)
    const id = material()?.id ?? ""
    await school.browser.submit(catalogue, { intent: "archive", material: id })
    expect(await school.browser.read(`/billing/materials/sell?family=${family()}`)).toContain(
      "You don’t sell any materials",
    )
    await school.browser.submit(catalogue, { intent: "restore", material: id })
    expect(material()?.isArchived).toBe(false)
  })

  test("is the office's of its own school", async () => {
    const id = addBook()
    const stranger = await openBilledSchool()
    expect((await stranger.browser.visit(`${catalogue}?edit=${id}`)).status).toBe(404)
    expect((await stranger.browser.submit(`${catalogue}?edit=${id}`, book)).status).toBe(404)
    expect((await stranger.browser.submit(catalogue, { intent: "archive", material: id })).status).toBe(404)
    expect(material()?.isArchived).toBe(false)
    const teacher = await Browser.of(addMember(school.actor, "teacher", "Kwame Boateng").userId)
    expect((await teacher.visit(catalogue)).status).not.toBe(200)
    expect((await teacher.submit(catalogue, book)).status).not.toBe(303)
  })
})

describe("a sale", () => {
  const at = () => `/billing/materials/sell?family=${family()}`
  const sale = (more: Record<string, string> = {}) => ({
    material: material()?.id ?? "",
    quantity: "2",
    holder: "family",
    soldOn: "2026-11-18",
    formKey: "one",
    ...more,
  })

  test("is one step: ready to invoice, counted down, and told when few are left", async () => {
    addBook(3)
    const done = await school.browser.submit(at(), sale())
    expect(done.headers.get("Location")).toBe(`/billing/families/${family()}`)
    await school.browser.submit(at(), sale())
    expect(material()?.stock).toBe(1)
    expect(await school.browser.read(`/billing/families/${family()}`)).toContain(
      "Method book 1 sold and ready to invoice. 1 left in stock.",
    )
    expect(await school.browser.read("/billing/unbilled")).toContain("2 × Method book 1")
    const refused = await school.browser.submit(at(), sale({ formKey: "two" }))
    await expect(refused).toAnswer(409, "Only 1 in stock. Enter a smaller number.")
    expect(await school.browser.read("/settings/admin/log")).toContain("sold 2 × the material Method book 1")
  })

  test.each([
    ["quantity", "0"],
    ["quantity", "many"],
    ["soldOn", "soon"],
    ["material", ""],
  ])("with a bad %s (%s) is refused beside the field", async (name, value) => {
    addBook(3)
    expect((await school.browser.submit(at(), sale({ [name]: value }))).status).toBe(400)
    expect(material()?.stock).toBe(3)
  })

  test("to another school's family or student, or of its material, is none", async () => {
    const id = addBook(3)
    const stranger = await openBilledSchool()
    expect((await stranger.browser.submit(at(), sale())).status).toBe(404)
    const own = `/billing/materials/sell?family=${stranger.family.familyId}`
    expect((await stranger.browser.submit(own, sale({ material: id }))).status).toBe(409)
    const theirs = stranger.family.studentIds[0] ?? ""
    expect((await school.browser.submit(at(), sale({ holder: theirs }))).status).toBe(409)
    expect(material()?.stock).toBe(3)
  })
})

describe("an instrument hired out", () => {
  const at = () => `/billing/hires/new?family=${family()}`
  const hire = (more: Record<string, string> = {}) => ({
    student: school.family.studentIds[0] ?? "",
    item: "Violin 3/4",
    serialNumber: "VN-2207",
    price: "24.00",
    startsOn: "2026-11-01",
    formKey: "one",
    ...more,
  })

  test("is charged from its first day, listed, and ended", async () => {
    const added = await school.browser.submit(at(), hire())
    const address = locationOf(added)
    expect(address).toMatch(/^\/billing\/hires\/[\w-]+$/)
    await school.browser.submit(at(), hire())
    expect(listFamilyHires(school.actor, family())).toHaveLength(1)
    expect(await school.browser.read("/billing/unbilled")).toContain("Violin 3/4, November 2026")
    expect(await school.browser.read("/billing/hires?state=current&search=vn-22")).toContain("Violin 3/4")
    expect(await school.browser.read("/billing/hires?search=cello")).toContain(
      "No rentals match these filters.",
    )
    expect(await school.browser.read(`/billing/families/${family()}`)).toContain("Violin 3/4")
    expect((await school.browser.submit(address, { endsOn: "2026-10-01" })).status).toBe(409)
    expect((await school.browser.submit(address, { endsOn: "never" })).status).toBe(400)
    expect((await school.browser.submit(address, { endsOn: "2026-11-17" })).status).toBe(303)
    expect(await school.browser.read(address)).toContain("ended the rental of Violin 3/4")
    expect(await school.browser.read("/billing/hires?state=ended")).toContain("Violin 3/4")
  })

  test.each([
    ["price", "0", 400],
    ["item", "", 400],
    ["startsOn", "soon", 400],
    ["endsOn", "2026-10-01", 409],
    ["student", "of-nobody", 409],
    ["tax", "gone", 409],
  ])("with a bad %s (%s) is refused", async (name, value, status) => {
    const refused = await school.browser.submit(at(), hire({ [name]: value }))
    expect(refused.status).toBe(status)
    expect(listFamilyHires(school.actor, family())).toHaveLength(0)
  })

  test("of another school is not there", async () => {
    const added = addHire(school.actor, school.family.studentIds[0] ?? "", {
      item: "Cello",
      serialNumber: null,
      price: 3000,
      tax: "default",
      startsOn: "2026-11-01",
      endsOn: null,
      formKey: "cello",
    })
    const address = `/billing/hires/${added.ok ? added.hireId : ""}`
    const stranger = await openBilledSchool()
    expect((await stranger.browser.visit(address)).status).toBe(404)
    expect((await stranger.browser.submit(address, { endsOn: "2026-11-30" })).status).toBe(404)
    expect((await stranger.browser.submit(at(), hire())).status).toBe(404)
    expect(listFamilyHires(school.actor, family())[0]?.endsOn).toBeNull()
  })
})
