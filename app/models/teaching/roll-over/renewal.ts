// Whether a student continues in the next term. Safe in the browser.

export const renewalStates = ["asked", "confirmed", "declined"] as const
export type RenewalState = (typeof renewalStates)[number]

export const renewalLabels: Record<RenewalState, string> = {
  asked: "No answer yet",
  confirmed: "Continues",
  declined: "Doesn’t continue",
}
