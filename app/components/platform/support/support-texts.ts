import type { SupportMode } from "~/models/platform/support/support"

/** The name of the other side in each conversation. */
export const otherName: Record<SupportMode, string> = { ai: "Assistant", admin: "Tutti staff" }

/** The purpose of each conversation, shown while it is empty. */
export const emptyTexts: Record<SupportMode, string> = {
  ai: "Ask how something works. The assistant answers from the help articles, and tells you when it doesn’t know.",
  admin:
    "Write to the Tutti team. We’ll answer here, and we also see what you asked the assistant in the day before.",
}

export const presenceText = (isOnline: boolean): string =>
  isOnline ? "We’re online now." : "We’re offline right now. We answer within 24 hours."
