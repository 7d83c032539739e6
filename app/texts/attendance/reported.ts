import type { Consequence } from "~/models/overview/family-area/family-notice"
import { countOf, formatDate, formatTime } from "~/utils/formats"

/** What a make-up lesson costs that is booked with an absence: what isn't charged for the lesson that it replaces. */
export const makeUpText = ({ billing }: Consequence): string =>
  billing === "monthly"
    ? "Booked together with the absence. It uses 1 make-up credit, with no extra charge."
    : "Booked together with the absence. It uses 1 make-up credit. What wasn’t charged for the missed lesson is charged for the make-up lesson."

/** What was reported, and booked along, for the message of the next page. A form that arrives again is answered as the first. */
export function reportedText({
  lessons,
  before,
  canceled,
  booked,
}: {
  lessons: number
  /** How many more were reported before. */
  before: number
  /** How many more were lessons at open times, which the family had booked. */
  canceled: number
  booked?: { date: string; startTime: string }
}): string {
  const freed = canceled > 0 ? `${countOf(canceled, "booked lesson")} canceled, without a charge.` : ""
  const counted = lessons || before
  if (freed && counted === 0 && !booked) return freed
  const which = counted > 1 || (lessons > 0 && before > 0) ? ` for ${countOf(counted, "lesson")}` : ""
  const earlier =
    lessons > 0 && before > 0 ? ` ${countOf(before, "lesson was", "lessons were")} reported before.` : ""
  const known = freed ? `${earlier} ${freed}` : earlier
  const when = booked && `${formatDate(booked.date, "short")}, ${formatTime(booked.startTime)}`
  return when
    ? `Absence reported${which}, and make-up lesson booked for ${when}. 1 credit used.${known}`
    : `Absence reported${which} to the school and the teacher.${known}`
}
