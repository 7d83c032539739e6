import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { withTax } from "~/models/accounts/tax/tax"
import { toPayPal } from "~/providers/paypal/paypal-money"
import { amount } from "~/utils/form-text"
import { type Formats, usualFormats } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { formatMoney, parseAmount, percentOf, plainAmount } from "~/utils/money"
import { smallestAmount, toSmallest } from "~/utils/smallest-amount"
import { discounted } from "../discount/discount"
import { restValue } from "../package/package"
import { earnedBy } from "../pay/pay"
import { divideMoney } from "../payer/split"
import { tuitionOf } from "../tuition/tuition"

const yen: Formats = { ...usualFormats, currency: "JPY" }

describe("a school that bills in yen", () => {
  it("types whole yen, with or without .00, and no fraction of one", () => {
    const read = ["1200", "¥1,200", "1200.00", "1,200.00", "1200.50", "0.5"].map((text) =>
      parseAmount(text, yen),
    )
    expect(read).toEqual([120_000, 120_000, 120_000, 120_000, null, null])
    expect(parseAmount("1200.50", { ...usualFormats, currency: "EUR" })).toBe(120_050)
    expect(parseAmount(plainAmount(120_000, yen), yen)).toBe(120_000)
    expect(formatMoney(120_000, "JPY", yen)).toBe("¥1,200.00")
  })

  it("is told so beside the field", () => {
    const field = amount(() => "Enter an amount.")
    const said = (text: string) => field.safeParse(text).error?.issues.map(({ message }) => message)
    inFormats(yen, () => {
      expect(said("1200.50")).toEqual(["JPY has no decimals. Enter a whole amount, like 1,200."])
      expect(said("abc")).toEqual(["Enter an amount."])
    })
    expect(said("1200.505")).toEqual(["Use at most two decimals, like 32.50."])
  })

  it("pays tax, discounts, tuition, packages and teachers in whole yen", () => {
    inFormats(yen, () => {
      expect(withTax(123_400, { name: "Tax", rate: 10_000, isAdded: true }).taxMinor).toBe(12_300)
      expect(withTax(123_500, { name: "Tax", rate: 10_000, isAdded: true }).taxMinor).toBe(12_400)
      expect(withTax(-123_500, { name: "Tax", rate: 10_000, isAdded: true }).taxMinor).toBe(-12_400)
      expect(withTax(100_000, { name: "Tax", rate: 10_000, isAdded: false }).taxMinor).toBe(9_100)
      const tenth = { ruleId: "a", name: "Siblings", rate: 10_000, amountMinor: null }
      expect(discounted(123_400, [tenth]).priceMinor).toBe(111_100)
      expect(tuitionOf(1_000_000, { part: 20, whole: 30, unit: "day" })).toBe(666_700)
      expect(restValue(1_000_000, 3, 100)).toBe(333_300)
      const rate = { kind: "per_hour", amountMinor: 350_100, basisPoints: null } as Parameters<
        typeof earnedBy
      >[0]
      expect(earnedBy(rate, { minutes: 45, paidPercent: 100, chargedMinor: 0 })).toBe(262_600)
    })
    expect(tuitionOf(1_000_000, { part: 20, whole: 30, unit: "day" })).toBe(666_667)
    expect(restValue(1_000_000, 3, 100)).toBe(333_333)
  })

  it("can send what is worked out to PayPal, whatever the amounts and percentages", () => {
    const amounts = fc.integer({ min: 1, max: 10_000_000 }).map((whole) => whole * 100)
    const rate = fc.integer({ min: 0, max: 100_000 })
    fc.assert(
      fc.property(
        amounts,
        rate,
        fc.array(fc.nat(10_000), { minLength: 1, maxLength: 4 }),
        (price, tax, shares) => {
          inFormats(yen, () => {
            const { amountMinor } = withTax(price, { name: "Tax", rate: tax, isAdded: true })
            expect(toPayPal(amountMinor, "JPY").value).toMatch(/^\d+$/)
            expect(percentOf(price, tax / 1000) % 100).toBe(0)
            const parts = divideMoney(amountMinor, shares)
            expect(parts.every((part) => part % 100 === 0)).toBe(true)
            if (shares.some((share) => share > 0))
              expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amountMinor)
          })
        },
      ),
    )
  })
})

it("an amount from before, which has a fraction, is still divided to the hundredth", () => {
  inFormats(yen, () => expect(divideMoney(101, [1, 1])).toEqual([51, 50]))
})

it("rounds half away from nothing, and to the hundredth where a currency has one", () => {
  expect([149, 150, -150, 49, -49].map((minor) => toSmallest(minor, "KRW"))).toEqual([100, 200, -200, 0, 0])
  expect([149.5, -149.5, 0.4].map((minor) => toSmallest(minor, "USD"))).toEqual([150, -150, 0])
  expect(["JPY", "HUF", "TWD", "VND", "USD", "EUR", "KWD"].map((code) => smallestAmount(code))).toEqual([
    100, 100, 100, 100, 1, 1, 1,
  ])
})
