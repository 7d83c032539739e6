import { currentFormats, type Formats, formatDate, formatTime } from "~/utils/formats"
import { formatInstant, localDate, localTime, zoneName } from "~/utils/zones"

// Lessons take place in the school's time. A person who is elsewhere reads theirs beside it.

/** When a lesson begins and what the school's calendar and clock say then. */
type Start = { startsAt: number; localDate: string; startTime: string }

/** "10:00 PM in Berlin", with the date where it is another; null where the zone's clock says the same as the school's. */
export function ownTimeText(
  lesson: Start,
  zone: string | null,
  formats: Formats = currentFormats(),
): string | null {
  if (zone === null) return null
  const [date, time] = [localDate(lesson.startsAt, zone), localTime(lesson.startsAt, zone)]
  const isSameDay = date === lesson.localDate
  if (isSameDay && time === lesson.startTime) return null
  return `${isSameDay ? "" : `${formatDate(date, "short", formats)}, `}${formatTime(time, formats)} in ${zoneName(zone)}`
}

/** The school's time as text, with the reader's own behind it: "4:00 PM (10:00 PM in Berlin)". */
export function withOwnTime(text: string, lesson: Start, zone: string | null, formats?: Formats): string {
  const own = ownTimeText(lesson, zone, formats)
  return own === null ? text : `${text} (${own})`
}

/** The same for an instant (UTC ms) that the school's calendar and clock name: "Nov 18, 2026, 4:00 PM (10:00 PM in Berlin)". */
export const instantWithOwnTime = (
  at: number,
  school: Formats & { timeZone: string },
  zone: string | null,
): string =>
  withOwnTime(
    formatInstant(at, school.timeZone, school),
    {
      startsAt: at,
      localDate: localDate(at, school.timeZone),
      startTime: localTime(at, school.timeZone),
    },
    zone,
    school,
  )
