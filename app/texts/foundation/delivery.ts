import {
  type Delivery,
  type DeliveryState,
  deliveryStates,
  type NoEmail,
  type PhoneDelivery,
} from "~/models/foundation/outbox/delivery"
import type { PushReason } from "~/models/foundation/push/push"
import { formatNumber } from "~/utils/formats"
import { upperFirst } from "~/utils/names"
import { reasonText, textStateLabels } from "./text-messages"

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
  return delivery.state === "none" ? upperFirst(word) : `Email ${word}`
}

/** "2 opened, 40 delivered, 1 came back": as many as there are people. */
export const deliveryCounts = (deliveries: readonly Delivery[]): string =>
  deliveryStates
    .map((state) => ({ state, n: deliveries.filter((each) => each.state === state).length }))
    .filter(({ n }) => n > 0)
    .map(({ state, n }) => `${formatNumber(n)} ${words[state]}`)
    .join(", ")

const pushReasons: Record<PushReason, string> = {
  quiet: "It leaves when their quiet hours end.",
  off: "They turned notifications off or logged out.",
  "no-service": "Tutti can’t send to their browser’s notification service.",
  old: "It was too late to be useful.",
  gone: "Their browser no longer takes notifications.",
  refused: "Their browser’s notification service didn’t take it.",
}
const channelNames = { text: "Text", push: "Notification" } as const

/** A line of its own: "Text delivered", "Notification not sent. They turned notifications off or logged out." */
export function phoneText({ channel, state, why }: Pick<PhoneDelivery, "channel" | "state" | "why">): string {
  const reason = channel === "text" ? reasonText(why) : pushReasons[why as PushReason]
  return [`${channelNames[channel]} ${textStateLabels[state].toLowerCase()}`, reason]
    .filter(Boolean)
    .join(". ")
}

const phoneStates = ["delivered", "sent", "accepted", "queued", "failed", "withheld"] as const

/** "Texts: 40 delivered, 1 not sent": what went farthest for each person, on one channel; empty without any. */
export function phoneCounts(channel: PhoneDelivery["channel"], farthest: readonly PhoneDelivery[]): string {
  const counts = phoneStates
    .map((state) => ({
      state,
      n: farthest.filter((one) => one.channel === channel && one.state === state).length,
    }))
    .filter(({ n }) => n > 0)
    .map(({ state, n }) => `${formatNumber(n)} ${textStateLabels[state].toLowerCase()}`)
  return counts.length === 0 ? "" : `${channelNames[channel]}s: ${counts.join(", ")}`
}
