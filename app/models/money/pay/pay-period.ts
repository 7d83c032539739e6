import { payRhythms } from "db/schema/choices"
import { addDays, addMonths, daysBetween, monthBounds, monthOf } from "~/utils/dates"

// The periods a school pays its teachers by. Safe in the browser.

export { payRhythms }

export type PayRhythm = {
  rhythm: (typeof payRhythms)[number]
  /** A first day of two weeks. */
  startsOn: string
}

/** Both days included. */
export type PayPeriod = { from: string; to: string }

export const rhythmLabels: Record<PayRhythm["rhythm"], string> = {
  month: "Month",
  half_month: "Half month: 1–15 and 16–end",
  two_weeks: "Two weeks",
}

/** The period that a day is in. */
export function periodOn({ rhythm, startsOn }: PayRhythm, date: string): PayPeriod {
  const { first, last } = monthBounds(monthOf(date))
  if (rhythm === "month") return { from: first, to: last }
  if (rhythm === "half_month") {
    const middle = `${monthOf(date)}-15`
    return date <= middle ? { from: first, to: middle } : { from: addDays(middle, 1), to: last }
  }
  const from = addDays(startsOn, Math.floor(daysBetween(startsOn, date) / 14) * 14)
  return { from, to: addDays(from, 13) }
}

/** The periods before and after one. */
export const periodsAround = (rhythm: PayRhythm, { from, to }: PayPeriod) => ({
  before: periodOn(rhythm, addDays(from, -1)).from,
  after: periodOn(rhythm, addDays(to, 1)).from,
})

/** The first day of the month a year ago: what a teacher's list of payslips goes back to. */
export const yearBefore = (date: string): string => addMonths(`${monthOf(date)}-01`, -12)
