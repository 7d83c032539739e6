import { formatTime } from "~/utils/clock-times"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"

/** What was reported, and booked along, for the message of the next page. A form that arrives again is answered as the first. */
export function reportedText({
  lessons,
  before,
  booked,
}: {
  lessons: number
  /** How many more were reported before. */
  before: number
  booked?: { date: string; startTime: string }
}): string {
  const counted = lessons || before
  const which = counted > 1 || (lessons > 0 && before > 0) ? ` for ${countOf(counted, "lesson")}` : ""
  const known =
    lessons > 0 && before > 0 ? ` ${countOf(before, "lesson was", "lessons were")} reported before.` : ""
  const when = booked && `${formatDate(booked.date, "short")}, ${formatTime(booked.startTime)}`
  return when
    ? `Absence reported${which}, and make-up lesson booked for ${when}. 1 credit used.${known}`
    : `Absence reported${which} to the school and the teacher.${known}`
}
