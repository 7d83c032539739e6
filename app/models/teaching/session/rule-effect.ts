// What a new weekly time does to the sessions that exist. Safe in the browser.

type When = { date: string; startTime: string }

/** Why a session stays where it is: it has happened, was moved or canceled, or its new day is closed. */
export type KeptReason = "register" | "begun" | "cancelled" | "by-hand" | "closure"

export type RuleEffect = {
  moved: { id: string; was: When; now: When }[]
  made: number
  removed: When[]
  kept: (When & { id: string; why: KeptReason })[]
}
