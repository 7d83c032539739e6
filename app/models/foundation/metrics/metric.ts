// What a figure is: its name, what it counts and the list it opens. Safe in the browser.

/** What is added up in the list: its rows, or a column of it. */
export type Adds = "rows" | "total" | "open" | "overdue" | "later" | "amount" | "minutes"

export type Metric = {
  name: string
  definition: string
  unit: "count" | "money" | "hours" | "percent"
} & ({ opens: string; adds: Adds } | { opens?: undefined; why: string })

export const count = (name: string, definition: string, opens: string) =>
  ({ name, definition, unit: "count", opens, adds: "rows" }) as const
export const money = (name: string, definition: string, opens: string, adds: Adds) =>
  ({ name, definition, unit: "money", opens, adds }) as const
/** A figure that opens nothing says why. */
export const alone = (unit: Metric["unit"], name: string, definition: string, why: string) =>
  ({ name, definition, unit, why }) as const
