import { expect, expectTypeOf, test } from "vitest"
import { outcomeKey, type ProviderOutcome, textOfOutcome } from "./provider-outcome"

test.each<[ProviderOutcome, key: string, text: string]>([
  [{ kind: "not-ours" }, "not-ours", "Not ours"],
  [{ kind: "orphan", state: "paid" }, "orphan.paid", "Canceled registration, paid"],
  [{ kind: "dispute", state: "family" }, "dispute.family", "Dispute of a family’s payment"],
  [{ kind: "order", state: "not-needed" }, "order.not-needed", "Not needed"],
  [{ kind: "order", state: "being-paid" }, "order.being-paid", "Another payment processing"],
  [{ kind: "refunds", state: "refunded" }, "refunds.refunded", "Refunded"],
])("an outcome is stored by its key and shown as text: %o", (outcome, key, text) => {
  expect(outcomeKey(outcome)).toBe(key)
  expect(textOfOutcome(key)).toBe(text)
})

test("an outcome of another version is shown by its key", () => {
  expect(textOfOutcome("order.sent-back")).toBe("order.sent-back")
  expect(textOfOutcome("constructor")).toBe("constructor")
})

test("a state belongs to its kind, and a message that could not be asked about has no outcome", () => {
  // The type check of the project proves these.
  expectTypeOf<{ kind: "orphan"; state: "refunded" }>().not.toExtend<ProviderOutcome>()
  expectTypeOf<{ kind: "unreachable" }>().not.toExtend<ProviderOutcome>()
  expectTypeOf<string>().not.toExtend<ProviderOutcome>()
})
