import { now } from "~/utils/clock.server"
import { addMonths } from "~/utils/dates"
import { formatDate, formatTime } from "~/utils/formats"
import { isSkipped, today } from "~/utils/zones"
import type { ImpossibleTime } from "./slot-check"
import { endsByMidnight, isPastMidnight } from "./within-day"

/** So many years ahead a lesson is planned; later is a slip of the keyboard. */
const mostYearsAhead = 5
/** So many months back one is entered afterward, as with the first day of a weekly time. */
const mostMonthsBack = 13

/**
 * Why no lesson can be at that time, free or not: it would run past midnight, the zone's clocks skip its start, or it is
 * further ahead than anyone plans or further back than anyone enters.
 */
export function impossibleTime(
  { date, startTime, minutes }: { date: string; startTime: string; minutes: number },
  zone: string,
): ImpossibleTime | undefined {
  const refused = (message: string, field: ImpossibleTime["field"] = "startTime"): ImpossibleTime => ({
    ok: false,
    reason: "impossible-time",
    field,
    message,
  })
  if (date > addMonths(today(zone, now()), 12 * mostYearsAhead))
    return refused(`Enter a date within the next ${mostYearsAhead} years.`, "date")
  if (date < addMonths(today(zone, now()), -mostMonthsBack))
    return refused("That date is more than a year ago. Enter a later one.", "date")
  if (isPastMidnight(startTime, minutes)) return refused(endsByMidnight)
  if (!isSkipped(date, startTime, zone)) return undefined
  return refused(
    `The clocks change then: ${formatTime(startTime)} doesn’t exist on ${formatDate(date, "day")}. Choose another time.`,
  )
}
