import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { atOnce } from "~/utils/in-turns"
import type { ReadEntry } from "./bank-entry"
import { forgottenKey, type KnownEntry, looksSame, placing } from "./same-transfer.server"

const one: ReadEntry = {
  bookedOn: "2026-11-19",
  amountMinor: 4250,
  currency: "EUR",
  payerName: "Mateo Okafor",
  reference: "RG 2026-0042",
  bankReference: null,
}

/** Uploads one file after the other; what is kept after each. */
function upload(files: readonly (readonly ReadEntry[])[], state = "open"): KnownEntry[] {
  const kept: KnownEntry[] = []
  for (const file of files)
    for (const [index, placed] of atOnce(placing(file, [...kept])).entries()) {
      const { entryKey, knownId, isNumbered, insteadOfId } = placed
      const { partOf: _, ...entry } = file[index] ?? one
      const known = kept.find(({ id }) => id === knownId)
      const whole = kept.find(({ id }) => id === insteadOfId)
      if (whole) whole.state = "ignored"
      if (!known) kept.push({ ...entry, id: String(kept.length), entryKey, state })
      else if (isNumbered) Object.assign(known, { entryKey, bankReference: entry.bankReference })
    }
  return kept
}

describe("a transfer of several files", () => {
  const csv = [one, { ...one, payerName: "MATEO OKAFOR" }]
  const camt = csv.map((entry, index) => ({ ...entry, bankReference: `B${index}` }))

  test("is taken once; two alike in one file are two", () => {
    expect(upload([csv, csv])).toHaveLength(2)
    expect(upload([csv, camt]).map(({ bankReference }) => bankReference)).toEqual(["B0", "B1"])
    expect(upload([camt, csv, camt])).toHaveLength(2)
    expect(upload([csv.slice(1), camt, csv])).toHaveLength(2)
    expect(upload([camt.slice(0, 1), camt.slice(1)])).toHaveLength(2)
  })

  describe("of which one file has the sum alone and another its parts", () => {
    const whole = { ...one, amountMinor: 12_750, payerName: "", reference: "", bankReference: "N1" }
    const parts = [
      { ...one, amountMinor: 8500, payerName: "Anna Roth", bankReference: "T1", partOf: "N1" },
      { ...one, amountMinor: 4250, payerName: "Beat Frei", bankReference: "T2", partOf: "N1" },
    ]
    const counted = (files: ReadEntry[][], state?: string) =>
      upload(files, state)
        .filter((each) => each.state !== "ignored")
        .map(({ amountMinor }) => amountMinor)

    test("is its parts, whichever file comes first and however often", () => {
      expect(counted([parts, [whole], parts])).toEqual([8500, 4250])
      expect(counted([[whole], parts, [whole], parts])).toEqual([8500, 4250])
      expect(counted([[whole], parts.slice(0, 1), parts])).toEqual([8500, 4250])
    })

    test("stays the sum where that was recorded", () =>
      expect(counted([[whole], parts], "recorded")).toEqual([12_750]))

    test("is another transfer where the number, the day or the sum is another", () => {
      for (const facts of [{ bankReference: "N2" }, { bookedOn: "2026-11-20" }, { amountMinor: 12_751 }])
        expect(counted([parts, [{ ...whole, ...facts }]])).toHaveLength(3)
    })

    test("and whose payer was erased is still known by its number", () => {
      const [known] = upload([parts.slice(0, 1)])
      expect(known && forgottenKey(known)).toMatch(/^forgotten\|.*\|of:N1$/)
    })
  })

  test("over any order of whole statements as CSV and CAMT, each is there once", () => {
    const transfer = fc.record({
      amountMinor: fc.constantFrom(100, 200),
      payerName: fc.constantFrom("A. B", "C"),
      reference: fc.constantFrom("x", ""),
    })
    fc.assert(
      fc.property(
        fc.array(transfer, { maxLength: 8 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
        (transfers, kinds) => {
          const asCsv = transfers.map((facts) => ({ ...one, ...facts }))
          const asCamt = asCsv.map((entry, index) => ({ ...entry, bankReference: `B${index}` }))
          const kept = upload(kinds.map((isCamt) => (isCamt ? asCamt : asCsv)))
          expect(kept).toHaveLength(transfers.length)
          expect(new Set(kept.map(({ entryKey }) => entryKey)).size).toBe(kept.length)
        },
      ),
      { numRuns: 2000 },
    )
  })

  test("may be the same though the files tell it differently", () => {
    const inCamt = { ...one, bankReference: "B1" }
    const told = (facts: Partial<ReadEntry>) => looksSame(inCamt, { ...one, ...facts })
    expect(told({ reference: "SVWZ+RG 2026-0042 EREF+77", bookedOn: "2026-11-20" })).toBe(true)
    expect(told({ payerName: "" })).toBe(true)
    expect(told({ reference: "Gutschrift" })).toBe(true)
    expect(told({ reference: "Gutschrift", bookedOn: "2026-11-20" })).toBe(false)
    expect(told({ bookedOn: "2026-11-24", payerName: "" })).toBe(false)
    expect(told({ amountMinor: 4251 })).toBe(false)
    expect(told({ payerName: "Jonas Haddad", reference: "Lessons" })).toBe(false)
    // A row that was pending has more text once it is booked; two children paid by one are two.
    expect(looksSame(one, { ...one, reference: "RG 2026-0042 EREF 77" })).toBe(true)
    expect(looksSame(one, { ...one, reference: "RG 2026-0043" })).toBe(false)
    // Two numbers of the bank, or two rows of CSV, are two transfers.
    expect(looksSame(inCamt, { ...one, bankReference: "B2" })).toBe(false)
    expect(looksSame(one, { ...one, bookedOn: "2026-11-20" })).toBe(false)
    expect(looksSame(one, { ...one })).toBe(false)
  })
})
