import { isTime } from "~/utils/clock-times"
import { isDate } from "~/utils/dates"

// A make-up lesson, booked with a credit by the family or the office: a free spot in a scheduled session
// or a free time of the student's own teacher. Both share one list, one booking and the same refusals. Safe in the browser.

export type MakeUpOffer = {
  /** What is sent for it. */
  value: string
  /** The class of a spot; of a time what is taught. */
  title: string
  /** Date and wall-clock start in the school's zone. */
  date: string
  startTime: string
  minutes: number
  teacherName: string | null
  roomName: string | null
  /** Spots left in the session; null where the lesson would be theirs alone. */
  free: number | null
}

export type MakeUpWish =
  | { kind: "place"; sessionId: string }
  | { kind: "time"; date: string; startTime: string }

export const timeValue = (date: string, startTime: string): string => `${date} ${startTime}`

/** A wish as a form sends it: "2026-11-25 16:00", or the id of a session. Undefined when nothing was chosen. */
export function readWish(text: string): MakeUpWish | undefined {
  const [, date, startTime] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/.exec(text) ?? []
  if (date && startTime)
    return isDate(date) && isTime(startTime) ? { kind: "time", date, startTime } : undefined
  return /^[\w-]{1,64}$/.test(text) ? { kind: "place", sessionId: text } : undefined
}
