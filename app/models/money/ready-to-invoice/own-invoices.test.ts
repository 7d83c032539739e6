import { expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { adultsWith, invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { changePayers } from "../payer/payer-rules.server"
import { readReady } from "./ready-families.server"

test("where each payer gets an invoice, the family’s amount is compared with what those of one day came to", () => {
  const family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 5000, "Layla Haddad": 5000 }),
  })
  const guardians = family.guardianIds.map((id) => ({
    id,
    share: 5000,
    amountMinor: null,
    billingEmail: null,
    billingAddress: null,
  }))
  const rules = { shareBy: "percent" as const, hasOwnInvoices: true, parts: {}, guardians }
  expect(changePayers(family.school, family.familyId, rules)).toEqual({ ok: true })
  for (const [index, amountMinor] of [20_000, 20_000, 24_000].entries()) {
    fixClock(testNow + index * 1000)
    invoiceOver(family.school, family, amountMinor)
  }
  const ready = () =>
    readReady(family.school, { period: "all", from: "", to: "" }).families.map(
      ({ amountMinor, usualMinor }) => [amountMinor, usualMinor],
    )
  owe(family.school, family, 22_000)
  expect(ready()).toEqual([[22_000, null]])
  owe(family.school, family, 22_000)
  expect(ready()).toEqual([[44_000, 20_000]])
})
