import fc from "fast-check"
import { expect, test } from "vitest"
import { openParts } from "../payer/open-parts"
import { claimsOf, claimsOfPayer, type Installment } from "./installment"

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, minor) => sum + minor, 0)

/** Installments of these amounts, a month apart. */
const planOf = (amounts: readonly number[]): Installment[] =>
  amounts.map((amountMinor, index) => ({
    position: index + 1,
    dueOn: `2027-${String(index + 1).padStart(2, "0")}-14`,
    amountMinor,
    laterMinor: sumOf(amounts.slice(index + 1)),
    isFirst: index === 0,
  }))

type Share = { payerId: string; amountMinor: number; paidMinor: number }

const half = (payerId: string, paidMinor: number): Share => ({ payerId, amountMinor: 3000, paidMinor })

function owed(plan: readonly number[], shares: readonly Share[]) {
  const openMinor = sumOf(shares.map(({ amountMinor, paidMinor }) => amountMinor - paidMinor))
  const claims = claimsOf({ dueOn: "2027-01-01", openMinor }, planOf(plan))
  return Object.fromEntries(
    shares.map(({ payerId }) => [
      payerId,
      claimsOfPayer(claims, shares, payerId).map((claim) => [claim.position, claim.openMinor]),
    ]),
  )
}

test("a plan is of whoever still owes something when it is agreed", () => {
  expect(owed([1000, 1000, 1000], [half("Jonas", 3000), half("Hana", 0)])).toEqual({
    Jonas: [],
    Hana: [
      [1, 1000],
      [2, 1000],
      [3, 1000],
    ],
  })
})

test("who pays one installment leaves the other payer’s as they are", () => {
  expect(owed([2000, 2000, 2000], [half("Jonas", 1000), half("Hana", 0)])).toEqual({
    Jonas: [
      [2, 1000],
      [3, 1000],
    ],
    Hana: [
      [1, 1000],
      [2, 1000],
      [3, 1000],
    ],
  })
})

test("who pays all at once leaves what is open of the plan to the other: the same that the office reads", () => {
  expect(owed([2000, 2000, 2000], [half("Jonas", 3000), half("Hana", 0)])).toEqual({
    Jonas: [],
    Hana: [
      [2, 1000],
      [3, 2000],
    ],
  })
})

const share = fc.record({
  amountMinor: fc.integer({ min: 0, max: 40_000 }),
  paid: fc.double({ min: 0, max: 1, noNaN: true }),
})

test("the parts of a claim are the claim, and those of a payer what they still have to pay, to the cent", () => {
  fc.assert(
    fc.property(
      fc.array(share, { minLength: 2, maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 6 }),
      (parts, plan) => {
        const shares = parts.map(({ amountMinor, paid }, index) => ({
          ...{ payerId: `payer ${index}`, amountMinor },
          paidMinor: Math.floor(amountMinor * paid),
        }))
        const openMinor = sumOf(shares.map(({ amountMinor, paidMinor }) => amountMinor - paidMinor))
        const claims = claimsOf({ dueOn: "2027-01-01", openMinor }, planOf(plan))
        const of = shares.map(({ payerId }) => claimsOfPayer(claims, shares, payerId))
        const open = openParts(shares, openMinor)
        for (const [index, own] of of.entries())
          expect(sumOf(own.map((claim) => claim.openMinor))).toBe(open[index])
        for (const { position, openMinor: whole } of claims)
          expect(
            sumOf(of.flat().flatMap((claim) => (claim.position === position ? claim.openMinor : []))),
          ).toBe(whole)
      },
    ),
    { numRuns: 1_000 },
  )
})
