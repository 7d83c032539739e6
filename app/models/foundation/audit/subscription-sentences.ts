import { because } from "./sentence-parts"

// How the events of a school's subscription to us read. Safe in the browser.

/** What the school reads of an act of our staff. */
type StaffNote = { text: string }

export const subscriptionSentences = {
  "subscription-attempt.cancelled": () => "canceled the subscription payment",
  "subscription-attempt.declined": () => "had the subscription payment declined",
  "subscription-attempt.mismatch": () => "paid for a subscription that doesn’t match the plan",
  "subscription.activate": () => "activated the subscription",
  "subscription.ask-activation": () => "requested activation of the subscription",
  "subscription.ask-plan-change": () => "requested a plan change",
  "subscription.cancel": () => "canceled the subscription",
  "subscription.change-plan": () => "changed the plan",
  "subscription.change-billing-address": () => "changed the billing address for receipts",
  "subscription.check-with-provider": (_: StaffNote) => "checked the subscription with PayPal",
  "subscription.end-renewal": () => "turned off subscription renewal",
  "subscription.end-replaced": () => "ended the replaced subscription",
  "subscription.end-by-staff": ({ text }: StaffNote) => `ended the subscription${because(text)}`,
  "subscription.expire": () => "recorded the end of the subscription",
  "subscription.extend": ({ text }: StaffNote) => `extended the subscription${because(text)}`,
  "subscription.fail-renewal": () => "recorded a failed payment for the subscription",
  "subscription.keep": () => "kept the subscription after all",
  "subscription.pay-due": () => "paid what was due for the subscription",
  "subscription.recover-renewal": () => "recorded the payment that had failed",
  "subscription.refund": ({ text }: StaffNote) => `refunded a payment${because(text)}`,
  "subscription.reactivate": () => "reactivated the subscription",
  "subscription.refuse": () => "reported an unknown subscription",
  "subscription.renew": () => "renewed the subscription",
  "subscription.reset": () => "set the subscription back to pending",
  "subscription.restore": ({ text }: StaffNote) => `reopened the school${because(text)}`,
  "subscription.schedule-plan": () => "scheduled a plan change",
  "subscription.resume": () => "resumed the subscription",
  "subscription.give-credit": ({ text }: StaffNote) => `gave the school account credit${because(text)}`,
  "subscription.take-back-credit": ({ text }: StaffNote) => `removed account credit${because(text)}`,
  "subscription.use-credit": ({ amount }: { amount?: string }) =>
    `refunded ${amount ?? "a payment"} from the account credit`,
  "subscription.use-coupon": ({ code }: { code?: string }) =>
    `used ${code ? `the code ${code}` : "a coupon code"}`,
  "subscription.suspend": () => "recorded a suspension of the subscription by PayPal",
  "subscription.suspend-by-staff": ({ text }: StaffNote) => `suspended the school${because(text)}`,
}
