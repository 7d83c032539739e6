/** The day all tests live on: Wednesday, November 18, 2026, 3:10 PM in New York. */
export const testNow = Date.parse("2026-11-18T20:10:00Z")
export const testToday = "2026-11-18"

type Clock = { tuttiClock?: { offset: number; fixed?: number } }

/** Does something while the clock shows a millisecond more each time it is read: work takes time. */
export function whileTicking<Answer>(from: number, act: () => Answer): Answer {
  const clock = globalThis as typeof globalThis & Clock
  const stopped = clock.tuttiClock
  let at = from
  clock.tuttiClock = {
    offset: 0,
    get fixed() {
      at += 1
      return at
    },
  }
  try {
    return act()
  } finally {
    clock.tuttiClock = stopped
  }
}
