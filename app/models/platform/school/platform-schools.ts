import { type StandingKind, standings } from "~/models/accounts/subscription/subscription"
import { pageOf } from "~/utils/page-number"

// The list of all schools, for the platform's staff; safe in the browser.

export type SchoolFilter = { search: string; state: StandingKind | "all" }

export type ListedSchool = {
  id: string
  name: string
  kind: "school" | "solo"
  /** The plan's name, or null before one is chosen. */
  planName: string | null
  interval: "monthly" | "yearly" | null
  state: StandingKind
  /** People with a login in the school, families included. */
  members: number
  /** UTC ms. */
  createdAt: number
}

/** Filter and page (from 1) from an address. */
export function readSchoolQuery(search: URLSearchParams): { filter: SchoolFilter; page: number } {
  return {
    filter: {
      search: (search.get("q") ?? "").trim().slice(0, 100),
      state: standings.find((state) => state === search.get("state")) ?? "all",
    },
    page: pageOf(search),
  }
}

export const writeSchoolQuery = (filter: SchoolFilter) => ({
  q: filter.search || undefined,
  state: filter.state === "all" ? undefined : filter.state,
})

/** By how many days staff extend what a school has. */
export const extensionDays = ["7", "14", "30", "90"] as const

/** How each standing is drawn: whole note for what runs, half for what waits, a cross for what is wrong. */
export const standingHeads: Record<
  StandingKind,
  { head: "on" | "half" | "x" | "rest"; tone?: "ok" | "bad" }
> = {
  active: { head: "on", tone: "ok" },
  extended: { head: "on" },
  ending: { head: "half" },
  "payment-failed": { head: "x", tone: "bad" },
  suspended: { head: "x", tone: "bad" },
  held: { head: "x", tone: "bad" },
  expired: { head: "x", tone: "bad" },
  pending: { head: "half" },
  unpaid: { head: "half" },
  none: { head: "rest" },
}
