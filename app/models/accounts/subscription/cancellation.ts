import { leavingReasons } from "db/schema/choices"

export { leavingReasons }
export type LeavingReason = (typeof leavingReasons)[number]

/** Why schools leave, as the page asks it. */
export const leavingLabels: Record<LeavingReason, string> = {
  price: "It costs too much",
  features: "Something we need is missing",
  "too-hard": "It’s too hard to use",
  "other-product": "We’re moving to another product",
  closing: "The school is closing",
  season: "We’re taking a break",
  other: "Something else",
}
