import { expect, test } from "vitest"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import { Browser } from "../../support/app"
import { invoiceOver, openPayingFamily } from "../../support/family"

// What a family brings from the books a school kept before, entered on its page: without scripts.

async function atFamily() {
  const family = openPayingFamily()
  const office = await Browser.of(family.school.userId ?? "")
  const at = paths.family(family.familyId)
  const enter = (facts: Record<string, string> = {}, browser = office) =>
    browser.submit(at, {
      ...{ intent: "enter-opening", openingKind: "due", openingAmount: "120.00", asOf: "2026-11-01" },
      ...{ formKey: newId(), ...facts },
    })
  return {
    ...family,
    office,
    at,
    enter,
    page: async () => office.read(at),
    balance: () => familyBalance(family.school, family.familyId),
  }
}

test("the office enters what was due, sees it in the ledger and the statement, and takes it back", async () => {
  const family = await atFamily()
  expect(await family.page()).toContain("Enter an opening balance")
  const refused = await family.enter({ openingAmount: "none", asOf: "2027-01-01" })
  await expect(refused).toAnswer(400, "Enter an amount, like")
  await expect(family.enter({ asOf: "2027-01-01" })).toAnswer(409, "today or earlier")
  const formKey = newId()
  for (let presses = 0; presses < 2; presses += 1) expect((await family.enter({ formKey })).status).toBe(303)
  expect(family.balance()).toBe(12_000)
  const text = await family.page()
  expect(text).toContain("Opening balance entered.")
  expect(text).toContain("$120.00 due, on no invoice, November 1, 2026")
  expect((await family.enter()).status).toBe(409)
  expect(await family.office.read(paths.statement(family.familyId))).toContain("Opening balance")
  const parent = await Browser.of(family.guardian.userId)
  expect(await parent.read("/student/invoices")).toContain("$120.00")
  expect(await family.office.read("/billing/month?month=2026-11")).toContain("Opening balances entered")
  await family.office.submit(family.at, { intent: "remove-opening" })
  expect(family.balance()).toBe(0)
  await family.office.submit(family.at, { intent: "remove-opening" })
  expect(await family.page()).toContain("This family has no opening balance anymore.")
})

test("account credit settles the next invoice; two people enter it once", async () => {
  const family = await atFamily()
  const both = await Promise.all([
    family.enter({ openingKind: "credit", openingAmount: "50.00" }),
    family.enter({ openingKind: "credit", openingAmount: "50.00" }, family.office.copy()),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([303, 409])
  expect(await family.page()).toContain("$50.00 of account credit")
  const invoiceId = invoiceOver(family.school, family, 20_000)
  const text = await family.office.read(paths.invoice(invoiceId))
  expect(text).toContain("Account credit of your opening balance")
  expect(text).toContain("$150.00")
  // Another school's family isn't there.
  const other = await atFamily()
  expect((await family.office.submit(other.at, { intent: "remove-opening" })).status).toBe(404)
})
