/** Why a change or an end of a running subscription did not begin. */
export const planChangeRefusals = {
  "not-running": "You don’t have an active subscription to change.",
  "plan-not-offered": "This plan isn’t available for your type of school. Choose one below.",
  "same-plan": "You’re already on this plan. Choose another plan or billing period.",
  "renews-today": "Your subscription renews within a day. Upgrade tomorrow, after it renews.",
  "provider-unavailable":
    "We can’t reach PayPal right now, so your plan hasn’t changed. Try again in a few minutes.",
  "not-leaving": "This subscription has ended at PayPal. Choose a plan to continue.",
  "not-due": "Nothing is due. Reload the page to see your subscription.",
  declined: "PayPal couldn’t charge your payment method. Check it in PayPal, then try again.",
  "cannot-resume":
    "PayPal can’t resume this subscription. Update your payment method in PayPal, or cancel the subscription and choose a plan again.",
} as const
