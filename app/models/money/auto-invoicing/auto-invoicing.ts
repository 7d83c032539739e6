// When a school's invoices are made by themselves. Pure.
import { autoPeriods } from "db/schema/choices"
import { addDays, monthBounds, monthOf } from "~/utils/dates"

export { autoPeriods }
export type AutoPeriod = (typeof autoPeriods)[number]

export const periodLabels: Record<AutoPeriod, string> = {
  past: "Everything up to the end of last month",
  current: "Everything up to the end of the current month",
}

export type AutoRule = {
  isOn: boolean
  dayOfMonth: number
  period: AutoPeriod
  /** `YYYY-MM-DD`: no run is before this day. */
  startsOn: string
}

const dayIn = (month: string, dayOfMonth: number) => `${month}-${String(dayOfMonth).padStart(2, "0")}`

/** The run of a month, or undefined when the rule began after its day. */
export function runOf({ dayOfMonth, startsOn }: AutoRule, month: string): string | undefined {
  const day = dayIn(month, dayOfMonth)
  return day >= startsOn ? day : undefined
}

/** The next day of a run on or after a day. */
export function nextRun(rule: AutoRule, from: string): string {
  const start = from > rule.startsOn ? from : rule.startsOn
  const ofMonth = dayIn(monthOf(start), rule.dayOfMonth)
  if (ofMonth >= start) return ofMonth
  const { last } = monthBounds(monthOf(start))
  return dayIn(monthOf(addDays(last, 1)), rule.dayOfMonth)
}

/** The last day that a run on this day bills. */
export function billsTo(period: AutoPeriod, runOn: string): string {
  const { first, last } = monthBounds(monthOf(runOn))
  return period === "current" ? last : addDays(first, -1)
}
