import { beforeEach, describe, expect, test } from "vitest"
import { closeMonth } from "~/models/money/closing/closing.server"
import { saveMaterial } from "~/models/money/material/materials.server"
import { listFamilyHires } from "~/models/money/rental/rentals.server"
import { textOf } from "../../support/app"
import { type BilledSchool, openBilledSchool } from "../../support/billed-school"
import { openFamily } from "../../support/billing"

// The forms of what is sold: what they say about a closed month, a choice that wasn't made, and families of one name.

let school: BilledSchool

beforeEach(async () => {
  school = await openBilledSchool()
})

const closed =
  "That month is closed. Enter a later date, or have an administrator reopen it under Invoices, Month end."
const hirePage = () => `/billing/hires/new?family=${school.family.familyId}`
const hire = (more: Record<string, string> = {}) => ({
  student: school.family.studentIds[0] ?? "",
  item: "Violin 3/4",
  serialNumber: "",
  price: "25.00",
  startsOn: "2026-10-31",
  endsOn: "",
  formKey: "one",
  ...more,
})

describe("a complete form with a day in a closed month", () => {
  test("hires no instrument out, and says so beside the first day", async () => {
    expect(closeMonth(school.actor, "2026-10")).toEqual({ ok: true })
    await expect(school.browser.submit(hirePage(), hire())).toAnswer(409, closed)
    expect(listFamilyHires(school.actor, school.family.familyId)).toEqual([])
    expect((await school.browser.submit(hirePage(), hire({ startsOn: "2026-11-01" }))).status).toBe(303)
    expect(listFamilyHires(school.actor, school.family.familyId)).toMatchObject([{ startsOn: "2026-11-01" }])
  })

  test("sells no material", async () => {
    const saved = saveMaterial(school.actor, { name: "Book", price: 1250, tax: "default", stock: 3 })
    expect(closeMonth(school.actor, "2026-10")).toEqual({ ok: true })
    const refused = await school.browser.submit(`/billing/materials/sell?family=${school.family.familyId}`, {
      material: saved.ok ? saved.id : "",
      ...{ quantity: "1", holder: "family", soldOn: "2026-10-31", formKey: "one" },
    })
    await expect(refused).toAnswer(409, closed)
  })
})

test("a choice that wasn’t made is asked for in its own words", async () => {
  const empty = async (path: string, fields: Record<string, string>) => {
    const refused = await school.browser.submit(path, fields)
    expect(refused.status).toBe(400)
    const text = await textOf(refused)
    expect(text).not.toContain("Required")
    return text
  }
  expect(await empty(hirePage(), hire({ student: "" }))).toContain("Choose a student.")
  const sale = { material: "", quantity: "1", holder: "", soldOn: "2026-11-18", formKey: "one" }
  const sold = await empty(`/billing/materials/sell?family=${school.family.familyId}`, sale)
  expect(sold).toContain("Choose a material.")
  expect(sold).toContain("Choose who gets it.")
  const bought = { offer: "", holder: "", soldOn: "2026-11-18", formKey: "one" }
  const packages = await empty(`/billing/packages/new?family=${school.family.familyId}`, bought)
  expect(packages).toContain("Choose a package.")
  const held = { intent: "hold", family: "", reason: "On leave" }
  expect(await empty("/billing/manage/automatic", held)).toContain("Choose a family.")
})

test("families of one name are told apart where one is chosen, also without a student of today", async () => {
  for (const name of ["Noor Haddad", "Joe Haddad"])
    openFamily(school.actor, { name: "Haddad", adults: [{ name, payerShare: 10_000 }], children: [] })
  openFamily(school.actor, { name: "Haddad", children: ["Otis", "Milo"] })
  const page = await school.browser.read("/billing/hires/new")
  for (const label of ["Haddad (Noor Haddad)", "Haddad (Joe Haddad)", "Haddad (Milo, Otis)"])
    expect(page).toContain(label)
})
