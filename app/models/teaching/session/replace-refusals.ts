import { slotMessages } from "./slot-refusals"

export type ReplaceRefusal = "no-session" | "has-register" | "is-cancelled" | "no-place" | "gives-it"

const messages: Record<ReplaceRefusal, string> = {
  "no-session": "This lesson no longer exists.",
  "has-register": "Attendance is taken, so its teachers stay as they are.",
  "is-cancelled": "This lesson is canceled. Restore it first.",
  "no-place": "This teacher no longer gives this lesson with others. Reload the page.",
  "gives-it": "This teacher gives this lesson already. Choose another.",
}

type Refusal = { reason: ReplaceRefusal } | Parameters<typeof slotMessages>[0]

/** Why a co-teacher can't be replaced in a lesson. */
export const replaceText = (refusal: Refusal): string =>
  isOwn(refusal) ? messages[refusal.reason] : Object.values(slotMessages(refusal).messages).join(" ")

const isOwn = (refusal: Refusal): refusal is { reason: ReplaceRefusal } => refusal.reason in messages
