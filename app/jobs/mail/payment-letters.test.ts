import { expect, test } from "vitest"
import { paymentReversedLetter } from "./payment-letters"

const reversed = {
  schoolName: "Harmony School of Music",
  recipientName: "Mei Okafor",
  amount: "$330.00",
  receivedOn: "November 27, 2026",
  numbers: "2026-0207 and 2026-0250",
  parts: { due: "$162.50", credit: "$167.50" },
  reason: "Wrong family",
}

test("a payment taken back names what is due again, not all of it where a part was account credit", () => {
  const due = (data: Partial<typeof reversed>) =>
    paymentReversedLetter({ ...reversed, ...data }).paragraphs.at(-1)
  expect(due({})).toBe(
    "$162.50 is due again on invoices 2026-0207 and 2026-0250. $167.50 of it was account credit.",
  )
  // Queued before it said so.
  expect(due({ numbers: "2026-0207", parts: undefined })).toBe(
    "The amount is due again on invoice 2026-0207.",
  )
})
