import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { atOnce } from "~/utils/in-turns"
import type { ReadEntry } from "./bank-entry"
import { type KnownEntry, looksSame, placing } from "./same-transfer.server"

const one: ReadEntry = {
  bookedOn: "2026-11-19",
  amountMinor: 4250,
  currency: "EUR",
  payerName: "Mateo Okafor",
  reference: "RG 2026-0042",
  bankReference: null,
}

/** Uploads one file after the other; what is kept after each. */
function upload(files: readonly (readonly ReadEntry[])[]): KnownEntry[] {
  const kept: KnownEntry[] = []
  for (const file of files)
    for (const [index, { entryKey, knownId, isNumbered }] of atOnce(placing(file, [...kept])).entries()) {
      const entry = file[index] ?? one
      const known = kept.find(({ id }) => id === knownId)
      if (!known) kept.push({ ...entry, id: String(kept.length), entryKey })
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
