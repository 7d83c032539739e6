import type { FreeTime } from "./clash"

/** Whether a lesson can move to a slot, asked while it is carried there. Safe in the browser. */
export type SlotCheck = {
  /** The slot as it was asked for, to tell a late answer from the present one. */
  asked: string
  /** Empty where the slot is free. */
  refusal: string
  /** Up to three times that are free instead. */
  free: { date: string; startTime: string; text: string }[]
}

/**
 * What a form shows beside its message when a slot is not free; `withoutSearch` where other times would not help, `leavable`
 * how many of several lessons can be left out.
 */
export type Refused = {
  alternatives: readonly FreeTime[]
  mayOverride: boolean
  withoutSearch?: true
  leavable?: number
}

/** A time at which no lesson can be, and why. */
export type ImpossibleTime = {
  ok: false
  reason: "impossible-time"
  field: "date" | "startTime"
  message: string
}
