import { isTime, minutesOfDay } from "~/utils/clock-times"

// A lesson is on one date. Safe in the browser.

export const endsByMidnight = "A lesson ends by midnight. Choose an earlier start or a shorter length."

/**
 * Whether a lesson would run into the next day; one that ends at midnight doesn't. A start that is no time of day isn't past
 * it: a form asks this beside its other refusals, and names that one itself.
 */
export const isPastMidnight = (startTime: string, minutes: number): boolean =>
  isTime(startTime) && minutesOfDay(startTime) + minutes > 24 * 60
