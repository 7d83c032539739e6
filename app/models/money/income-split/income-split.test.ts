import fc from "fast-check"
import { expect, test } from "vitest"
import { divide, type InvoicePart } from "./income-split.server"

const sum = (parts: readonly InvoicePart[]) => parts.reduce((all, { amountMinor }) => all + amountMinor, 0)
const part = fc.record({
  teacher: fc.option(fc.constantFrom({ id: "mara", name: "Mara" }, { id: "noor", name: "Noor" })),
  instrument: fc.option(fc.constantFrom("Piano", "Cello")),
  amountMinor: fc.integer({ min: -5000, max: 90_000 }),
})

test("what an amount is divided into adds up to it, whatever the lines are", () => {
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 6 }),
      fc.integer({ min: 0, max: 300_000 }),
      (parts, amountMinor) => {
        expect(sum(divide(amountMinor, parts))).toBe(amountMinor)
      },
    ),
  )
})

test("a whole invoice is divided as its lines are, and half of it by halves to the cent", () => {
  const of = (name: string, amountMinor: number) => ({
    teacher: { id: name, name },
    instrument: null,
    amountMinor,
  })
  const lines = [of("Mara", 3333), of("Noor", 6667)]
  expect(divide(10_000, lines)).toEqual(lines)
  expect(divide(5000, lines).map(({ amountMinor }) => amountMinor)).toEqual([1667, 3333])
  expect(divide(700, [of("Mara", 0)])).toEqual([{ teacher: null, instrument: null, amountMinor: 700 }])
})
