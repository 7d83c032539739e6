import { readFileSync } from "node:fs"
import { db, sqlite } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { charges } from "db/schema/money"
import { discountRules } from "db/schema/money-discounts"
import { materials } from "db/schema/money-goods"
import { payRates } from "db/schema/money-pay"
import { classPrices, enrollments, ownPrices } from "db/schema/teaching"
import { asc, eq } from "drizzle-orm"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import { changeRegion } from "~/models/accounts/school/school-settings.server"
import type { Actor } from "~/models/foundation/access/actor"
import { setOwnPrice } from "~/models/teaching/price/price.server"
import { openPayingFamily } from "../../../../tests/support/family"
import { inHistories } from "../../../../tests/support/histories/count"
import { addPriceRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { payInCash } from "../../../../tests/support/payments"
import { changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { addItemCharge } from "../charge/charge.server"
import { chargeMonth } from "../charge/charge-month.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { setCoursePrice } from "../course-price/course-price.server"
import { addDiscountRule } from "../discount/discount-rules.server"
import { familyBalance } from "../ledger/ledger.server"
import { saveMaterial } from "../material/materials.server"
import { enterOpening, removeOpening } from "../opening-balance/opening-balance.server"
import { agreePayRate } from "../pay/pay-rates.server"
import { reversePayment } from "../payment/reverse-payment.server"
import { planRounding, roundPrices } from "./price-rounding.server"

// A school that changes to a currency without cents before its first invoice.

let actor: Actor
beforeEach(() => {
  actor = openSchool().actor
})

const amountsOf = (table: typeof classPrices | typeof ownPrices | typeof discountRules | typeof payRates) =>
  db()
    .select({ amountMinor: table.amountMinor })
    .from(table)
    .where(eq(table.schoolId, actor.school.id))
    .orderBy(asc(table.id))
    .all()
    .map(({ amountMinor }) => amountMinor)

test("rounds every price once, never to nothing, says so in the activity, and leaves another school alone", () => {
  const other = openSchool({ name: "Crescendo Academy" }).actor
  openClass(other, { pupils: [], price: { amountMinor: 3250 } })
  const { classId, enrollmentIds } = openClass(actor, {
    pupils: ["Otis Rossi"],
    price: { amountMinor: 3250 },
  })
  addPriceRow(actor, classId, { amountMinor: 3300, fromDate: "2026-12-01" })
  const [enrollmentId = ""] = enrollmentIds
  changeRows(enrollments, { id: enrollmentId }, { billing: "monthly", priceMinor: 9049 })
  setOwnPrice(actor, enrollmentId, { fromDate: "2027-01-01", amountMinor: 30 })
  addDiscountRule(actor, {
    ...{ name: "Siblings", kind: "sibling", target: "all", fromNth: 2, family: undefined },
    off: { rate: null, amountMinor: 550 },
  })
  expect(saveMaterial(actor, { name: "Strings", price: 1299, tax: "default" }).ok).toBe(true)
  agreePayRate(actor, addTeacherRow(actor, "Theo"), {
    kind: "per_hour",
    amountMinor: 3333,
    fromDate: "2026-09-01",
  })
  chargeMonth(actor, "2026-11")

  expect([planRounding(actor, "EUR"), planRounding(actor, "USD")]).toEqual([null, null])
  const plan = planRounding(actor, "JPY")
  expect(
    plan?.examples.map(({ what, name, fromMinor, toMinor }) => [what, name, fromMinor, toMinor]),
  ).toEqual(
    expect.arrayContaining([
      ["Class price", "Guitar ensemble", 3250, 3300],
      ["Custom price", "Otis Rossi", 9049, 9000],
      ["Custom price", "Otis Rossi", 30, 100],
      ["Discount", "Siblings", 550, 600],
      ["Pay rate", "Theo", 3333, 3300],
    ]),
  )
  expect(plan?.charges).toEqual({ count: 1, fromMinor: 9049, toMinor: 9000 })
  expect(plan?.count).toBe(plan?.examples.length)
  roundPrices(actor, "JPY")
  expect(amountsOf(classPrices)).toEqual([3300, 3300])
  expect([amountsOf(ownPrices), amountsOf(discountRules), amountsOf(payRates)]).toEqual([
    [100],
    [600],
    [3300],
  ])
  const strings = rowOf(materials, { schoolId: actor.school.id })
  expect(strings?.priceMinor).toBe(1300)
  expect(planRounding(actor, "JPY")).toBeNull()
  roundPrices(actor, "JPY")
  const entries = rowsOf(events, { schoolId: actor.school.id, verb: "round-prices" })
  expect(entries).toHaveLength(1)
  expect(entries[0]?.before).toContain("Class price Guitar ensemble 32.50")
  // the charge that was made is withdrawn with the reason, and a whole one takes its place
  const made = rowsOf(charges, { schoolId: actor.school.id })
  expect(made.map(({ amountMinor, withdrawnReason }) => [amountMinor, withdrawnReason])).toEqual([
    [9049, "Rounded to whole JPY"],
    [9000, null],
  ])
  const theirs = rowsOf(classPrices, { schoolId: other.school.id })
  expect(theirs.map(({ amountMinor }) => amountMinor)).toEqual([3250])
})

const examples = (
  readFileSync("docs/accounting.md", "utf8").split("## Prices in a currency without cents\n")[1] ?? ""
)
  .split("\n## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("|"))
  .slice(2)
  .map((line) =>
    line.split("|").map((cell) =>
      cell
        .trim()
        .split(", ")
        .map((each) => Math.round(Number(each) * 100)),
    ),
  )

test("are rounded as the accounting page says", () => {
  expect(examples).toHaveLength(4)
  for (const [, prices = [], rounded = []] of examples ?? []) {
    actor = openSchool().actor
    const { classId } = openClass(actor, { pupils: [], price: null })
    const [first = 0] = prices
    const totalMinor = prices.reduce((sum, each) => sum + each, 0)
    if (prices.length === 1) addPriceRow(actor, classId, { amountMinor: first })
    else
      expect(
        setCoursePrice(actor, classId, { totalMinor, count: prices.length, firstOn: "2026-12-15" }).ok,
      ).toBe(true)
    expect(amountsOf(classPrices)).toEqual(prices)
    roundPrices(actor, "JPY")
    expect(amountsOf(classPrices)).toEqual(rounded)
  }
})

test("the installments of a course add up to its rounded price, each whole", () => {
  inHistories(
    30,
    fc.array(fc.tuple(fc.integer({ min: 5000, max: 1_000_000 }), fc.integer({ min: 1, max: 12 })), {
      minLength: 1,
      maxLength: 3,
    }),
    (courses) => {
      actor = openSchool().actor
      const classIds = courses.map(([totalMinor, count]) => {
        const { classId } = openClass(actor, { pupils: [], price: null })
        const set = setCoursePrice(actor, classId, { totalMinor, count, firstOn: "2026-12-15" })
        expect(set.ok).toBe(true)
        return classId
      })
      roundPrices(actor, "JPY")
      for (const [at, classId] of classIds.entries()) {
        const rows = rowsOf(classPrices, { schoolId: actor.school.id, classId })
        expect(rows.every(({ amountMinor }) => amountMinor % 100 === 0)).toBe(true)
        const sum = rows.reduce((all, { amountMinor }) => all + amountMinor, 0)
        expect(sum).toBe(Math.round((courses[at]?.[0] ?? 0) / 100) * 100)
      }
      expect(planRounding(actor, "JPY")).toBeNull()
    },
  )
})

test("charges on no invoice are rounded, each once and never to nothing, by the difference that the preview says", () => {
  const { school, familyId } = openPayingFamily()
  actor = school
  inHistories(
    20,
    fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 12 }),
    (amounts) => {
      for (const amountMinor of amounts)
        addItemCharge(actor, { familyId, description: "Book", amountMinor, occurredOn: "2026-11-18" })
      const owed = () => listUnbilledCharges(actor).map(({ amountMinor }) => amountMinor)
      const sum = () => owed().reduce((all, each) => all + each, 0)
      const plan = planRounding(actor, "JPY")
      const before = sum()
      roundPrices(actor, "JPY")
      expect(owed().every((each) => each >= 100 && each % 100 === 0)).toBe(true)
      expect(sum() - before).toBe((plan?.charges.toMinor ?? 0) - (plan?.charges.fromMinor ?? 0))
      expect(planRounding(actor, "JPY")).toBeNull()
    },
  )
})

test("a payment fixes the currency, for what a family paid is no sum of another one; reversed, it frees it again", () => {
  const family = openPayingFamily()
  const yen = { timeZone: "America/New_York", currency: "JPY" }
  const paid = payInCash(family.school, { familyId: family.familyId, amountMinor: 2550 })
  if (!paid.ok) throw new Error(paid.reason)
  expect(changeRegion(family.school, yen)).toBeRefused("currency-fixed")
  expect(familyBalance(family.school, family.familyId)).toBe(-2550)
  expect(reversePayment(family.school, { paymentId: paid.paymentId, reason: "Typed twice" }).ok).toBe(true)
  // A balance from earlier books is due in the currency, too.
  const { school, familyId } = family
  expect(enterOpening(school, familyId, { amountMinor: 5_000, asOf: "2026-11-01" }).ok).toBe(true)
  expect(changeRegion(school, yen)).toBeRefused("currency-fixed")
  const force = sqlite().prepare("update schools set currency = 'JPY' where id = ?")
  expect(() => force.run(school.school.id)).toThrow("the currency is fixed")
  expect(removeOpening(school, familyId).ok).toBe(true)
  expect(changeRegion(family.school, yen).ok).toBe(true)
})
