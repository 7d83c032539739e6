import { users } from "db/schema/accounts"
import { emails } from "db/schema/foundation-mail"
import { students } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { listFamilyPackages } from "~/models/money/package/packages.server"
import {
  addPackageOffer,
  archivePackageOffer,
  letFamiliesBuy,
} from "~/models/money/package/sell-package.server"
import { setOwnPrice } from "~/models/teaching/price/price.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { adultsWith, childSignedIn, openPayingFamily } from "../../support/family"
import { addClassRow, addEnrollmentRow, addPriceRow } from "../../support/lessons"
import { changeRows, orFail, rowsOf } from "../../support/school"

// Families buy packages in their portal: the office's sale, with an invoice at once.

type Family = ReturnType<typeof openPayingFamily>
let family: Family
let browser: Browser
let offerId: string

function offer({ name = "5 lessons", price = 20_000, isForFamilies = true } = {}, of = family): string {
  const facts = { name, lessons: 5, price, validDays: 90, restRule: "forfeit", isForFamilies } as const
  return orFail(addPackageOffer(of.school, facts)).id
}

beforeEach(async () => {
  family = openPayingFamily()
  browser = await Browser.of(family.guardian.userId)
  offerId = offer()
})

const at = () => `/student/packages/${offerId}`
const packagesOf = (of = family) => listFamilyPackages(of.school, of.familyId)

async function fields(facts: Record<string, string> = {}) {
  const html = await browser.html(at())
  const hidden = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? ""
  const holder = family.studentIds[0] ?? ""
  return { holder, price: hidden("price"), formKey: hidden("formKey"), ...facts }
}

describe("a family", () => {
  test("buys a package: it is sold, invoiced at once, and the office reads of it", async () => {
    expect(await browser.read("/student/invoices")).toContain("Packages")
    const list = await browser.read("/student/packages")
    expect(list).toContain("5 lessons, for 90 days. Unused lessons are lost.")
    const page = await browser.read(at())
    expect(page).toContain("Paid by Jonas Haddad")
    expect(page).toContain("Buy for $200.00")
    const form = await fields()
    const done = await browser.submit(at(), form)
    const invoice = locationOf(done)
    expect(invoice).toMatch(/^\/student\/invoices\/[^/]+$/)
    expect(await browser.read(invoice)).toMatch(/Pay \$200\.00 with PayPal/)
    expect(packagesOf()).toMatchObject([{ name: "5 lessons", leftUnits: 500 }])
    expect(listUnbilledCharges(family.school, { familyId: family.familyId })).toEqual([])
    // The same form again leads to the same invoice.
    expect((await browser.submit(at(), form)).headers.get("Location")).toBe(invoice)
    expect(packagesOf()).toHaveLength(1)
    const office = await Browser.of(family.school.userId ?? "")
    expect(await office.read("/settings/admin/log")).toContain("bought the package 5 lessons for Otis Haddad")
    const mails = rowsOf(emails, { template: "package-bought" })
    expect(mails.map(({ data }) => JSON.parse(data))).toMatchObject([
      { studentName: "Otis Haddad", total: "$200.00" },
    ])
  })

  test("reads that the price has changed, that the package is gone, or who can’t use it", async () => {
    const form = await fields()
    await expect(browser.submit(at(), { ...form, price: "15000" })).toAnswer(409, "price has changed")
    const stranger = await browser.submit(at(), { ...form, holder: openPayingFamily().studentIds[0] ?? "" })
    await expect(stranger).toAnswer(409, "Choose who uses it")
    changeRows(students, { id: family.studentIds[0] ?? "" }, { status: "former" })
    const former = await browser.submit(at(), form)
    await expect(former).toAnswer(409, "Only students who take lessons")
    archivePackageOffer(family.school, offerId, true)
    const gone = await browser.submit(at(), { ...form, holder: family.studentIds[1] ?? "" })
    expect(gone.headers.get("Location")).toBe("/student/packages")
    expect(await browser.read("/student/packages")).toContain("doesn’t sell this package")
    expect(packagesOf()).toEqual([])
  })

  test("isn’t sold one that no class of the child would use", async () => {
    const [otis = "", milo = ""] = family.studentIds
    const opened = (name: string, billing: "per_session" | "package", studentId: string) => {
      const classId = addClassRow(family.school, { name, kind: "private" })
      addPriceRow(family.school, classId, { billing, amountMinor: 5_000 })
      addEnrollmentRow(family.school, classId, studentId)
    }
    const form = await fields()
    opened("Otis, piano", "per_session", otis)
    const page = await browser.read(at())
    expect(page).toContain("For Milo Price")
    const refused = await browser.submit(at(), form)
    await expect(refused).toAnswer(409, "None of the student’s classes can use this package")
    opened("Milo, guitar", "per_session", milo)
    expect(await browser.read(at())).not.toContain("Buy for")
    opened("Otis, drums", "package", otis)
    expect((await browser.submit(at(), form)).status).toBe(303)
    expect(packagesOf()).toHaveLength(1)
  })

  test("is sold one before the day from which a class, or a price of the child’s own, takes lessons from packages", async () => {
    const { school, studentIds } = family
    const form = await fields()
    const perLesson = { billing: "per_session", amountMinor: 5_000 } as const
    const [otis, milo] = studentIds.map((studentId) => {
      const classId = addClassRow(school, { name: "Piano", kind: "private" })
      addPriceRow(school, classId, perLesson)
      return { classId, enrollmentId: addEnrollmentRow(school, classId, studentId) }
    })
    const buy = async (index: number) =>
      (await browser.submit(at(), { ...form, holder: studentIds[index] ?? "", formKey: `${index}` })).status
    expect([await buy(0), await buy(1)]).toEqual([409, 409])
    const byPackage = { billing: "package", amountMinor: 5_000, fromDate: "2026-12-01" } as const
    addPriceRow(school, otis?.classId ?? "", byPackage)
    setOwnPrice(school, milo?.enrollmentId ?? "", byPackage)
    expect([await buy(0), await buy(1)]).toEqual([303, 303])
  })

  test("that is former can’t buy, and neither can a child, another family’s guardian or another school’s", async () => {
    const other = openPayingFamily()
    const theirs = await Browser.of(other.guardian.userId)
    const childId = childSignedIn(family.school, family.studentIds[0] ?? "")
    changeRows(users, { id: childId }, { mustChangePassword: false })
    const child = await Browser.of(childId)
    for (const who of [theirs, child]) {
      expect((await who.visit(at())).status).toBe(404)
      expect((await who.submit(at(), await fields())).status).toBe(404)
    }
    expect(await child.read("/student/packages")).toContain("Only the people who pay")
    changeRows(students, { familyId: family.familyId }, { status: "former" })
    const page = await browser.read(at())
    expect(page).toContain("Only students who take lessons at the school")
    expect(page).not.toContain("Buy for")
    expect(packagesOf()).toEqual([])
  })

  test("buys only as one of those who pay: who sees the invoices alone makes no debts for others", async () => {
    const two = openPayingFamily({
      adults: adultsWith({ "Jonas Haddad": 10_000, "Nadia Haddad": 0 }),
    })
    const theirs = `/student/packages/${offer({}, two)}`
    const [jonas, nadia] = await Promise.all(two.guardians.map(({ userId }) => Browser.of(userId)))
    expect((await jonas?.visit(theirs))?.status).toBe(200)
    expect((await nadia?.visit(theirs))?.status).toBe(404)
  })

  test("buys five packages a day by itself", async () => {
    for (let time = 0; time < 5; time += 1)
      expect((await browser.submit(at(), await fields({ holder: family.familyId }))).status).toBe(303)
    await expect(browser.submit(at(), await fields())).toAnswer(409, "5 packages today")
    expect(packagesOf()).toHaveLength(5)
  })
})

