import { minutesOfDay } from "~/utils/clock-times"

// A lesson is on one date. Safe in the browser.

export const endsByMidnight = "A lesson ends by midnight. Choose an earlier start or a shorter length."

/** Whether a lesson would run into the next day; one that ends at midnight doesn't. */
export const isPastMidnight = (startTime: string, minutes: number): boolean =>
  minutesOfDay(startTime) + minutes > 24 * 60
