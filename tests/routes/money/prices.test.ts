import { beforeEach, describe, expect, test } from "vitest"
import { addTaxRate, listTaxRates } from "~/models/accounts/tax/tax-rates.server"
import { Browser, textOf } from "../../support/app"
import { type BilledSchool, openBilledSchool } from "../../support/billed-school"
import { addMember } from "../../support/school"

let school: BilledSchool

beforeEach(async () => {
  school = await openBilledSchool()
})

const post = (fields: Record<string, string>, browser = school.browser) =>
  browser.submit("/billing/prices", fields)

describe("taxes", () => {
  test("are added with a percentage of up to three decimals and charged on lessons", async () => {
    const answer = await post({ intent: "add-tax", name: "Sales tax", rate: "8,875 %", isDefault: "on" })
    expect(answer.status).toBe(303)
    expect(listTaxRates(school.actor)).toMatchObject([{ name: "Sales tax", rate: 8875, isDefault: true }])
    await post({ intent: "tax-mode", mode: "added" })
    const text = await textOf(await school.browser.visit("/billing/prices"))
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
    const taken = await post({ intent: "add-tax", name: "vat", rate: "5" })
    expect(taken.status).toBe(409)
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
    const invoice = sent.headers.get("Location") ?? ""
    expect(await textOf(await school.browser.visit(invoice))).toContain("Includes VAT 20% on $10.00 $2.00")
    const csv = await (await school.browser.visit("/billing/invoices.csv")).text()
    expect(csv.split("\r\n").map((row) => row.split(",").slice(5, 7))).toContainEqual(["12", "2"])
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
