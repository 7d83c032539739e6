import type { BillingMode } from "../price/price"

// What the school offers to someone who asked for lessons, and how the family answers by the link in its letter. Safe in the browser.

/** Days an offer stands unless the office says otherwise, the days after them on which it begins, and the most it may stand. */
export const [usualDays, usualLead, mostDays] = [7, 7, 60] as const

/** Days for which a form of the public page holds a spot that it offers, and how many of those one email holds at most. */
export const [daysAtOnce, mostAtOnce] = [3, 3] as const

/** What the office offers: a class by its id, or a weekly time on the weekday of the first day. Days are dates, the amount minor units. */
export type NewOffer = {
  classId?: string | undefined
  /** The first day. */
  date: string
  /** HH:MM */
  startTime?: string | undefined
  minutes: number
  teacherId?: string | undefined
  roomId?: string | undefined
  billing: BillingMode
  amount?: number | undefined
  /** The last day to answer. */
  answerBy: string
  terms?: string | undefined
  /** What is paid once it is accepted. */
  deposit?: number | undefined
  /** Ids of consent documents. */
  documents: string[]
  /** Their page showed no offer that stands: one that was made since isn't replaced. */
  isFirst?: boolean
  /** Who offers it when no one of the school does. */
  by?: string
}

/** Why a family's answer isn't taken. */
export type AnswerRefusal =
  | "not-found"
  | "over"
  | "changed"
  | "no-place"
  | "clash"
  | "plan-full"
  | "prerequisite"
  | "no-invoice"
