import { beforeEach, describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { listCreditableLines } from "~/models/money/credit-note/credit-notes.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { creditSold } from "~/models/money/package/credit-sale.server"
import { endPackage } from "~/models/money/package/end-package.server"
import { listFamilyPackages } from "~/models/money/package/packages.server"
import {
  addPackageOffer,
  choosePackageBeyond,
  listPackageOffers,
  sellPackage,
} from "~/models/money/package/sell-package.server"
import { Browser, locationOf, textOf } from "../../support/app"
import { type BilledSchool, openBilledSchool } from "../../support/billed-school"
import { november } from "../../support/billing"
import { addEnrollmentRow, addSessionRow, openClass } from "../../support/lessons"
import { addMember } from "../../support/school"

let school: BilledSchool

beforeEach(async () => {
  school = await openBilledSchool()
})

const form = { name: "10 lessons", lessons: "10", price: "360.00", restRule: "credit" }
const sellAddress = () => `/billing/packages/new?family=${school.family.familyId}`

function offer(of = school) {
  const added = addPackageOffer(of.actor, {
    name: "10 lessons",
    lessons: 10,
    price: 36_000,
    restRule: "credit",
  })
  if (!added.ok) throw new Error(added.reason)
  return added.id
}

function sold(of = school) {
  const done = sellPackage(of.actor, {
    offerId: offer(of),
    familyId: of.family.familyId,
    studentId: of.family.studentIds[0] ?? null,
    soldOn: "2026-11-18",
    formKey: "form",
  })
  if (!done.ok) throw new Error(done.reason)
  return done.packageId
}

describe("packages", () => {
  test("are put on the price list, and mistakes stand beside their field", async () => {
    await expect(
      school.browser.submit("/billing/prices/packages", { intent: "add-offer", ...form }),
    ).toAnswer(303)
    const text = await school.browser.read("/billing/prices/packages")
    expect(text).toContain("10 lessons, no end date. Unused lessons are credited on the next invoice.")
    const wrong = await school.browser.submit("/billing/prices/packages", {
      intent: "add-offer",
      ...form,
      name: "Five",
      lessons: "0",
    })
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining("from 1 to 500")])
    const taken = await school.browser.submit("/billing/prices/packages", { intent: "add-offer", ...form })
    expect(taken.status).toBe(409)
    const [entry] = listPackageOffers(school.actor)
    await school.browser.submit("/billing/prices/packages", {
      intent: "archive-offer",
      offer: entry?.id ?? "",
    })
    const nothing = "You don’t sell any packages yet."
    expect(await school.browser.read(sellAddress())).toContain(nothing)
    const restored = await school.browser.submit("/billing/prices/packages", {
      intent: "restore-offer",
      offer: entry?.id ?? "",
    })
    expect(restored.status).toBe(303)
    expect(await school.browser.read(sellAddress())).not.toContain(nothing)
  })

  test("are sold once for one form, and the family’s billing shows what is left", async () => {
    const offerId = offer()
    const html = await school.browser.html(sellAddress())
    const formKey = /name="formKey"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? ""
    const fields = {
      offer: offerId,
      holder: school.family.studentIds[0] ?? "",
      soldOn: "2026-11-18",
      formKey,
    }
    const done = await school.browser.submit(sellAddress(), fields)
    expect(done.headers.get("Location")).toBe(`/billing/families/${school.family.familyId}`)
    await school.browser.submit(sellAddress(), fields)
    expect(listFamilyPackages(school.actor, school.family.familyId)).toHaveLength(1)
    const text = await school.browser.read(`/billing/families/${school.family.familyId}`)
    expect(text).toContain("10 lessons left of 10")
    expect(await school.browser.read("/billing/unbilled")).toContain("Amara, 10 lessons")
    const refused = await school.browser.submit(sellAddress(), {
      ...fields,
      soldOn: "2026-12-24",
      formKey: "other",
    })
    expect(refused.status).toBe(409)
  })

  test("whose days are over are asked about, and sold anyway with one press", async () => {
    const added = addPackageOffer(school.actor, {
      name: "Spring",
      lessons: 3,
      price: 9000,
      validDays: 90,
      restRule: "forfeit",
    })
    const fields = {
      offer: added.ok ? added.id : "",
      holder: "family",
      soldOn: "2026-05-01",
      formKey: "spring",
    }
    const asked = await school.browser.submit(sellAddress(), fields)
    expect(asked.status).toBe(409)
    const html = await asked.text()
    expect(html).toContain("This package would be over today")
    expect(html).toContain("Sell anyway")
    expect(html).toContain('value="2026-05-01"')
    expect(listFamilyPackages(school.actor, school.family.familyId)).toHaveLength(0)
    await expect(school.browser.submit(sellAddress(), { ...fields, intent: "sell-anyway" })).toAnswer(303)
    const recent = { ...fields, soldOn: "2026-11-18", formKey: "autumn" }
    expect((await school.browser.submit(sellAddress(), recent)).status).toBe(303)
  })

  test("are renewed with one press and ended with a reason", async () => {
    const packageId = sold()
    const renewed = await school.browser.submit(`/billing/packages/${packageId}`, {
      intent: "renew",
      formKey: "again",
    })
    expect(renewed.status).toBe(303)
    expect(listFamilyPackages(school.actor, school.family.familyId)).toHaveLength(2)
    const nothing = await school.browser.submit(`/billing/packages/${packageId}`, {
      intent: "end",
      reason: "",
    })
    expect(nothing.status).toBe(400)
    await school.browser.submit(`/billing/packages/${packageId}`, { intent: "end", reason: "Wrong child" })
    const ended = await school.browser.read(`/billing/packages/${packageId}`)
    expect(ended).toContain("Ended: Wrong child")
    expect(ended).toContain("ended and its charge removed.")
    expect(await school.browser.read("/billing/packages?state=ended")).toContain("Amara")
  })

  test("are for the office, and another school’s are not there", async () => {
    const other = await openBilledSchool()
    const theirs = sold(other)
    expect((await school.browser.visit(`/billing/packages/${theirs}`)).status).toBe(404)
    const post = await school.browser.submit(`/billing/packages/${theirs}`, { intent: "end", reason: "Mine" })
    expect(post.status).toBe(404)
    await expect(school.browser.visit(`/billing/packages/new?family=${other.family.familyId}`)).toAnswer(404)
    const teacher = await Browser.of(addMember(school.actor, "teacher", "Marcus Whitfield").userId)
    for (const address of ["/billing/packages", "/billing/prices/packages", "/billing/packages/new"])
      expect((await teacher.visit(address)).status).toBe(302)
  })
})

