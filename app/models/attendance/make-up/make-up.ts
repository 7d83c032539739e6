import { isTime } from "~/utils/clock-times"
import { isDate, weekday } from "~/utils/dates"

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
  | { kind: "place"; sessionId: string; shown?: string | undefined }
  | { kind: "time"; date: string; startTime: string }

/** A session with the time at which it was offered, so that another one isn't booked for it. */
export const placeValue = (sessionId: string, date: string, startTime: string): string =>
  `${sessionId} ${timeValue(date, startTime)}`

export const timeValue = (date: string, startTime: string): string => `${date} ${startTime}`

/** A wish as a form sends it: "2026-11-25 16:00", or the id of a session with or without that. Undefined when nothing was chosen. */
export function readWish(text: string): MakeUpWish | undefined {
  const [, date, startTime] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})$/.exec(text) ?? []
  if (date && startTime)
    return isDate(date) && isTime(startTime) ? { kind: "time", date, startTime } : undefined
  const [, sessionId, shown] = /^([\w-]{1,64})(?: (\d{4}-\d{2}-\d{2} \d{2}:\d{2}))?$/.exec(text) ?? []
  return sessionId ? { kind: "place", sessionId, shown } : undefined
}

/** What is looked for among the times: a day of the week, 1 being Monday, and a teacher by name; "" for any. */
export type OfferFilter = { day: string; teacher: string; days: number[]; teachers: string[]; all: number }

/** The times that an address asks for, and what there is to choose from. A day or teacher that none of them has asks nothing. */
export function filterOffers(offers: readonly MakeUpOffer[], search: URLSearchParams) {
  const days = [...new Set(offers.map(({ date }) => weekday(date)))]
  const teachers = [...new Set(offers.flatMap(({ teacherName }) => teacherName ?? []))].sort()
  const day = days.find((each) => String(each) === search.get("day"))
  const teacher = teachers.find((each) => each === search.get("teacher"))
  const filter: OfferFilter = {
    day: String(day ?? ""),
    teacher: teacher ?? "",
    ...{ days, teachers, all: offers.length },
  }
  return {
    filter,
    offers: offers.filter(
      (offer) =>
        (day === undefined || weekday(offer.date) === day) &&
        (teacher === undefined || offer.teacherName === teacher),
    ),
  }
}
