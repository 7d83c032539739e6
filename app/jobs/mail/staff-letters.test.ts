import { expect, test } from "vitest"
import { staffLetters } from "./staff-letters"

test("a new case says what was found and what to do, whatever it is about", () => {
  const dispute = staffLetters["case-opened"]({
    schoolName: "Sordino School",
    reason: "dispute",
    facts: JSON.stringify({ paymentId: "PAY-1", amountMinor: 14_900, currency: "USD" }),
  })
  expect(dispute).toMatchObject({
    subject: "Sordino School: Payment disputed",
    paragraphs: [expect.stringContaining("Answer the dispute in PayPal.")],
    facts: [
      ["Payment", "$149.00"],
      ["Payment ID", "PAY-1"],
    ],
  })
  const unknown = staffLetters["case-opened"]({ schoolName: "Coda School", reason: "new", facts: "{}" })
  expect(unknown).toMatchObject({ subject: "Coda School: Needs review", facts: [] })
})
