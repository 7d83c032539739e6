import { localDate } from "./zones"

/**
 * The present, in UTC milliseconds. Tests fix it (one clock per process, shared by source and build through
 * `globalThis`); a process started with `CLOCK_START` (an ISO instant; refused in production) counts on from there.
 */
const clock = globalThis as typeof globalThis & { tuttiClock?: { offset: number; fixed?: number } }

function settings() {
  if (!clock.tuttiClock) {
    const start = process.env.CLOCK_START
    clock.tuttiClock = { offset: start ? Date.parse(start) - Date.now() : 0 }
  }
  return clock.tuttiClock
}

export function now(): number {
  const { fixed, offset } = settings()
  return fixed ?? Date.now() + offset
}

/** The date now in the actor's school. */
export const todayOf = ({ school }: { school: { timeZone: string } }): string =>
  localDate(now(), school.timeZone)

/** For tests and the seed: the clock stops at this instant; undefined lets it run again. */
export function fixClock(instant: number | undefined) {
  settings().fixed = instant
}
