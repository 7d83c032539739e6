import { formatNumber } from "~/utils/formats"

// What became of an email to one person, in words; safe in the browser.

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

const words: Record<DeliveryState, string> = {
  opened: "opened",
  delivered: "delivered",
  sent: "sent",
  queued: "waiting",
  returned: "came back",
  complained: "marked as spam",
  failed: "couldn’t be sent",
  none: "not emailed",
}
const reasons: Record<NoEmail, string> = {
  "no-email": "no email address",
  blocked: "not emailed: earlier emails came back",
  off: "not emailed: turned these emails off",
  unknown: "not emailed",
}

/** After what says that it is an email: "delivered", "no email address". */
export const deliveryWord = (delivery: Delivery): string =>
  delivery.state === "none" ? reasons[delivery.why] : words[delivery.state]

/** By itself: "Email delivered", "No email address". */
export const deliveryText = (delivery: Delivery): string => {
  const word = deliveryWord(delivery)
  return delivery.state === "none" ? `${word.charAt(0).toUpperCase()}${word.slice(1)}` : `Email ${word}`
}

/** The email didn't arrive, or won't. */
export const isTrouble = (delivery: Delivery): boolean =>
  ["returned", "complained", "failed"].includes(delivery.state) ||
  (delivery.state === "none" && delivery.why === "blocked")

/** "2 opened, 40 delivered, 1 came back": as many as there are people. */
export const deliveryCounts = (deliveries: readonly Delivery[]): string =>
  deliveryStates
    .map((state) => ({ state, n: deliveries.filter((each) => each.state === state).length }))
    .filter(({ n }) => n > 0)
    .map(({ state, n }) => `${formatNumber(n)} ${words[state]}`)
    .join(", ")