test("the office says which packages families buy; those without a price never", async () => {
  const office = await Browser.of(family.school.userId ?? "")
  const prices = "/billing/prices/packages"
  const hidden = offer({ name: "Camp", isForFamilies: false })
  const free = offer({ name: "Gift", price: 0, isForFamilies: false })
  expect(await browser.read("/student/packages")).not.toContain("Camp")
  await office.submit(prices, { intent: "offer-to-families", offer: hidden })
  expect(await browser.read("/student/packages")).toContain("Camp")
  await office.submit(prices, { intent: "hide-from-families", offer: hidden })
  expect(await browser.read("/student/packages")).not.toContain("Camp")
  expect(letFamiliesBuy(family.school, free, true)).toBeRefused("free")
  const form = { name: "Nothing", lessons: "1", price: "0", restRule: "forfeit", isForFamilies: "on" }
  const refused = await office.submit(prices, { intent: "add-offer", ...form })
  await expect(refused).toAnswer(409, "only buy packages with a price")
})

test("bought, Back, and pressed again: the same is asked about first, and bought twice by those who mean it", async () => {
  const press = async (more: Record<string, string> = {}) => {
    const html = await browser.html(at())
    const formOnce = /name="formOnce" value="([^"]*)"/.exec(html)?.[1] ?? ""
    return browser.submit(at(), { ...(await fields()), formOnce, ...more })
  }
  expect((await press()).status).toBe(303)
  const asked = await press()
  expect(asked.status).toBe(400)
  const html = await asked.text()
  expect(html).toContain("You saved exactly this just now. To do it a second time, press the button again.")
  expect(packagesOf()).toHaveLength(1)
  const formAgain = /name="formAgain" value="([^"]*)"/.exec(html)?.[1] ?? ""
  expect((await press({ formAgain: "made up" })).status).toBe(400)
  expect((await press({ formAgain })).status).toBe(303)
  expect(packagesOf()).toHaveLength(2)
  fixClock(testNow + 3 * 60_000)
  expect(await (await press()).text()).toContain("You saved exactly this 3 minutes ago.")
  fixClock(testNow + 11 * 60_000)
  expect((await press()).status).toBe(303)
})
