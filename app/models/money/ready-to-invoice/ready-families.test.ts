import fc from "fast-check"
import { expect, test } from "vitest"
import { expectedOf, unusualAgainst, unusualItems } from "./ready-families"

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

const lesson = (occurredOn: string, amountMinor = 2800) => ({ source: "seat", occurredOn, amountMinor })
const book = (occurredOn: string, amountMinor = 2300) => ({ source: "item", occurredOn, amountMinor })

test("an unusual amount says what is left of earlier months, where the last month alone is as usual", () => {
  const november = ["03", "10", "17", "18"].map((day) => lesson(`2026-11-${day}`))
  const october = Array.from({ length: 9 }, (_, index) => lesson(`2026-10-${10 + index}`))
  // $112 for November and $252 left of October, usually $228
  expect(unusualItems([...october, ...november, book("2026-11-02")], 22_800)).toBe("9 lessons from October")
  expect(unusualItems([lesson("2026-09-30"), ...october.slice(0, 4), ...november], 11_200)).toBe(
    "5 lessons from September and October",
  )
  expect(unusualItems([book("2026-07-01"), lesson("2026-09-30"), ...october, ...november], 11_200)).toBe(
    "10 lessons and 1 other item from July to October",
  )
  expect(unusualItems([lesson("2025-12-30"), lesson("2026-01-05")], 2800)).toBe("1 lesson from December 2025")
})

test("an amount that isn't unusual because of earlier months says all that it consists of", () => {
  const november = ["03", "10", "17"].map((day) => lesson(`2026-11-${day}`))
  expect(unusualItems([...november, book("2026-11-02")], 2800)).toBe("3 lessons and 1 other item")
  expect(unusualItems([lesson("2026-10-30", 100), ...november], 2800)).toBe("4 lessons")
  // less than usual, though some of it is from October
  expect(unusualItems([lesson("2026-10-30"), lesson("2026-11-03")], 22_800)).toBe("2 lessons")
  expect(unusualItems([book("2026-11-02")], 22_800)).toBe("1 item")
})
