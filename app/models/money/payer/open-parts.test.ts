import fc from "fast-check"
import { expect, test } from "vitest"
import { ownShareOf } from "../family-invoice/family-invoice"
import { divideUnnamed, openParts, withCredit } from "./open-parts"

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, minor) => sum + minor, 0)

const share = fc.record({
  amountMinor: fc.integer({ min: 0, max: 40_000 }),
  paidMinor: fc.integer({ min: 0, max: 30_000 }),
})

/** An invoice of up to five payers: who paid what, what is credited, and what no one by name paid of the rest. */
const invoice = fc
  .record({
    parts: fc.array(share, { minLength: 2, maxLength: 5 }),
    credited: fc.double({ min: 0, max: 1, noNaN: true }),
    unnamed: fc.double({ min: 0, max: 1, noNaN: true }),
    hasItself: fc.boolean(),
  })
  .map(({ parts, credited, unnamed, hasItself }) => {
    const totalMinor = sumOf(parts.map(({ amountMinor }) => amountMinor))
    let mostMinor = totalMinor
    const shares = parts.map((part, index) => {
      const payerId = index === 0 && hasItself ? null : `payer ${index}`
      const paidMinor = payerId === null ? 0 : Math.min(part.paidMinor, mostMinor)
      mostMinor -= paidMinor
      return { ...part, payerId, paidMinor }
    })
    const creditMinor = Math.floor(mostMinor * credited)
    const unnamedMinor = Math.floor((mostMinor - creditMinor) * unnamed)
    return { shares: withCredit(shares, creditMinor), openMinor: mostMinor - creditMinor - unnamedMinor }
  })

test("what the payers still have to pay is what is open of the invoice, to the cent, and never more than a share", () => {
  fc.assert(
    fc.property(invoice, ({ shares, openMinor }) => {
      const parts = openParts(shares, openMinor)
      expect(sumOf(parts)).toBe(openMinor)
      for (const [index, minor] of parts.entries()) {
        const { amountMinor = 0, paidMinor = 0, creditedMinor = 0 } = shares[index] ?? {}
        expect(minor).toBeGreaterThanOrEqual(0)
        expect(minor).toBeLessThanOrEqual(Math.max(0, amountMinor - paidMinor - creditedMinor))
      }
    }),
    { numRuns: 2_000 },
  )
})

test("who pays all of their open part owes nothing after it, and the others owe what they owed before", () => {
  fc.assert(
    fc.property(invoice, fc.nat(4), ({ shares, openMinor }, at) => {
      const before = openParts(shares, openMinor)
      const index = at % shares.length
      const minor = before[index] ?? 0
      // What the family itself pays names no one: it is asked here through the invoice's open amount alone.
      const after = shares.map((each, position) =>
        position === index && each.payerId !== null ? { ...each, paidMinor: each.paidMinor + minor } : each,
      )
      const then = openParts(after, openMinor - minor)
      expect(then).toEqual(before.map((each, position) => (position === index ? 0 : each)))
    }),
    { numRuns: 2_000 },
  )
})

test("money of no one by name lowers both parts like their shares, and the family’s own part where it pays itself", () => {
  const shares = [
    { payerId: "jonas", amountMinor: 12_000, paidMinor: 0 },
    { payerId: "layla", amountMinor: 8_000, paidMinor: 0 },
  ]
  expect(openParts(shares, 14_000)).toEqual([8_400, 5_600])
  const [jonas, layla] = shares
  if (!jonas || !layla) throw new Error("Two payers")
  expect(openParts([{ ...jonas, paidMinor: 8_400 }, layla], 5_600)).toEqual([0, 5_600])
  // Jonas had paid all of his before: Layla has the whole of it.
  expect(openParts([{ ...jonas, paidMinor: 12_000 }, layla], 2_000)).toEqual([0, 2_000])
  const itself = [{ payerId: null, amountMinor: 4_000, paidMinor: 0 }, layla]
  expect(divideUnnamed(4_000, itself)).toEqual([4_000, 0])
  expect(openParts(itself, 8_000)).toEqual([0, 8_000])
  expect(ownShareOf({ openMinor: 7_000, shares: itself }, "layla")).toEqual({
    shareMinor: 8_000,
    openMinor: 7_000,
  })
})
