import { platformProvider } from "~/utils/payment-providers"

// What happens to a school’s access when its subscription is refunded or ended. Safe in the browser.

export const endings = ["keep", "at-end", "on-date", "now"] as const
export type Ending = (typeof endings)[number]

export const endingLabels: Record<Ending, string> = {
  keep: "Keep the subscription as it is",
  "at-end": "Cancel it, and keep access until the end of the paid time",
  "on-date": "Cancel it, and end access on a date",
  now: "Cancel it, and end access now",
}

/** How a refund came about, as the staff's list says it. */
export const refundOrigins = {
  staff: "By our staff",
  credit: "From account credit",
  provider: `At ${platformProvider}`,
  reversal: "Reversed by the payer’s bank",
}

/** How far a refund is, as the staff's list says it. */
export const refundStateLabels = {
  asked: `Not answered by ${platformProvider}`,
  held: `Pending at ${platformProvider}`,
  done: "Refunded",
  refused: `Refused by ${platformProvider}`,
  failed: `Failed at ${platformProvider}`,
}
