// How long notices last and what incidents say. Safe in the browser.

export const durations = ["15", "30", "60", "120", "240", "480", "1440"] as const

export const durationLabels: Record<(typeof durations)[number], string> = {
  "15": "15 minutes",
  "30": "30 minutes",
  "60": "1 hour",
  "120": "2 hours",
  "240": "4 hours",
  "480": "8 hours",
  "1440": "1 day",
}

export const impacts = ["degraded", "outage"] as const

export const impactLabels: Record<(typeof impacts)[number], string> = {
  degraded: "Something doesn’t work",
  outage: "Tutti can’t be used",
}

export const updateStates = ["investigating", "identified", "monitoring", "resolved"] as const
export type UpdateState = (typeof updateStates)[number]

export const updateLabels: Record<UpdateState, string> = {
  investigating: "Investigating",
  identified: "Identified",
  monitoring: "Monitoring",
  resolved: "Resolved",
}
