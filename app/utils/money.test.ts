import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { formatNumber, usualFormats } from "./formats"
import { formatAmount, formatMoney, LARGEST_AMOUNT, parseMoney, percentOf, plainAmount } from "./money"

describe("an amount is shown", () => {
  it.each([
    ["USD", "$1,234.50"],
    ["EUR", "€1,234.50"],
    ["GBP", "£1,234.50"],
    ["ZAR", "R1,234.50"],
    ["CAD", "C$1,234.50"],
    ["AUD", "A$1,234.50"],
    ["JPY", "¥1,234.50"],
    ["CNY", "¥1,234.50"],
    ["INR", "₹1,234.50"],
    ["BRL", "R$1,234.50"],
    ["MXN", "Mex$1,234.50"],
    ["XYZ", "$1,234.50"],
    ["constructor", "$1,234.50"],
  ])("in %s as %s", (currency, text) => {
    expect(formatMoney(123_450, currency)).toBe(text)
  })

  it("with exactly two decimals and a true minus before the symbol", () => {
    expect(formatMoney(0, "USD")).toBe("$0.00")
    expect(formatMoney(-0, "USD")).toBe("$0.00")
    expect(formatMoney(5, "USD")).toBe("$0.05")
    expect(formatMoney(-975, "USD")).toBe("−$9.75")
    expect(formatMoney(100_000_000_000, "EUR")).toBe("€1,000,000,000.00")
    expect(formatAmount(-123_456)).toBe("-1,234.56")
    expect(plainAmount(-123_456)).toBe("-1234.56")
  })

  it("in the groups of India, in a school that counts in rupees and writes commas", () => {
    const rupees = { ...usualFormats, currency: "INR" }
    expect(formatMoney(12_345_600, "INR", rupees)).toBe("₹1,23,456.00")
    expect(formatAmount(-1_234_567_890, rupees)).toBe("-1,23,45,678.90")
    expect(formatMoney(123_450, "INR", rupees)).toBe("₹1,234.50")
    expect(formatNumber(1_234_567, rupees)).toBe("12,34,567")
    expect(formatNumber(123, rupees)).toBe("123")
    expect(formatMoney(12_345_600, "INR", { ...rupees, numberStyle: "1 234,50" })).toBe("₹123\u00a0456,00")
    expect(parseMoney("12,34,567", rupees)).toBe(123_456_700)
    expect(["1,23,45", "1,2,345"].map((text) => parseMoney(text, rupees))).toEqual([null, null])
    for (const amount of [12_345_600, 123_450, 99, 1_000_000_000, 12_345_678])
      expect(parseMoney(formatMoney(amount, "INR", rupees), rupees)).toBe(amount)
  })

  it("never from a fraction of a cent", () => {
    expect(() => formatMoney(0.5, "USD")).toThrow(RangeError)
    expect(() => formatMoney(Number.NaN, "USD")).toThrow(RangeError)
  })
})

describe("a typed amount", () => {
  it.each([
    ["32.50", 3250],
    ["$32.50", 3250],
    ["27,50", 2750],
    ["1.234,50", 123_450],
    ["1,234.50", 123_450],
    ["1 234,50", 123_450],
    ["1\u00a0234,50 €", 123_450],
    ["1'234.50", 123_450],
    ["CHF 1’234.50", 123_450],

    ["€ 27,50", 2750],
    ["27,50 EUR", 2750],
    ["27,50 Euro", 2750],
    ["R$ 18", 1800],
    ["R18", 1800],
    ["Mex$ 200.5", 20_050],
    ["C$45.00", 4500],
    ["30", 3000],
    ["30,-", 3000],
    ["0", 0],
    ["1,234", 123_400],
    ["1.234.567", 123_456_700],
    [" 10,000,000.00 ", LARGEST_AMOUNT],
  ])("%j is read as %i minor units", (text, amount) => {
    expect(parseMoney(text)).toBe(amount)
  })

  it.each([
    "",
    " ",
    "$",
    "$1e309",
    "1e3",
    "-30",
    "−30",
    "$-30",
    "(30)",
    "NaN",
    "Infinity",
    "0x1F",
    "32.505",
    "1.234",
    "0,123",
    "1,23,456",
    "12,345,67",
    "1,234,567,8",
    "1.234.50",
    "30 40",
    "10,000,000.01",
    "999999999999",
    "thirty",
    "٣٠",
    "9".repeat(400),
  ])("%j is refused", (text) => {
    expect(parseMoney(text)).toBeNull()
  })

  it("reads back every amount this product shows", () => {
    const amount = fc.integer({ min: 0, max: LARGEST_AMOUNT })
    const currency = fc.constantFrom(
      "USD",
      "EUR",
      "GBP",
      "ZAR",
      "CAD",
      "AUD",
      "JPY",
      "CNY",
      "INR",
      "BRL",
      "MXN",
    )
    fc.assert(
      fc.property(amount, currency, (minor, code) => {
        expect(parseMoney(formatMoney(minor, code))).toBe(minor)
        expect(parseMoney(plainAmount(minor))).toBe(minor)
      }),
    )
  })

  it("never throws and is an integer in range, or refused", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const amount = parseMoney(text)
        expect(amount === null || (Number.isInteger(amount) && amount >= 0 && amount <= LARGEST_AMOUNT)).toBe(
          true,
        )
      }),
    )
  })
})

describe("a percentage", () => {
  it("rounds half a cent up", () => {
    expect(percentOf(1050, 5)).toBe(53)
    expect(percentOf(3250, 50)).toBe(1625)
    expect(percentOf(101, 50)).toBe(51)
    expect(percentOf(10_000, 8.875)).toBe(888)
    expect(percentOf(0, 19)).toBe(0)
    expect(percentOf(4500, 0)).toBe(0)
  })

  it("of a reversal is the reversal of the percentage, within half a cent of the exact one", () => {
    const minor = fc.integer({ min: -LARGEST_AMOUNT, max: LARGEST_AMOUNT })
    fc.assert(
      fc.property(minor, fc.integer({ min: 0, max: 10_000 }), (amount, hundredths) => {
        const share = percentOf(amount, hundredths / 100)
        expect(share + percentOf(-amount, hundredths / 100)).toBe(0)
        expect(2n * BigInt(share) * 10_000n - 2n * BigInt(amount) * BigInt(hundredths)).toSatisfy(
          (twice: bigint) => twice >= -10_000n && twice <= 10_000n,
        )
      }),
    )
  })
})
