import { beforeEach, describe, expect, test } from "vitest"
import { addTaxRate, listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { listOpenLinks } from "~/models/money/invoice-link/invoice-link.server"
import { listPackageOffers } from "~/models/money/package/sell-package.server"
import { changeTuitionRule } from "~/models/money/tuition/tuition-rule.server"
import { findStudent } from "~/models/people/student/student.server"
import { findClassTax } from "~/models/teaching/price/class-tax.server"
import { Browser, locationOf, textOf } from "../../support/app"
import { type BilledSchool, openBilledSchool } from "../../support/billed-school"
import { addScheduleRow, openClass } from "../../support/lessons"
import { addMember } from "../../support/school"
import { chargeMonthsDue } from "../../support/tuition"

let school: BilledSchool

beforeEach(async () => {
  school = await openBilledSchool()
})

/** The row of the policies that a form of prices is in. */
const rowOf = (intent = "") =>
  `/settings/policies?edit=${/tax/.test(intent) ? "tax" : intent.replace("preview-", "")}`
const post = (fields: Record<string, string>, browser = school.browser) =>
  browser.submit(rowOf(fields.intent), fields)

describe("taxes", () => {
  test("are added with a percentage of up to three decimals and charged on lessons", async () => {
    const answer = await post({ intent: "add-tax", name: "Sales tax", rate: "8,875 %", isDefault: "on" })
    expect(answer.status).toBe(303)
    expect(listTaxRates(school.actor)).toMatchObject([{ name: "Sales tax", rate: 8875, isDefault: true }])
    await post({ intent: "tax-mode", mode: "added" })
    const text = await school.browser.read(rowOf("tax"))
    expect(text).toContain("Sales tax 8.875% on lessons, tuition and packages")
    expect(text).toContain("A price of $100.00 is charged as $108.88.")
  })

  test("are refused beside the field, with what was typed", async () => {
    const wrong = await post({ intent: "add-tax", name: "VAT", rate: "120" })
    expect(wrong.status).toBe(400)
    const html = await wrong.text()
    expect(html).toContain("Enter a percentage from 0 to 100")
    expect(html).toContain('value="VAT"')
    addTaxRate(school.actor, { name: "VAT", rate: 20_000, isDefault: false })
    await expect(post({ intent: "add-tax", name: "vat", rate: "5" })).toAnswer(409)
  })

  test("of a class are chosen on its page, and of a package when it is put on sale", async () => {
    const { classId } = openClass(school.actor, { pupils: ["Otis Rossi"] })
    const edit = `/classes/${classId}/edit`
    expect(await school.browser.read(edit)).not.toContain("Tax on lessons")
    addTaxRate(school.actor, { name: "VAT", rate: 20_000, isDefault: true })
    expect(await school.browser.read(edit)).toContain("Tax on lessons and monthly fees")
    const saved = await school.browser.submit(edit, { command: "tax", tax: "none" })
    expect(saved.headers.get("Location")).toBe(`/classes/${classId}`)
    expect(findClassTax(school.actor, classId)).toEqual({ taxRateId: null, isTaxFree: true })
    expect((await school.browser.submit(edit, { command: "tax", tax: "gone" })).status).toBe(409)
    expect((await school.browser.submit(edit, { command: "tax" })).status).toBe(400)
    const stranger = await openBilledSchool()
    expect((await stranger.browser.submit(edit, { command: "tax", tax: "default" })).status).toBe(404)
    const offer = { intent: "add-offer", name: "10 lessons", lessons: "10", price: "360", restRule: "credit" }
    const offers = "/billing/prices/packages"
    expect((await school.browser.submit(offers, { ...offer, tax: "gone" })).status).toBe(409)
    expect((await school.browser.submit(offers, { ...offer, tax: "none" })).status).toBe(303)
    expect(listPackageOffers(school.actor)[0]?.isTaxFree).toBe(true)
  })

  test("are on the invoice, in its PDF and in the export", async () => {
    addTaxRate(school.actor, { name: "VAT", rate: 20_000, isDefault: true })
    const address = `/billing/new-invoice?family=${school.family.familyId}&from=2026-11-01&to=2026-11-30`
    await school.browser.submit(address, {
      intent: "add-line",
      lineDescription: "Method book",
      lineAmount: "12.00",
      lineDay: "2026-11-09",
      lineTax: "default",
    })
    const page = await school.browser.visit(address)
    const chargeId = /name="charge\[\]"[^>]*value="([^"]+)"/.exec(await page.clone().text())?.[1] ?? ""
    expect(await textOf(page)).toContain("Includes VAT 20% on $10.00 $2.00")
    const sent = await school.browser.submit(address, {
      intent: "send",
      "charge[]": chargeId,
      dueOn: "2026-12-24",
    })
    const invoice = locationOf(sent)
    expect(await school.browser.read(invoice)).toContain("Includes VAT 20% on $10.00 $2.00")
    const [link] = listOpenLinks(school.actor, invoice.split("/").at(-1) ?? "")
    const byLink = await new Browser().visit(`/pay/${link?.secret}`)
    expect(await textOf(byLink)).toContain("Includes VAT 20% on $10.00 $2.00")
    const csv = await school.browser.html("/billing/invoices.csv")
    expect(csv.split("\r\n").map((row) => row.split(",").slice(5, 7))).toContainEqual(["12", "2"])
    const history = await school.browser.html("/billing/history.csv")
    expect(history).toMatch(/,Amount,Tax,Currency,Paid with\r\n/)
    expect(history).toMatch(/,Invoice,.*,12,2,USD/)
    await school.browser.submit(`${invoice}/void`, { reason: "Wrong family" })
    const voided = await school.browser.html("/billing/history.csv")
    expect(voided).toMatch(/,Voided,.*,-12,-2,USD/)
  })

  test("are for the office, and another school's are not there", async () => {
    const other = await openBilledSchool()
    addTaxRate(other.actor, { name: "VAT", rate: 20_000, isDefault: false })
    const [theirs] = listTaxRates(other.actor)
    for (const intent of ["default-tax", "archive-tax", "restore-tax"])
      expect((await post({ intent, rate: theirs?.id ?? "" })).status).toBe(404)
    const teacher = await Browser.of(addMember(school.actor, "teacher", "Marcus Whitfield").userId)
    expect((await teacher.visit("/billing/prices")).status).toBe(302)
  })
})

