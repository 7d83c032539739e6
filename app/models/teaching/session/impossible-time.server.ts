import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { instantOf, localTime } from "~/utils/zones"
import type { ImpossibleTime } from "./slot-refusals"
import { endsByMidnight, isPastMidnight } from "./within-day"

/** Why no lesson can be at that time, free or not: it would run past midnight, or the zone's clocks skip its start. */
export function impossibleTime(
  { date, startTime, minutes }: { date: string; startTime: string; minutes: number },
  zone: string,
): ImpossibleTime | undefined {
  const refused = (message: string): ImpossibleTime => ({ ok: false, reason: "impossible-time", message })
  if (isPastMidnight(startTime, minutes)) return refused(endsByMidnight)
  if (localTime(instantOf(date, startTime, zone), zone) === startTime) return undefined
  return refused(
    `The clocks change then: ${formatTime(startTime)} doesn’t exist on ${formatDate(date, "day")}. Choose another time.`,
  )
}
