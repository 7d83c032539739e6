import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { readAnswerFilter } from "./answer-filter"
import { answerText, fieldKinds, readAnswer, typedAnswer } from "./custom-field"

// How an answer is read, kept and shown.

const field = (kind: (typeof fieldKinds)[number], choices: string[] = []) => ({ kind, choices })
const keptAs = (kind: (typeof fieldKinds)[number], typed: string) => {
  const read = readAnswer(field(kind), typed)
  return read.ok ? read.value : undefined
}

describe("an answer", () => {
  test("is a number in the school's signs or with a decimal of either kind", () => {
    expect(["1,234.5", "12.50", "-3", " 7 ", "1,5", "1,500"].map((typed) => keptAs("number", typed))).toEqual(
      ["1234.5", "12.5", "-3", "7", "1.5", "1500"],
    )
    for (const wrong of ["abc", "1e9", "--2", "12345678901234567890", "1.2.3", "Infinity"])
      expect(keptAs("number", wrong)).toBeUndefined()
  })

  test("is a day of the calendar, yes or no, or one of the choices", () => {
    expect(keptAs("date", "2026-02-28")).toBe("2026-02-28")
    expect(keptAs("date", "2026-02-30")).toBeUndefined()
    expect(["Yes", "n", "TRUE"].map((typed) => keptAs("yes_no", typed))).toEqual(["yes", "no", "yes"])
    expect(keptAs("yes_no", "maybe")).toBeUndefined()
    const sizes = field("choice", ["S", "M"])
    expect(readAnswer(sizes, "m")).toEqual({ ok: true, value: "M" })
    expect(readAnswer(sizes, "XL").ok).toBe(false)
    expect(readAnswer(sizes, "XL", "XL")).toEqual({ ok: true, value: "XL" })
  })

  test("typed again as it was kept stays the same, whatever it is", () => {
    fc.assert(
      fc.property(fc.constantFrom(...fieldKinds), fc.string({ maxLength: 520 }), (kind, typed) => {
        const read = readAnswer(field(kind), typed)
        if (!read.ok || read.value === null) return
        expect(read.value.length).toBeLessThanOrEqual(500)
        expect(answerText(field(kind), read.value)).not.toBe("")
        expect(readAnswer(field(kind), typedAnswer(field(kind), read.value))).toEqual(read)
      }),
    )
  })

  test("nothing typed is no answer", () => {
    for (const kind of fieldKinds) expect(keptAs(kind, "  ")).toBeNull()
  })
})

test("a list's address is read for a few fields and nothing else", () => {
  expect(readAnswerFilter(new URLSearchParams("q=a&status=x"))).toBeUndefined()
  expect(readAnswerFilter(new URLSearchParams("field-a1=Yes&field-b.c=1&field-d=&field-e-from=2"))).toEqual({
    "field-a1": "Yes",
    "field-e-from": "2",
  })
  const many = new URLSearchParams(Array.from({ length: 40 }, (_, n) => [`field-${n}`, "x"]))
  expect(Object.keys(readAnswerFilter(many) ?? {})).toHaveLength(10)
})
