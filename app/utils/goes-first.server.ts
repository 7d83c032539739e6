import { setTimeout as pause } from "node:timers/promises"

// An edit is written only while what it was compared with is still saved. The queues of this process write all day, for every
// school: once one has overtaken an edit, all of them let it go first.

/** How long (ms) a queue waits for edits between two slices of its work, so that edits never stop it. */
const longestWaitMs = 400

const underWay = new Set<Promise<unknown>>()

/** Does work that the queues of this process wait for, up to a bound. */
export async function goesFirst<Result>(work: () => Promise<Result>): Promise<Result> {
  const going = work()
  underWay.add(going)
  try {
    return await going
  } finally {
    underWay.delete(going)
  }
}

/** Resolves when what goes first is done, or has taken long enough. */
export async function untilItsTurn(): Promise<void> {
  if (underWay.size > 0) await Promise.race([Promise.allSettled(underWay), pause(longestWaitMs)])
}
