// What a block keeps from whom, and how long. Safe in the browser.

export type BlockKind = "network" | "sending" | "saving" | "deletion"
/** What only concerns one school's own data. */
export const holdKinds = ["saving", "deletion"] as const
export type HoldKind = (typeof holdKinds)[number]

export const blockLabels: Record<BlockKind, string> = {
  network: "Network",
  sending: "Emails",
  saving: "Read-only",
  deletion: "Legal hold",
}

export const blockDays = ["1", "7", "30", "until-lifted"] as const

export const blockDayLabels: Record<(typeof blockDays)[number], string> = {
  "1": "1 day",
  "7": "7 days",
  "30": "30 days",
  "until-lifted": "Until someone lifts it",
}
