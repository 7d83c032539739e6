import { pageOf } from "~/utils/page-number"

// The list of families: what it can be narrowed to. Safe in the browser.

export const familyStates = ["current", "all", "owing", "no-portal"] as const
export type FamilyState = (typeof familyStates)[number]

export const familyStateLabels: Record<FamilyState, string> = {
  current: "With current students",
  all: "All families",
  owing: "Balance due",
  "no-portal": "Not in the portal yet",
}

export type FamilyQuery = { search?: string; state: FamilyState; page: number }

/** What an address asks for; anything unusable is left out, not refused. */
export function readFamilyQuery(parameters: URLSearchParams): FamilyQuery {
  return {
    search: parameters.get("q")?.trim().slice(0, 100) || undefined,
    state: familyStates.find((state) => state === parameters.get("state")) ?? "current",
    page: pageOf(parameters),
  }
}
