import type { EndRefusal } from "~/models/platform/school-money/end-subscription.server"
import type { RefundRefusal } from "~/models/platform/school-money/refund-school.server"

export const refundRefusals: Record<RefundRefusal, string> = {
  "no-payment": "Choose one of this school’s payments.",
  "too-much": "That’s more than is left of this payment.",
  "sent-before":
    "You sent this form before with another payment or amount, and that refund may have gone through. Check the refunds on this page, then reload it to make another.",
  changed:
    "Someone else refunded a payment of this school while you were here. Check the refunds on this page, then send this one if it’s still right.",
  refused: "PayPal refused this refund. Check the payment in PayPal.",
  "provider-unavailable":
    "We can’t reach PayPal right now. Send the refund again: a refund that went through isn’t made twice.",
}

export const endRefusals: Record<EndRefusal, string> = {
  "no-plan": "This school has no paid subscription to end.",
  "late-date": "Choose a day from today to the end of the paid time.",
  "provider-unavailable":
    "We can’t reach PayPal right now, so nothing was changed. Try again in a few minutes.",
}
