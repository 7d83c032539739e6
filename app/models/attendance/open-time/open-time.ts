import { openTimePeriods } from "db/schema/choices"
import { isTime } from "~/utils/clock-times"
import { isDate, monthBounds, monthOf, type Weekday, weekDates } from "~/utils/dates"
import type { MakeUpOffer } from "../make-up/make-up"

// A family books a lesson at a time at which the student's own teacher is free, beside the weekly one. The school turns it on, for all
// teachers or for some; what the lesson costs is what any lesson of the class costs. Safe in the browser.

export { openTimePeriods }
export type OpenTimePeriod = (typeof openTimePeriods)[number]

/** How families book: the last day counted from today, the least hours before, and how many lessons of one student in a week or month. */
export type OpenTimeRule = {
  isOn: boolean
  daysAhead: number
  leadHours: number
  most: number
  per: OpenTimePeriod
}

/** What a rule begins with; off. */
export const usualOpenTimes: OpenTimeRule = {
  isOn: false,
  daysAhead: 28,
  leadHours: 24,
  most: 2,
  per: "week",
}

/** What a lesson is paid with: its price in minor units, or one of a package, and then its price where none is left. */
export type OpenTimeCost =
  | { by: "price"; amountMinor: number }
  | { by: "package"; lessonsLeft: number; otherwiseMinor: number | null }

export type OpenTimeOffer = MakeUpOffer & { cost: OpenTimeCost }

/** Why nothing is offered, but for a lack of free times. */
export type NoOpenTimes = "off" | "a-child" | "no-money" | "not-active" | "no-class" | "limit"

/** What a form sends of a time: the class, the time, and what it costs as the page said. */
export type OpenTimeWish = { classId: string; date: string; startTime: string; cost: string }

export const costKey = (cost: OpenTimeCost): string =>
  cost.by === "package" ? "package" : String(cost.amountMinor)

export const wishValue = ({ classId, date, startTime, cost }: OpenTimeWish): string =>
  `${classId} ${date} ${startTime} ${cost}`

/** A wish as a form sends it; undefined when nothing was chosen. */
export function readOpenTime(text: string): OpenTimeWish | undefined {
  const [, classId, date, startTime, cost] =
    /^([\w-]{1,64}) (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}) (package|\d{1,12})$/.exec(text) ?? []
  if (!classId || !date || !startTime || !cost || !isDate(date) || !isTime(startTime)) return undefined
  return { classId, date, startTime, cost }
}

/** The first and last day of the week or month that a day is in. */
export function periodOf(per: OpenTimePeriod, date: string, weekStart: Weekday): [string, string] {
  if (per === "week") {
    const days = weekDates(date, weekStart)
    return [days[0] ?? date, days.at(-1) ?? date]
  }
  const { first, last } = monthBounds(monthOf(date))
  return [first, last]
}
