import type { SupportMode } from "~/models/platform/support/support"

/** The name of the other side in each conversation. */
export const otherName: Record<SupportMode, string> = { ai: "Assistant", admin: "Tutti staff" }

/** The purpose of each conversation, shown while it is empty. */
export const emptyTexts: Record<SupportMode, string> = {
  ai: "Ask how something works. The assistant answers at once from the help articles, and says so when it does not know.",
  admin: "Write to the people behind Tutti. Their answer appears here.",
}

export const presenceText = (isOnline: boolean): string =>
  isOnline ? "Somebody is here now." : "Nobody is here right now. We answer within 24 hours."
