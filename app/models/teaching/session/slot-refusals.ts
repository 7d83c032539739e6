import type { FreeTime } from "./clash"

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
