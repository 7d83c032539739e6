import type { Stay } from "./travel"

// How long a room stays empty between two lessons: to air it, tidy up, or let one group leave before the next comes. Safe in
// the browser.

/** The minutes of each room that needs some. */
export type Buffers = ReadonlyMap<string, number>

/** The minutes that a room needs between two lessons, in ms. */
export const bufferMs = (buffers: Buffers | undefined, roomId: string | null): number =>
  (buffers?.get(roomId ?? "") ?? 0) * 60_000

/** Whether one of two lessons in a room begins before the other has left it for its minutes; lessons at once are a clash. */
export function isTooTight(buffers: Buffers | undefined, one: Stay, other: Stay): boolean {
  const ms = bufferMs(buffers, one.roomId)
  if (ms === 0 || one.roomId !== other.roomId) return false
  const isApart = one.endsAt <= other.startsAt || other.endsAt <= one.startsAt
  return isApart && one.startsAt < other.endsAt + ms && other.startsAt < one.endsAt + ms
}
