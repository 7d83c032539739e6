import { expect, test } from "vitest"
import { type PayAllOffer, settledText, toPayText } from "./pay-all"

const money = (amountMinor: number) => `$${amountMinor / 100}`
const offer = (facts: Partial<PayAllOffer>): PayAllOffer => ({
  ...{ count: 3, besideMinor: 0, amountMinor: 9000, isEverything: true, ways: [] },
  ...facts,
})

test("a payment that leaves another family open isn’t called everything", () => {
  const beside = { besideMinor: 5000, isEverything: false }
  expect(toPayText(offer(beside))).toBe("all 3 invoices and the balance due")
  expect(toPayText(offer({ ...beside, count: 1 }))).toBe("1 invoice and the balance due")
  expect(settledText(offer(beside), 0, money)).toBe("You can pay $50 of it now.")
})

test("everything is named so with something beside the invoices only", () => {
  expect(toPayText(offer({}))).toBe("all 3 invoices")
  expect(toPayText(offer({ besideMinor: 5000 }))).toBe("everything")
  expect(settledText(offer({ besideMinor: 5000 }), 0, money)).toBe("Paying everything settles it.")
  expect(settledText(offer({}), 0, money)).toBe("Ask your school how to pay it.")
  expect(settledText(null, 0, money)).toBe("Ask your school how to pay it.")
  expect(settledText(null, 5000, money)).toBe("You can pay $50 of it now.")
})
