import type { textStates } from "db/schema/choices"

// What became of an email, a text message and a notification to one person. Safe in the browser.

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

/** What became of a text message or a notification that went with an email; `why` is the reason's code where it didn't leave or waits. */
export type PhoneDelivery = {
  channel: "text" | "push"
  memberId: string | null
  /** The ID of the email. */
  event: string
  state: (typeof textStates)[number]
  why: string | null
}

/** Of several devices, or several texts, what went farthest says what became of them; the last one of what went equally far. */
export function farthest(several: readonly PhoneDelivery[], channel: PhoneDelivery["channel"]) {
  return several
    .filter((one) => one.channel === channel)
    .reduce<PhoneDelivery | undefined>(
      (best, one) => (best && far.indexOf(best.state) > far.indexOf(one.state) ? best : one),
      undefined,
    )
}
const far: readonly PhoneDelivery["state"][] = [
  "withheld",
  "failed",
  "queued",
  "accepted",
  "sent",
  "delivered",
]

/** The email didn't arrive, or won't. */
export const isTrouble = (delivery: Delivery): boolean =>
  ["returned", "complained", "failed"].includes(delivery.state) ||
  (delivery.state === "none" && delivery.why === "blocked")
