// What the dashboard proposes when a school's own records say that it would help. Pure.

export const suggestionKeys = ["roll-over", "reminders", "lesson-reminders", "freed-times"] as const
export type SuggestionKey = (typeof suggestionKeys)[number]

export type Suggestion =
  /** Weekly classes whose last lesson is in a term that ends soon, and whether a term follows it. */
  | { key: "roll-over"; termId: string; term: string; endsOn: string; classes: number; hasNext: boolean }
  /** Invoices that are more than a week overdue while no reminder is sent by itself. */
  | { key: "reminders"; invoices: number }
  /** Absences nobody told the school of in the last 30 days, without reminders of lessons. */
  | { key: "lesson-reminders"; absences: number }
  /** Lessons that families canceled in time in the last 90 days, and nobody else got the time. */
  | { key: "freed-times"; absences: number }

/** A suggestion that was dismissed doesn't come back; that of a term is for this term alone. */
export const nameOfSuggestion = (it: { key: SuggestionKey; termId?: string }): string =>
  it.key === "roll-over" ? `roll-over:${it.termId ?? ""}` : it.key
