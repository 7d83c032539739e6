import { type AnswerFilter, readAnswerFilter } from "~/models/foundation/custom-field/answer-filter"
import { type Columns, type Order, readOrder, writeOrder } from "~/models/foundation/saved-filter/list-view"
import { pageOf } from "~/utils/page-number"

// The list of families: what it can be narrowed to. Safe in the browser.

export const familyStates = ["current", "all", "owing", "no-portal", "merged"] as const
export type FamilyState = (typeof familyStates)[number]

export const familyStateLabels: Record<FamilyState, string> = {
  current: "With current students",
  all: "All families",
  owing: "Balance due",
  "no-portal": "Not in the portal yet",
  merged: "Merged into another family",
}

export const familyColumns = {
  guardian: "Guardian",
  phone: "Phone",
  balance: "Balance",
  portal: "Portal",
} as const
export type FamilyColumn = keyof typeof familyColumns
export const listedColumns: Columns<FamilyColumn> = {
  labels: familyColumns,
  usual: ["guardian", "phone", "balance", "portal"],
  amounts: ["balance"],
}

/** The balance begins with the highest, the portal with who isn’t in it. */
export const familySorts = ["name", "guardian", "balance", "portal"] as const
export type FamilySort = (typeof familySorts)[number]

export type FamilyFilter = {
  search?: string
  state: FamilyState
  /** By the school's own fields of families and of guardians. */
  answers?: AnswerFilter
} & Order<FamilySort>

export type FamilyQuery = FamilyFilter & { page: number }

/** What an address asks for; anything unusable is left out, not refused. */
export function readFamilyQuery(parameters: URLSearchParams): FamilyQuery {
  return {
    search: parameters.get("q")?.trim().slice(0, 100) || undefined,
    state: familyStates.find((state) => state === parameters.get("state")) ?? "current",
    answers: readAnswerFilter(parameters),
    ...readOrder(parameters, familySorts),
    page: pageOf(parameters),
  }
}

/** The same as it appears in the address. */
export const writeFamilyQuery = (query: FamilyQuery): Record<string, string | undefined> => ({
  q: query.search,
  state: query.state === "current" ? undefined : query.state,
  ...query.answers,
  ...writeOrder(query, "name"),
  page: query.page === 1 ? undefined : String(query.page),
})

export const isNarrowed = ({ search, state, answers }: FamilyFilter): boolean =>
  Boolean(search || state !== "current" || answers)
