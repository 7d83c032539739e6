import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { withTax } from "~/models/accounts/tax/tax"
import type { ChargeSource } from "../charge/charge"
import { type PayerRule, payerCategories } from "./payer"
import { divide, sharesOf, splitLines } from "./split"

const sources: (ChargeSource | "telling")[] = [
  "seat",
  "flat",
  "package",
  "hire",
  "material",
  "late_fee",
  "item",
]

const line = fc
  .tuple(fc.integer({ min: -20_000, max: 60_000 }), fc.nat(100), fc.constantFrom(...sources), fc.nat(3))
  .map(([amountMinor, tax, source, bound]) => ({
    amountMinor,
    taxMinor: Math.trunc((amountMinor * tax) / 500),
    source,
    boundTo: source === "late_fee" ? `payer ${bound}` : null,
  }))
const lines = fc.array(line, { minLength: 1, maxLength: 25 })

type Payer = { payerId: string; basisPoints: number | null; rule: PayerRule }

const byPercent = fc
  .array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 4 })
  .map((weights) =>
    divide(10_000, weights).map(
      (basisPoints, index): Payer => ({
        payerId: `payer ${index}`,
        basisPoints,
        rule: { by: "percent" },
      }),
    ),
  )
const byAmount = fc
  .tuple(fc.array(fc.integer({ min: 1, max: 90_000 }), { maxLength: 3 }), fc.nat(3))
  .map(([amounts, rest]) => {
    const rules: PayerRule[] = amounts.map((amountMinor) => ({ by: "amount", amountMinor }))
    rules.splice(Math.min(rest, rules.length), 0, { by: "amount", amountMinor: null })
    return rules.map((rule, index): Payer => ({ payerId: `payer ${index}`, basisPoints: null, rule }))
  })
const byCategory = fc.array(fc.nat(2), { minLength: 4, maxLength: 4 }).map((owners) =>
  [0, 1, 2].map(
    (payer): Payer => ({
      payerId: `payer ${payer}`,
      basisPoints: null,
      rule: { by: "category", categories: payerCategories.filter((_, index) => owners[index] === payer) },
    }),
  ),
)
const payers = fc.oneof(byPercent, byAmount, byCategory)

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
const total = (of: readonly { amountMinor: number }[]) => sum(of.map(({ amountMinor }) => amountMinor))
const tax = (of: readonly { taxMinor: number }[]) => sum(of.map(({ taxMinor }) => taxMinor))

describe("payers share an invoice to the cent", () => {
  test("their parts add up to the total and to its tax", () => {
    fc.assert(
      fc.property(lines, payers, (all, who) => {
        const own = splitLines(all, who)
        expect(sum(own.map(total))).toBe(total(all))
        expect(sum(own.map(tax))).toBe(tax(all))
        expect(sum(sharesOf(all, who))).toBe(total(all))
      }),
      { numRuns: 2000 },
    )
  })

  test("each part has the tax of its own net, and all together a cent more or less than the line", () => {
    const taxed = fc
      .tuple(
        fc.integer({ min: -20_000, max: 60_000 }),
        fc.constantFrom(5_000, 8_875, 19_000, 20_000),
        fc.boolean(),
      )
      .map(([priceMinor, rate, isAdded]) => ({
        ...withTax(priceMinor, { name: "VAT", rate, isAdded }),
        source: "seat" as const,
      }))
    fc.assert(
      fc.property(
        fc.array(taxed, { minLength: 1, maxLength: 12 }),
        fc.oneof(byPercent, byAmount),
        (all, who) => {
          const own = splitLines(all, who)
          for (const { amountMinor, taxMinor, taxRate } of own.flat())
            expect(Math.abs(taxMinor - ((amountMinor - taxMinor) * (taxRate ?? 0)) / 100_000)).toBeLessThan(
              1.2,
            )
          for (const [index, whole] of all.entries()) {
            const parts = own.map((lines) => lines[index]?.taxMinor ?? 0)
            expect(Math.abs(sum(parts) - whole.taxMinor)).toBeLessThan(who.length + 1)
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  test("many odd cents of tax don’t all go to the first of two payers", () => {
    const all = Array.from({ length: 20 }, () => ({
      ...withTax(2_502, { name: "VAT", rate: 19_000, isAdded: false }),
      source: "seat" as const,
    }))
    const half = { basisPoints: 5_000, rule: { by: "percent" as const } }
    const [first = [], second = []] = splitLines(all, [
      { payerId: "a", ...half },
      { payerId: "b", ...half },
    ])
    expect([total(first), total(second)]).toEqual([25_020, 25_020])
    expect(tax(first)).toBe(tax(second))
    for (const { amountMinor, taxMinor } of first)
      expect(withTax(amountMinor, { name: "VAT", rate: 19_000, isAdded: false }).taxMinor).toBe(taxMinor)
  })

  test("no payer has less than nothing of an invoice, and no part another sign than its line", () => {
    fc.assert(
      fc.property(lines, payers, (all, who) => {
        fc.pre(total(all) >= 0)
        const own = splitLines(all, who)
        for (const each of own) expect(total(each)).toBeGreaterThanOrEqual(0)
        for (const part of own.flat()) {
          expect(Math.abs(part.taxMinor)).toBeLessThanOrEqual(Math.abs(part.amountMinor))
          expect(part.taxMinor * part.amountMinor).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test("by category every line is on exactly one invoice, whole", () => {
    fc.assert(
      fc.property(lines, byCategory, (all, who) => {
        const numbered = all.map((each, id) => ({ ...each, id }))
        const own = splitLines(numbered, who).flat()
        expect(own.map(({ id }) => id).sort((a, b) => a - b)).toEqual(numbered.map(({ id }) => id))
        for (const { id, amountMinor } of own) expect(amountMinor).toBe(all[id]?.amountMinor)
      }),
    )
  })

  test("by percent each payer is within a cent of the percentage, whatever the lines", () => {
    fc.assert(
      fc.property(lines, byPercent, (all, who) => {
        const free = all.map((each) => ({ ...each, boundTo: null }))
        fc.pre(total(free) > 0)
        const shares = sharesOf(free, who)
        for (const [index, { basisPoints }] of who.entries())
          expect(Math.abs((shares[index] ?? 0) - (total(free) * (basisPoints ?? 0)) / 10_000)).toBeLessThan(1)
      }),
    )
  })

  test("by amount each payer pays the amount while the invoice lasts", () => {
    const fixed = (payerId: string, amountMinor: number | null): Payer => ({
      payerId,
      basisPoints: null,
      rule: { by: "amount", amountMinor },
    })
    const who = [fixed("a", 8000), fixed("b", null), fixed("c", 3000)]
    const of = (amountMinor: number) => [{ amountMinor, taxMinor: 0, source: "seat" as const }]
    expect(sharesOf(of(20_000), who)).toEqual([8000, 9000, 3000])
    expect(sharesOf(of(10_000), who)).toEqual([8000, 0, 2000])
    expect(sharesOf(of(5000), who)).toEqual([5000, 0, 0])
  })

  test("a late fee is paid by the payer whose invoice was late", () => {
    const who = ["a", "b"].map((payerId): Payer => ({ payerId, basisPoints: 5000, rule: { by: "percent" } }))
    const all = [
      { amountMinor: 10_000, taxMinor: 0, source: "seat" as const },
      { amountMinor: 500, taxMinor: 0, source: "late_fee" as const, boundTo: "b" },
    ]
    expect(sharesOf(all, who)).toEqual([5000, 5500])
  })
})
