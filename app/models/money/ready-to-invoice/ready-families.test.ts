import fc from "fast-check"
import { expect, test } from "vitest"
import { expectedOf, unusualAgainst } from "./ready-families"

test("an amount is unusual above one and a half times, or below half, the median of the last three invoices", () => {
  expect(unusualAgainst(22_801, [22_800, 4500, 15_200])).toBe(15_200)
  expect(unusualAgainst(22_800, [22_800, 4500, 15_200])).toBeNull()
  expect(unusualAgainst(7600, [22_800, 4500, 15_200])).toBeNull()
  expect(unusualAgainst(7599, [22_800, 4500, 15_200])).toBe(15_200)
  expect(unusualAgainst(99_999, [22_800, 4500])).toBeNull()
  expect(unusualAgainst(500, [0, 0, 0])).toBeNull()
})

test("the order of the last invoices doesn't matter, and no more than three count", () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(amount, fc.tuple(amount, amount, amount), amount, (now, [a, b, c], older) => {
      expect(unusualAgainst(now, [a, b, c, older])).toBe(unusualAgainst(now, [c, a, b]))
    }),
  )
})

test("what a button says is the number of invoices and the sum", () => {
  const one = { invoices: 1, amountMinor: 3250 }
  expect(expectedOf([one, { invoices: 1, amountMinor: 2000 }])).toBe("2:5250")
  expect(expectedOf([one, { invoices: 2, amountMinor: 2000 }])).toBe("3:5250")
})
