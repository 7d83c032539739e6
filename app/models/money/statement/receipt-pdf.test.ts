import { expect, test } from "vitest"
import { invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { payInCash } from "../../../../tests/support/payments"
import { textOfPdf } from "../../../../tests/support/pdf"
import { findPayment } from "../payment/payment.server"
import { receiptPdf } from "./receipt-pdf.server"

test("a receipt says its date as the school writes dates, also in its footer", async () => {
  const family = openPayingFamily()
  const recorded = payInCash(family.school, {
    invoiceId: invoiceOver(family.school, family, 5_000),
    amountMinor: 5_000,
  })
  if (!recorded.ok) throw new Error(recorded.reason)
  const payment = findPayment(family.school, recorded.paymentId)
  if (!payment) throw new Error("The payment has gone")
  const { bytes } = await receiptPdf(family.school, payment)
  const text = textOfPdf(bytes).join("\n")
  expect(text).toContain("Receipt, Nov 18, 2026")
  expect(text).not.toContain("2026-11-18")
})
