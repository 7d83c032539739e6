/** Why a change or an end of a running subscription did not begin. */
export const planChangeRefusals = {
  "not-running": "There is no running subscription to change.",
  "plan-not-offered": "This plan is not for your kind of school. Choose one below.",
  "same-plan": "This is the plan you have. Choose another plan or period.",
  "provider-unavailable": "PayPal cannot be reached just now. Nothing was changed; please try again.",
} as const
