import { formatTimeRange } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { weekdaysInOrder } from "~/utils/formats"

// When a teacher can be given lessons, and when they are away. Safe in the browser.

/** Hours of a weekday (1 is Monday), wall clock of the school. */
export type Hours = { id: string; weekday: number; fromTime: string; toTime: string }

const weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const

/** "3:00 to 6:30 PM" */
export const hoursText = ({ fromTime, toTime }: Pick<Hours, "fromTime" | "toTime">): string =>
  formatTimeRange(fromTime, toTime)

export type TimeOffState = "requested" | "approved" | "declined" | "withdrawn"

export type TimeOff = {
  id: string
  teacherId: string
  teacherName: string
  startsOn: string
  endsOn: string
  reason: string | null
  state: TimeOffState
  answer: string | null
  /** The teacher's planned sessions on those days. */
  sessions: number
}

/** "Fri, Nov 20" or "Fri, Nov 20 to Tue, Nov 24" */
export const daysOffText = ({ startsOn, endsOn }: Pick<TimeOff, "startsOn" | "endsOn">): string =>
  startsOn === endsOn
    ? formatDate(startsOn, "short")
    : `${formatDate(startsOn, "short")} to ${formatDate(endsOn, "short")}`

/** Who is away and when, as a reason why a place is not free. */
export const awayText = (name: string, off: Pick<TimeOff, "startsOn" | "endsOn">): string =>
  `${name} is away ${off.startsOn === off.endsOn ? "on" : "from"} ${daysOffText(off)}.`

export type TimeOffRefusal = "in-the-past" | "too-long" | "overlaps" | "not-found" | "decided"

export const timeOffRefusals: Record<TimeOffRefusal, string> = {
  "in-the-past": "Choose dates from today on.",
  "too-long": "Request at most six months at a time, or talk to the office.",
  overlaps: "You already requested some of these days.",
  "not-found": "This request no longer exists.",
  decided: "This request was already answered.",
}

export type HoursRefusal = "overlaps" | "too-many"

export const hoursRefusals: Record<HoursRefusal, string> = {
  overlaps: "You already have hours at that time. Choose another time.",
  "too-many": "A day can have up to four time ranges. Remove one first.",
}

/** In the order of the school's week. */
export const weekdayChoices = () =>
  weekdaysInOrder(
    weekdayNames.map((label, index) => ({ weekday: index + 1, value: String(index + 1), label })),
  )

/** The weekday of a stretch of hours: "Monday". */
export const weekdayOfHours = ({ weekday }: Pick<Hours, "weekday">): string => weekdayNames[weekday - 1] ?? ""
