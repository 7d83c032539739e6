import fc from "fast-check"
import { markCodes } from "~/models/accounts/outcome/outcome"

/** A step in the history of a school of two siblings and six lessons that sells packages of two. */
export const packageStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("take" as const),
      at: fc.nat({ max: 5 }),
      codes: fc.array(fc.constantFrom(...markCodes), { minLength: 2, maxLength: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("sell" as const), whose: fc.nat({ max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("end" as const), which: fc.nat({ max: 3 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("waive" as const), which: fc.nat({ max: 11 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("invoice" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("rule" as const),
      beyond: fc.constantFrom("charge" as const, "wait" as const),
    }),
  },
)

export type PackageStep = typeof packageStep extends fc.Arbitrary<infer Step> ? Step : never
