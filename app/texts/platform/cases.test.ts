import { expect, test } from "vitest"
import { caseAdvice, caseFacts } from "./cases"

test("a case says what was chosen and paid, what PayPal says, and what to do", () => {
  const facts = {
    differences: ["plan"],
    plan: "professional",
    interval: "yearly",
    priceMinor: 39_900,
    paidMinor: 14_900,
    currency: "USD",
    reported: "Standard, yearly",
    providerSubscriptionId: "I-1",
    attempt: "01a1",
  }
  expect(caseFacts(facts)).toEqual([
    ["Chosen", "Professional, yearly"],
    ["Price", "$399.00"],
    ["Paid", "$149.00"],
    ["PayPal says", "Standard, yearly"],
    ["PayPal ID", "I-1"],
  ])
  expect(caseAdvice("mismatch", facts)).toContain("Check with PayPal")
  expect(caseAdvice("mismatch", { isSecond: true })).toBe("Refund what the second subscription charged.")
})

test("facts of an older version are left out, not guessed", () => {
  expect(caseFacts({ differences: "plan", plan: 7, paidMinor: "x" })).toEqual([])
  expect(caseAdvice("unheard-of", {})).toBe("Check with PayPal.")
})
