import type { swapOfferStates, swapRequestStates } from "db/schema/attendance-swaps"
import type { swapRules } from "db/schema/choices"
import { addMinutes } from "~/utils/clock-times"
import { weekday } from "~/utils/dates"

// Two families swap the times of one private lesson each, with the same teacher. Neither learns who the other is: not before,
// not after. The lessons exchange their times (see move-session.server.ts). Safe in the browser.

export type SwapRule = (typeof swapRules)[number]
export type SwapOfferState = (typeof swapOfferStates)[number]
export type SwapRequestState = (typeof swapRequestStates)[number]

/** Whether an offer or a request can still come to a swap. */
export const isStanding = (state: SwapOfferState | SwapRequestState) =>
  ["open", "waiting", "asked", "accepted"].includes(state)

/** What a school allows: who decides, and whether a longer lesson can take a shorter one's time where both fit. */
export type SwapRules = { rule: SwapRule; anyLength: boolean }

/** How far ahead a lesson can be offered. */
export const swapDaysAhead = 56

export const swapRuleLabels: Record<SwapRule, string> = {
  off: "Families can’t swap",
  families: "Families agree among themselves",
  office: "The office approves each swap",
}

const swapOfferLabels: Record<SwapOfferState, string> = {
  open: "Offered",
  waiting: "Waiting for approval",
  done: "Swapped",
  withdrawn: "Withdrawn",
  over: "Expired",
  undone: "Undone by the office",
}

export const swapRequestLabels: Record<SwapRequestState, string> = {
  asked: "Waiting for an answer",
  accepted: "Waiting for approval",
  done: "Swapped",
  declined: "Declined",
  withdrawn: "Withdrawn",
  refused: "Not approved by the school",
  ended: "No longer possible",
  undone: "Undone by the school",
}

const absent = "absence reported"

/** How an offer reads with what became of it; one whose lesson has an absence is offered again once that is withdrawn. */
export function offerLabel({
  state,
  isHidden,
  requests,
}: {
  state: SwapOfferState
  isHidden: boolean
  requests: readonly { state: SwapRequestState }[]
}): string {
  if (state === "over" && requests.some((request) => request.state === "refused"))
    return swapRequestLabels.refused
  if (!isHidden) return swapOfferLabels[state]
  return state === "open" ? "Absence reported, not offered" : `${swapOfferLabels[state]}, ${absent}`
}

export const requestLabel = ({ state, isHidden }: { state: SwapRequestState; isHidden: boolean }): string =>
  isHidden ? `${swapRequestLabels[state]}, ${absent}` : swapRequestLabels[state]

export type SwapLesson = {
  studentId: string
  teacherId: string
  /** Date and wall-clock start in the school's zone. */
  localDate: string
  startTime: string
  minutes: number
  /** UTC ms. */
  startsAt: number
  endsAt: number
  /** The days on which its student is enrolled. */
  enrolledFrom: string
  enrolledUntil: string | null
}

/** Whether two lessons can exchange their times as far as they alone decide: teacher, length, and days of enrollment. */
export const fitTogether = (one: SwapLesson, other: SwapLesson, { anyLength }: SwapRules): boolean =>
  one.teacherId === other.teacherId &&
  one.studentId !== other.studentId &&
  (anyLength || one.minutes === other.minutes) &&
  (one.startsAt >= other.endsAt || other.startsAt >= one.endsAt) &&
  isEnrolledOn(one, other.localDate) &&
  isEnrolledOn(other, one.localDate)

const isEnrolledOn = ({ enrolledFrom, enrolledUntil }: SwapLesson, date: string): boolean =>
  enrolledFrom <= date && (enrolledUntil === null || enrolledUntil >= date)

/** Times that a family takes without being asked. */
export type Takes = { takesDays: string | null; takesFrom: string | null; takesTo: string | null }

export const noTimes: Takes = { takesDays: null, takesFrom: null, takesTo: null }

/** Whether a lesson lies within the times that the family named. */
export function takesTime(
  { takesDays, takesFrom, takesTo }: Takes,
  { localDate, startTime, minutes }: Pick<SwapLesson, "localDate" | "startTime" | "minutes">,
): boolean {
  if (takesDays === null || takesFrom === null || takesTo === null) return false
  const end = addMinutes(startTime, minutes)
  const isSameDay = end > startTime
  return (
    takesDays.includes(String(weekday(localDate))) && startTime >= takesFrom && isSameDay && end <= takesTo
  )
}
