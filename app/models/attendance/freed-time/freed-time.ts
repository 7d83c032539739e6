import type { freedTimeStates } from "db/schema/attendance-freed-times"
import { addDays } from "~/utils/dates"
import { instantOf, localDate, localTime } from "~/utils/zones"

// A freed time is that of a private lesson whose student said in time that they aren't coming; a freed spot is that of such a
// student in a group lesson. It is offered to one holder of a make-up credit after the other: whose credit expires first, then
// whoever has had it longest. While no one can take it, whoever earns a credit is asked. Safe in the browser.

/** What is usual where a school offers freed times, and the longest. */
export const [usualClaimHours, mostClaimHours] = [12, 72]

/** At night no family is waiting for an offer: one that is made then is answered from the morning on. */
export const morning = "08:00"
const night = "21:00"

/** From when the hours to answer an offer count that is made at `nowMs`, in the school's zone. */
export function answersFrom(nowMs: number, zone: string): number {
  const [date, time] = [localDate(nowMs, zone), localTime(nowMs, zone)]
  if (time >= morning && time < night) return nowMs
  return instantOf(time < morning ? date : addDays(date, 1), morning, zone)
}

export type FreedTimeState = (typeof freedTimeStates)[number]

const freedTimeLabels: Record<FreedTimeState, string> = {
  open: "Being offered",
  claimed: "Booked",
  withdrawn: "Student is coming after all",
  stopped: "Stopped by the office",
  over: "No one claimed it",
}

/** Where a freed time stands. `isWaiting`: no one with a credit can come, so the next who earns one is asked. */
export const freedTimeText = (state: FreedTimeState, isWaiting: boolean): string =>
  isWaiting ? "Waiting for the next credit" : freedTimeLabels[state]
