import fc from "fast-check"
import { expect, test } from "vitest"
import { fold, foldToFind } from "./names"

test("names are the same without case, accents and punctuation", () => {
  expect(fold("Müller, JÖRG")).toBe("muller jorg")
  expect(fold("  O’Brien-Smith 2nd! ")).toBe("o brien smith 2nd")
})

test("a name with an apostrophe is found with and without it", () => {
  expect(foldToFind("Niamh O’Brien")).toBe("niamh o brien niamh obrien")
  expect(foldToFind("Mateo Okafor")).toBe("mateo okafor")
})

test("a name with letters of English alone is folded as within one of any letters", () => {
  const letters = fc.constantFrom(..."abzAZ09 -'.,\t\n~\u007fßéØ\u212a\u0130")
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 12 }), (text) => {
      expect(fold(`${text} é`)).toBe(`${fold(text)} e`.trim())
    }),
  )
})
