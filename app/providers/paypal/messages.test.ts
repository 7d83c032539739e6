import { expect, test } from "vitest"
import { readDispute, readLoss, readMessage, subjectOf } from "./messages"

test("what a message is about follows from its kind, and the seam hands on no name of PayPal's", () => {
  expect(subjectOf("BILLING.SUBSCRIPTION.ACTIVATED")).toBe("subscription")
  expect(subjectOf("PAYMENT.SALE.COMPLETED")).toBe("subscription")
  expect(subjectOf("PAYMENT.SALE.REFUNDED")).toBe("plan-refund")
  expect(subjectOf("PAYMENT.CAPTURE.COMPLETED")).toBe("order")
  expect(subjectOf("PAYMENT.CAPTURE.REVERSED")).toBe("refund")
  expect(subjectOf("PAYMENT.REFUND.FAILED")).toBe("refund")
  expect(subjectOf("CUSTOMER.DISPUTE.UPDATED")).toBe("dispute")
  expect(subjectOf("CUSTOMER.DISPUTE.RESOLVED")).toBe("settled-dispute")
  expect(subjectOf("VAULT.PAYMENT-TOKEN.CREATED")).toBeUndefined()
})

test("a refund that names its capture by a link alone is about that capture", () => {
  const links = [{ rel: "up", href: "https://api.example/v2/payments/captures/CAP-1" }]
  const raw = JSON.stringify({ id: "WH-1", event_type: "PAYMENT.CAPTURE.REFUNDED", resource: { links } })
  expect(readMessage(raw)).toEqual({ id: "WH-1", kind: "PAYMENT.CAPTURE.REFUNDED", resourceId: "CAP-1" })
  expect(readMessage("{")).toBeUndefined()
})

test("a dispute is settled by its kind or by its status, and lost only in the payer's favor", () => {
  const raw = JSON.stringify({
    create_time: "2026-11-02T10:00:00Z",
    resource: {
      dispute_id: "PP-D-1",
      status: "RESOLVED",
      dispute_amount: { currency_code: "USD", value: "29.50" },
      dispute_outcome: { outcome_code: "RESOLVED_BUYER_FAVOUR" },
    },
  })
  const at = Date.UTC(2026, 10, 2, 10)
  expect(readDispute("CUSTOMER.DISPUTE.UPDATED", raw)).toEqual({
    disputeId: "PP-D-1",
    isSettled: true,
    isWon: false,
    saidAt: at,
    amountMinor: 2950,
    currency: "USD",
    answerBy: null,
  })
  expect(readLoss("CUSTOMER.DISPUTE.RESOLVED", raw)).toEqual({ writtenAt: at, isLoss: true })
  expect(readLoss("CUSTOMER.DISPUTE.UPDATED", raw)).toEqual({ writtenAt: at, isLoss: false })
})