test("the sale offers to take lessons already charged, with their number and money, and does so when ticked", async () => {
  const { actor, browser, family } = school
  choosePackageBeyond(actor, "charge")
  const { classId, studentIds } = openClass(actor, {
    pupils: ["Otis Rossi"],
    price: { billing: "package", amountMinor: 4000 },
  })
  const marks = studentIds.map((studentId) => ({ studentId, code: "present" as const }))
  takeRegister(actor, addSessionRow(actor, classId, "2026-11-10"), { marks })
  const familyId =
    listUnbilledCharges(actor).find(({ studentId }) => studentId === studentIds[0])?.familyId ?? ""
  const at = `/billing/packages/new?family=${familyId}`
  const ten = offer()
  const html = await browser.html(at)
  expect(html).toContain("Take 1 lesson already charged, $40.00, from this package")
  expect(html).not.toMatch(/name="takesCharged"[^>]*checked/)
  expect(await browser.html(sellAddress())).not.toContain("takesCharged")
  expect(family.familyId).not.toBe(familyId)
  const sale = { offer: ten, holder: "family", soldOn: "2026-11-18", takesCharged: "on", formKey: "take" }
  const wrong = await browser.submit(at, { ...sale, soldOn: "" })
  expect([wrong.status, /name="takesCharged"[^>]*checked/.test(await wrong.text())]).toEqual([400, true])
  await expect(browser.submit(at, sale)).toAnswer(303)
  expect(await browser.read(`/billing/families/${familyId}`)).toContain(
    "1 lesson already charged comes from it now.",
  )
  expect(listUnbilledCharges(actor, { familyId }).map(({ source }) => source)).toEqual(["package"])
})

test("crediting an invoice offers what unused lessons of its package haven’t given back", async () => {
  const { actor, browser, family } = school
  const packageId = sold()
  const { familyId } = family
  const charges = listUnbilledCharges(actor, { familyId }).filter(({ source }) => source === "package")
  const issued = issueInvoice(
    actor,
    november(
      familyId,
      charges.map(({ chargeId }) => chargeId),
    ),
  )
  if (!issued.ok) throw new Error(issued.reason)
  const credit = `/billing/invoices/${issued.invoiceId}/credit`
  expect(await browser.read(credit)).toContain("$360.00 at most")
  const line = /name="(line\.[^"]+)"/.exec(await browser.html(credit))?.[1] ?? ""
  endPackage(actor, packageId, "Moving away")
  expect(await browser.read(credit)).toContain("The unused lessons of its package were given back already.")
  const page = await browser.read(`/billing/packages/${packageId}`)
  expect(page).toContain("Given back $360.00, not invoiced yet")
  // A page that was opened before.
  const late = await browser.submit(credit, {
    [line]: "360.00",
    use: "keep",
    reason: "Moving",
    formKey: "late",
  })
  await expect(late).toAnswer(409, "given back already")
})

test("a package’s page names the credit notes on its price", async () => {
  const { actor, browser, family } = school
  const packageId = sold()
  const charge = listUnbilledCharges(actor, { familyId: family.familyId }).find(
    ({ source }) => source === "package",
  )
  const issued = issueInvoice(actor, november(family.familyId, [charge?.chargeId ?? ""]))
  if (!issued.ok) throw new Error(issued.reason)
  const invoice = findInvoice(actor, issued.invoiceId)
  const [line] = invoice ? listCreditableLines(actor, invoice) : []
  const credited = creditSold(actor, {
    invoiceId: issued.invoiceId,
    amounts: new Map([[line?.id ?? "", 6000]]),
    reason: "Two lessons fewer",
  })
  if (!credited.ok) throw new Error(credited.reason)
  const answer = await browser.visit(`/billing/packages/${packageId}`)
  expect(await textOf(answer)).toContain(
    `Charge $360.00, invoiced on ${issued.number} Credited $60.00 on ${credited.number}`,
  )
})

test("selling a package to a family without a class that is billed by package says that nothing takes from it", async () => {
  const { actor, browser, family } = school
  const nothing = "No class of this family is billed by package"
  offer()
  expect(await browser.read(sellAddress())).toContain(nothing)
  const { classId } = openClass(actor, { price: { billing: "package", amountMinor: 4000 }, pupils: [] })
  addEnrollmentRow(actor, classId, family.studentIds[0] ?? "")
  expect(await browser.read(sellAddress())).not.toContain(nothing)
  const [entry] = listPackageOffers(actor)
  const sell = async (holder: string) => {
    const form = { offer: entry?.id ?? "", holder, soldOn: "2026-11-18", formKey: holder }
    const done = await browser.submit(sellAddress(), form)
    return browser.read(locationOf(done))
  }
  expect(await sell(family.studentIds[1] ?? "")).toContain("No class they’re in is billed by package yet")
  expect(await sell("family")).not.toContain("No class they’re in")
})
