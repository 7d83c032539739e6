// What became of an email to one person. Safe in the browser.

/** In the order in which they are counted. `none`: there is no email, and why is beside it. */
export const deliveryStates = [
  "opened",
  "delivered",
  "sent",
  "queued",
  "returned",
  "complained",
  "failed",
  "none",
] as const
export type DeliveryState = (typeof deliveryStates)[number]
/** Why no email left: no address, earlier ones came back, or they turned these off; `unknown` where none of these is so. */
export type NoEmail = "no-email" | "blocked" | "off" | "unknown"
export type Delivery = { state: Exclude<DeliveryState, "none"> } | { state: "none"; why: NoEmail }

/** The email didn't arrive, or won't. */
export const isTrouble = (delivery: Delivery): boolean =>
  ["returned", "complained", "failed"].includes(delivery.state) ||
  (delivery.state === "none" && delivery.why === "blocked")
