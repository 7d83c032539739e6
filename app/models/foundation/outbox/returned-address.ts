// An address that can't be mailed, in words; safe in the browser.

export type ReturnKind = "bounced" | "complained"

export const returnTexts: Record<ReturnKind, string> = {
  bounced: "Emails come back",
  complained: "Marked as spam",
}

/** Why nothing more is sent there. */
export const returnReasons: Record<ReturnKind, string> = {
  bounced: "The receiving server refuses emails to this address.",
  complained: "Someone marked one of our emails to this address as spam.",
}
