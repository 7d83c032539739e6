import { expect, test } from "vitest"
import { paymentLetters, paymentReversedLetter } from "./payment-letters"

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

test("a won chargeback names what it pays, some of it perhaps for the first time", () => {
  const facts = {
    schoolName: "Harmony School of Music",
    name: "Ada",
    kind: "won" as const,
    amount: "$200.00",
  }
  const said = (numbers: string | null) =>
    paymentLetters["payment-refunded"]({
      ...{ ...facts, numbers, payerName: "Jonas Haddad", owed: null, paymentId: "p" },
    }).paragraphs.at(-1)
  expect([said("12"), said("12, 14"), said(null)]).toEqual([
    "It pays invoice 12.",
    "It pays invoices 12, 14.",
    "It’s account credit.",
  ])
})

test("a refund says when it arrives where a provider sends it back, and names each invoice that is due again", () => {
  const said = (more: { isSentBack?: boolean; dueAgain?: { amount: string; numbers: string } }) =>
    paymentLetters["refund-given"]({
      ...{ schoolName: "Harmony School of Music", recipientName: "Mei Okafor", amount: "$50.00" },
      ...{ method: "Visa ending 4242", refundedOn: "December 2, 2026", reason: null, ...more },
    }).paragraphs
  expect(said({ isSentBack: true, dueAgain: { amount: "$50.00", numbers: "12, 14" } })).toEqual([
    "Harmony School of Music refunded $50.00 to you. It goes back the way you paid, and can take up to 10 business days to arrive.",
    "$50.00 is due again on invoices 12, 14, unless your school credits them.",
  ])
  expect(said({ dueAgain: { amount: "$50.00", numbers: "12" } })).toEqual([
    "Harmony School of Music refunded $50.00 to you.",
    "$50.00 is due again on invoice 12, unless your school credits it.",
  ])
})

test("a dispute that was won says so, and that nothing changes", () => {
  const { subject, paragraphs } = paymentLetters["payment-refunded"]({
    ...{ schoolName: "Harmony School of Music", name: "Ada", kind: "kept" as const, amount: "$200.00" },
    ...{ payerName: "Jonas Haddad", numbers: null, paymentId: "p", provider: "Stripe" },
  })
  expect([subject, ...paragraphs]).toEqual([
    "You won the dispute of $200.00 from Jonas Haddad",
    "Stripe reports that the dispute of $200.00 of a payment from Jonas Haddad was decided for you.",
    "You keep the payment, and your invoices don’t change.",
  ])
})

test("a dispute says by when it is answered and with what", () => {
  const said = (until: { answerBy?: string }) =>
    paymentLetters["payment-refunded"]({
      ...{
        schoolName: "Harmony School of Music",
        name: "Ada",
        kind: "disputed" as const,
        amount: "$200.00",
        numbers: null,
      },
      ...{ payerName: "Jonas Haddad", owed: null, paymentId: "p", provider: "Stripe", ...until },
    }).paragraphs[1]
  expect(said({ answerBy: "December 15, 2026" })).toBe(
    "Answer it in Stripe by December 15, 2026. Hand in the invoice, the attendance of its lessons, your policies and what you wrote with the family.",
  )
  expect(said({})).toBe("Look at it in Stripe.")
})
