import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { localDate, localTime, zoneName } from "~/utils/zones"

// Lessons take place in the school's time. A person who is elsewhere reads theirs beside it.

/** When a lesson begins and what the school's calendar and clock say then. */
type Start = { startsAt: number; localDate: string; startTime: string }

/** "10:00 PM in Berlin", with the date where it is another; null where the zone's clock says the same as the school's. */
export function ownTimeText(lesson: Start, zone: string | null): string | null {
  if (zone === null) return null
  const [date, time] = [localDate(lesson.startsAt, zone), localTime(lesson.startsAt, zone)]
  const isSameDay = date === lesson.localDate
  if (isSameDay && time === lesson.startTime) return null
  return `${isSameDay ? "" : `${formatDate(date, "short")}, `}${formatTime(time)} in ${zoneName(zone)}`
}