describe("late fees and discounts", () => {
  test("are set by the office, refused beside the field, and read as a sentence", async () => {
    const wrong = await post({ intent: "late-fee", kind: "fixed", afterDays: "0" })
    expect(wrong.status).toBe(400)
    const text = await wrong.text()
    expect(text).toContain("Enter a number of days from 1 to 365.")
    expect(text).toContain("Enter an amount, like 10.00.")
    const right = {
      intent: "late-fee",
      kind: "fixed",
      amount: "10",
      afterDays: "14",
      isMonthly: "on",
      cap: "50",
    }
    expect((await post(right)).status).toBe(303)
    expect(await school.browser.read("/settings/policies")).toContain(
      "$10.00, 14 days after the due date and each month after that, up to $50.00 for an invoice.",
    )
  })

  test("a discount takes 10% or an amount, and another school’s family is not offered one", async () => {
    const send = (fields: Record<string, string>) =>
      school.browser.submit("/billing/prices/discounts", fields)
    const sibling = { intent: "add-discount", name: "Siblings", kind: "sibling", target: "all", off: "10%" }
    expect((await send({ ...sibling, off: "150%" })).status).toBe(400)
    expect((await send(sibling)).status).toBe(303)
    expect(await school.browser.read("/billing/prices/discounts")).toContain(
      "10% off lessons and tuition, from the 2nd child of a family on",
    )
    const other = await openBilledSchool()
    const theirs = await send({ ...sibling, kind: "family", family: other.family.familyId })
    expect([theirs.status, await theirs.text()]).toEqual([
      400,
      expect.stringContaining("family of your school"),
    ])
    for (const intent of ["end-discount", "restore-discount", "move-discount", "undo-apply-discount"])
      expect((await send({ intent, rule: "another" })).status).toBe(404)
  })
})

