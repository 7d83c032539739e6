// The months an analysis is about and what they are compared with, as addresses carry them. Safe in the browser.

export const spans = [1, 3, 6, 12, 24] as const

export const comparisons = { before: "the months before", year: "the same months a year before" } as const
export type Comparison = keyof typeof comparisons

/** In an address instead of a teacher or an instrument: what has none. */
export const none = "none"

/** What the figures are narrowed to; a teacher by id. */
export type Narrowing = { teacher?: string; instrument?: string }

/** A choice of figures as an address carries it. */
export const analyticsAddress = ({
  months,
  until,
  compare,
  teacher,
  instrument,
}: Narrowing & { months: number; until?: string; compare: Comparison }) => ({
  months: months === 6 ? undefined : String(months),
  until,
  compare: compare === "before" ? undefined : compare,
  teacher,
  instrument,
})
