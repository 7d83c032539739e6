// Where in a day a lesson could begin, as near as possible to a wished time. Safe in the browser.

/** In minutes of a day. */
export type Stretch = { from: number; to: number }

type Wish = { near: number; minutes: number; opens: number; closes: number }

const step = 15

/**
 * The start nearest to a wished one, in quarters of an hour from it, at which a lesson touches nothing that is taken and lies within
 * one stretch of each of `hours`; of two as near the later one. It goes from one obstacle to the next, not from quarter to
 * quarter.
 */
export function nearestStart(
  wish: Wish,
  taken: readonly Stretch[],
  hours: readonly (readonly Stretch[])[],
): number | undefined {
  const later = laterStart(wish, taken, hours)
  const earlier = earlierStart(wish, taken, hours, later)
  return earlier ?? later
}

function laterStart({ near, minutes, opens, closes }: Wish, ...limits: Limits): number | undefined {
  const last = closes - minutes
  for (let start = near + stepsUp(opens - near); start <= last; ) {
    const free = freeFrom(start, minutes, limits)
    if (free === start) return start
    start = near + stepsUp(free - near)
  }
  return undefined
}

/** Only one that is nearer than what was found after the wished time. */
function earlierStart(
  { near, minutes, opens, closes }: Wish,
  taken: Limits[0],
  hours: Limits[1],
  later: number | undefined,
): number | undefined {
  const farthest = later === undefined ? Number.POSITIVE_INFINITY : later - near
  for (
    let start = near - Math.max(step, stepsUp(near + minutes - closes));
    start >= opens && near - start < farthest;
  ) {
    const free = freeUntil(start, minutes, [taken, hours])
    if (free === start) return start
    start = near - stepsUp(near - free)
  }
  return undefined
}

type Limits = [taken: readonly Stretch[], hours: readonly (readonly Stretch[])[]]

/** So many minutes in whole steps, not below none. */
const stepsUp = (minutes: number) => Math.max(0, Math.ceil(minutes / step) * step)

/** This start where a lesson can begin then; else one after it, before which none can. */
function freeFrom(start: number, minutes: number, [taken, hours]: Limits): number {
  for (const { from, to } of taken) if (from < start + minutes && to > start) return to
  for (const stretches of hours) {
    let first = Number.POSITIVE_INFINITY
    for (const { from, to } of stretches)
      if (to - minutes >= start) first = Math.min(first, Math.max(from, start))
    if (first > start) return first
  }
  return start
}

/** The same before it. */
function freeUntil(start: number, minutes: number, [taken, hours]: Limits): number {
  for (const { from, to } of taken) if (from < start + minutes && to > start) return from - minutes
  for (const stretches of hours) {
    let last = Number.NEGATIVE_INFINITY
    for (const { from, to } of stretches)
      if (from <= start) last = Math.max(last, Math.min(to - minutes, start))
    if (last < start) return last
  }
  return start
}
