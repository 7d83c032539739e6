import type { WeekFacts } from "./week-facts"

// A week with one early lesson, or with teaching hours from the morning on, has its usual hours far below. The longest run of
// hours before or between lessons in which there is none on any day is drawn at a quarter of the height, so that the usual
// hours stay in view. The first hour is always drawn in full.

/** How many hours stand before the run, and how many are in it. */
type BriefHours = { after: number; hours: number }

const fewest = 4
const rowsOfHour = 4
/** How many rows are as high as one usual row. */
const timesSmaller = 4

const kept = new WeakMap<WeekFacts["days"], BriefHours | null>()

export function briefHours({ columns, days }: Pick<WeekFacts, "columns" | "days">): BriefHours | null {
  const known = kept.get(days)
  if (known !== undefined) return known
  const found = longestBreak(columns, days)
  kept.set(days, found)
  return found
}

function longestBreak(columns: number, days: WeekFacts["days"]): BriefHours | null {
  const busy = new Set<number>()
  for (const { items } of days)
    for (const item of items)
      if (item.kind === "lesson" || item.kind === "found")
        for (let row = item.column; row < item.column + item.length; row += 1)
          busy.add(Math.floor((row - 1) / rowsOfHour))
  if (busy.size > 0) busy.add(0)
  let longest: BriefHours | null = null
  let last: number | undefined
  for (let hour = 0; hour < columns / rowsOfHour; hour += 1) {
    if (!busy.has(hour)) continue
    const hours = last === undefined ? 0 : hour - last - 1
    if (last !== undefined && hours >= Math.max(fewest, (longest?.hours ?? 0) + 1))
      longest = { after: last + 1, hours }
    last = hour
  }
  return longest
}

/** The row that is at a share of a day's height, counted from 1. */
export function columnAt(share: number, week: Pick<WeekFacts, "columns" | "days">): number {
  const brief = briefHours(week)
  if (!brief) return Math.floor(share * week.columns) + 1
  const [before, inside] = [brief.after * rowsOfHour, brief.hours * rowsOfHour]
  const y = share * (week.columns - inside + inside / timesSmaller)
  if (y < before) return Math.floor(y) + 1
  const rowsInside = (y - before) * timesSmaller
  return rowsInside < inside
    ? before + Math.floor(rowsInside) + 1
    : Math.floor(y + inside - inside / timesSmaller) + 1
}
