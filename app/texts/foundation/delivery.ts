import {
  type Delivery,
  type DeliveryState,
  deliveryStates,
  type NoEmail,
} from "~/models/foundation/outbox/delivery"
import { formatNumber } from "~/utils/formats"

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

/** "2 opened, 40 delivered, 1 came back": as many as there are people. */
export const deliveryCounts = (deliveries: readonly Delivery[]): string =>
  deliveryStates
    .map((state) => ({ state, n: deliveries.filter((each) => each.state === state).length }))
    .filter(({ n }) => n > 0)
    .map(({ state, n }) => `${formatNumber(n)} ${words[state]}`)
    .join(", ")