describe("a discount for charges that aren’t invoiced", () => {
  const at = "/billing/prices/discounts"

  test("is asked when it is added, applied as shown and undone", async () => {
    const opened = openClass(school.actor, {
      pupils: ["Otis Rossi"],
      price: { billing: "monthly", amountMinor: 9000 },
    })
    addScheduleRow(school.actor, opened.classId)
    chargeMonthsDue(school.actor)
    const add = {
      intent: "add-discount",
      name: "Fall",
      kind: "class",
      fromNth: "2",
      target: "all",
      off: "10%",
    }
    const none = await school.browser.submit(at, add)
    expect(none.headers.get("Location"), "no second class, nothing to ask").toBe(at)
    const family = findStudent(school.actor, opened.studentIds[0] ?? "")?.familyId ?? ""
    const added = await school.browser.submit(at, { ...add, name: "Rossi", kind: "family", family })
    const asked = locationOf(added)
    expect(asked).toMatch(/discounts\?apply=.+#apply$/)
    const html = await school.browser.html(asked)
    const field = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]+)"`).exec(html)?.[1] ?? ""
    expect(html).toContain("invoiced yet. With the discount")
    const apply = {
      intent: "apply-discount",
      ...{ rule: field("rule"), charges: field("charges"), beforeMinor: field("beforeMinor") },
    }
    expect((await school.browser.submit(at, { ...apply, charges: "x" })).status).toBe(404)
    const other = await openBilledSchool()
    expect((await other.browser.submit(at, apply)).status).toBe(404)
    const before = listUnbilledCharges(school.actor).reduce((sum, each) => sum + each.amountMinor, 0)
    await expect(school.browser.submit(at, apply)).toAnswer(303)
    const undo = await school.browser.html(at)
    const pressed = /name="at"[^>]*value="(\d+)"/.exec(undo)?.[1] ?? ""
    expect(pressed).not.toBe("")
    const after = listUnbilledCharges(school.actor).reduce((sum, each) => sum + each.amountMinor, 0)
    expect(before - after).toBe(Number(apply.beforeMinor) / 10)
    expect((await school.browser.submit(at, apply)).headers.get("Location"), "pressed twice").toContain(
      "#apply",
    )
    await expect(
      school.browser.submit(at, { intent: "undo-apply-discount", rule: apply.rule, at: pressed }),
    ).toAnswer(303)
    expect(listUnbilledCharges(school.actor).reduce((sum, each) => sum + each.amountMinor, 0)).toBe(before)
  })
})

describe("price changes", () => {
  const change = { by: "5%", fromDate: "2027-01-01", roundTo: "50" }
  const send = (fields: Record<string, string>) => school.browser.submit("/billing/prices/changes", fields)

  test("are previewed with the students, made once and undone", async () => {
    openClass(school.actor, { pupils: ["Otis Rossi"], price: { amountMinor: 4000 } })
    // Today is November 18: prices change from the next month on unless the school says otherwise.
    expect(await school.browser.html("/billing/prices/changes")).toMatch(
      /name="fromDate"[^>]*value="2026-12-01"/,
    )
    const preview = await send({ intent: "preview", ...change })
    const seen = /name="seen"[^>]*value="([^"]+)"/.exec(await preview.clone().text())?.[1] ?? ""
    expect(await textOf(preview)).toContain("Guitar ensemble: $40.00 to $42.00 per lesson for Otis Rossi")
    const edited = await send({ intent: "raise", ...change, by: "50%", seen })
    await expect(edited).toAnswer(409, /This isn’t the preview you saw.*\$40\.00 to \$60\.00/s)
    expect((await send({ intent: "raise", ...change, seen })).status).toBe(303)
    expect((await send({ intent: "raise", ...change, seen })).status).toBe(409)
    const html = await school.browser.html("/billing/prices/changes")
    const rise = /name="rise"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? ""
    expect((await send({ intent: "undo", rise })).status).toBe(303)
    expect(await school.browser.read("/billing/prices/changes")).toContain("Undone")
  })

  test("need an amount, and another school’s are not there", async () => {
    const wrong = await send({ intent: "preview", ...change, by: "a lot" })
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      expect.stringContaining("Enter a percentage, like 5%"),
    ])
    expect((await send({ intent: "undo", rise: "another" })).status).toBe(404)
  })
})

