import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { shownMinor, type Tax, taxGroups, taxTotals, withTax } from "./tax"

const vat: Tax = { name: "VAT", rate: 20_000, isAdded: false }
const sales: Tax = { name: "Sales tax", rate: 8_875, isAdded: true }

const anyTax = fc.option(
  fc.record({
    name: fc.constantFrom("VAT", "Sales tax"),
    rate: fc.integer({ min: 0, max: 100_000 }),
    isAdded: fc.boolean(),
  }),
)
const anyPrice = fc.integer({ min: -10_000_000, max: 10_000_000 })

describe("tax on a price", () => {
  test("is part of the price, or comes on top of it, rounded to the cent", () => {
    expect(withTax(4250, vat)).toMatchObject({ amountMinor: 4250, taxMinor: 708 })
    expect(withTax(4250, sales)).toMatchObject({ amountMinor: 4627, taxMinor: 377 })
    expect(withTax(4250, null)).toMatchObject({ amountMinor: 4250, taxMinor: 0, taxName: null })
  })

  test("of a reversal is exactly the opposite", () => {
    fc.assert(
      fc.property(anyPrice, anyTax, (price, tax) => {
        const there = withTax(price, tax)
        const back = withTax(price === 0 ? 0 : -price, tax)
        expect(back.amountMinor + there.amountMinor).toBe(0)
        expect(back.taxMinor + there.taxMinor).toBe(0)
      }),
    )
  })

  test("is never more than the amount it is within", () => {
    fc.assert(
      fc.property(anyPrice, anyTax, (price, tax) => {
        const { amountMinor, taxMinor } = withTax(price, tax)
        expect(Math.abs(taxMinor)).toBeLessThanOrEqual(Math.abs(amountMinor))
        expect(Math.sign(taxMinor) === 0 || Math.sign(taxMinor) === Math.sign(amountMinor)).toBe(true)
      }),
    )
  })

  test("adds up to the cent: the lines shown and the taxes below them are the total", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyPrice, anyTax), { maxLength: 40 }), (list) => {
        const lines = list.map(([price, tax]) => withTax(price, tax))
        const total = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
        const { added } = taxTotals(lines)
        const shown = lines.reduce((sum, line) => sum + shownMinor(line), 0)
        expect(shown + added.reduce((sum, { taxMinor }) => sum + taxMinor, 0)).toBe(total)
        const ofGroups = taxGroups(lines).reduce(
          (sum, { netMinor, taxMinor }) => sum + netMinor + taxMinor,
          0,
        )
        const untaxed = lines.filter(({ taxName }) => taxName === null)
        expect(ofGroups + untaxed.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(total)
      }),
    )
  })
})
