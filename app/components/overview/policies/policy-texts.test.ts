import { expect, test } from "vitest"
import { policyText } from "./policy-texts"

test("families read that the school approves a swap where it does, and only there", () => {
  const context = { currency: "USD" } as never
  const read = (rule: "families" | "office") =>
    policyText("swaps", { swaps: { rule } } as never, context).families
  expect(read("families")).toBe("You can swap lesson times with another family that has the same teacher.")
  expect(read("office")).toBe(
    "You can swap lesson times with another family that has the same teacher, if the school approves.",
  )
})
