// How long a block lasts. Safe in the browser.

export const blockDays = ["1", "7", "30", "until-lifted"] as const

export const blockDayLabels: Record<(typeof blockDays)[number], string> = {
  "1": "1 day",
  "7": "7 days",
  "30": "30 days",
  "until-lifted": "Until someone lifts it",
}