test("another tuition rule is shown for each class before it is saved", async () => {
  const opened = openClass(school.actor, {
    class: { name: "Piano" },
    price: { billing: "monthly", amountMinor: 9000 },
  })
  addScheduleRow(school.actor, opened.classId)
  const wish = { basis: "count", lessons: "4", skipsClosures: "on" }
  const preview = await post({ intent: "preview-tuition", ...wish })
  expect(preview.status).toBe(200)
  const html = await preview.text()
  const text = await textOf(new Response(html))
  expect(text).toContain("1 class costs more or less in December 2026, before discounts and tax.")
  // Five Wednesdays, three of them from the 16th on.
  expect(text).toContain("Piano $90.00 → $112.50 $90.00 → $67.50")
  expect(html).toMatch(/<option[^>]*value="count"[^>]*selected/)
  const kept = await school.browser.read("/settings/policies")
  expect(kept).toContain("A month costs the full fee, also the first and the last.")
  const same = await post({ intent: "preview-tuition", basis: "full", lessons: "4" })
  expect(await textOf(same)).toContain("No class costs more or less in December 2026.")
  expect((await post({ intent: "preview-tuition", ...wish, lessons: "40" })).status).toBe(400)
})

test("monthly tuition and trial lessons have their rules", async () => {
  expect((await post({ intent: "tuition", basis: "count", lessons: "40" })).status).toBe(400)
  await expect(post({ intent: "tuition", basis: "count", lessons: "4", skipsClosures: "on" })).toAnswer(303)
  expect((await post({ intent: "trials", price: "class" })).status).toBe(303)
  expect(await school.browser.read("/settings/policies")).toContain(
    "The fee is for 4 lessons: a month with more or fewer costs more or less. Days or lessons in closures aren’t charged.",
  )
})

test("a move to another class is previewed with the fees of both", async () => {
  const monthly = (name: string, amountMinor: number) =>
    openClass(school.actor, {
      class: { name },
      pupils: ["Otis Rossi"],
      price: { billing: "monthly", amountMinor },
    })
  const from = monthly("Guitar duo", 9_000)
  const to = monthly("Guitar trio", 8_000)
  const at = `/classes/${from.classId}/students/${from.enrollmentIds[0]}`
  const move = { command: "move", toClassId: to.classId, from: "2026-11-20", reason: "Fits better" }
  const preview = await textOf(await school.browser.submit(at, { ...move, intent: "preview" }))
  expect(preview).toContain("Guitar duo, November 2026 Monthly fee $90.00")
  expect(preview).toContain("Guitar trio, November 2026 Monthly fee $80.00")
})

test("a move previews a month that is charged already by the rule it was charged by", async () => {
  const { actor, browser } = school
  const monthly = (name: string, amountMinor: number) =>
    openClass(actor, {
      class: { name },
      pupils: ["Lina Haddad"],
      price: { billing: "monthly", amountMinor },
    })
  const [from, to] = [monthly("Cello duo", 9_000), monthly("Cello trio", 8_000)]
  changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
  chargeMonthsDue(actor)
  changeTuitionRule(actor, { basis: "full", lessons: 4, skipsClosures: false })
  const at = `/classes/${from.classId}/students/${from.enrollmentIds[0]}`
  const move = { command: "move", toClassId: to.classId, reason: "Fits better", intent: "preview" }
  const previewed = async (day: string) => textOf(await browser.submit(at, { ...move, from: day }))
  // 20 of 30 days, though a month would be charged in full now.
  expect(await previewed("2026-11-21")).toMatch(/Cello duo, November 2026 .*, charged \$90.00 so far \$60.00/)
  expect(await previewed("2026-12-01")).toContain(
    "Cello duo, November 2026 Monthly fee, charged already $90.00",
  )
})

test("a class’s price that someone else has set since the preview is shown before it is replaced", async () => {
  const { classId } = openClass(school.actor, { pupils: ["Otis Rossi"] })
  const edit = `/classes/${classId}/edit`
  const wish = { command: "price", billing: "per_session", amount: "55", fromDate: "2026-12-01" }
  const send = (fields: Record<string, string>) => school.browser.submit(edit, { ...wish, ...fields })
  const seenIn = (html: string) => /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? "none"
  const preview = await (await send({ intent: "preview" })).text()
  expect(seenIn(preview)).toBe("")
  expect((await send({ intent: "price", seen: "", amount: "44" })).status).toBe(303)

  const answer = await send({ intent: "price", seen: seenIn(preview) })
  expect(answer.status).toBe(409)
  const html = await answer.text()
  const text = await textOf(new Response(html))
  expect(text).toContain("Someone set another price for the same day while you were editing.")
  expect(text).toContain("Replaces $44.00")
  expect(html).toContain('value="55"')
  expect((await send({ intent: "price", seen: seenIn(html) })).status).toBe(303)
})
