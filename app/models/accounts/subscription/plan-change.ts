/** Why a change or an end of a running subscription did not begin. */
export const planChangeRefusals = {
  "not-running": "There is no running subscription to change.",
  "plan-not-offered": "This plan is not for your kind of school. Choose one below.",
  "same-plan": "This is the plan you have. Choose another plan or period.",
  "renews-today":
    "Your subscription renews within a day. Upgrade tomorrow, once it has renewed. Nothing was changed.",
  "provider-unavailable": "PayPal cannot be reached just now. Nothing was changed; please try again.",
  "cannot-resume":
    "PayPal does not take it up again. Put your way to pay in order in your PayPal account, or end it and choose a plan anew.",
} as const
