// Two lines in which long reads wait. What takes a second must not hold up what takes a hundredth of one: while the first
// thread is at such work, short reads go to a second one, which is there only as long as it is needed.

export type Lane = {
  ask(work: { name: string; input: object }, left?: AbortSignal): Promise<unknown>
  end(): void
}

type Open = { lane: Lane; asked: number; takingLong: number; timer?: NodeJS.Timeout }

/** A thread is ended when it was not asked for so long. */
const idleMs = { first: 5 * 60_000, second: 30_000 }

/** `start` opens a thread and is told whom to tell when it ends by itself. */
export function openLanes(start: (onEnd: () => void) => Lane) {
  const open: { first?: Open; second?: Open } = {}

  function laneOf(place: keyof typeof open): Open {
    const known = open[place]
    if (known) return known
    const opened: Open = {
      lane: start(() => forget(place, opened)),
      asked: 0,
      takingLong: 0,
    }
    open[place] = opened
    return opened
  }

  function forget(place: keyof typeof open, ended: Open) {
    clearTimeout(ended.timer)
    if (open[place] === ended) open[place] = undefined
  }

  /** Long reads wait for each other; a short one waits for short ones alone. `left` says that no one waits for it any more. */
  return async function ask(
    work: { name: string; input: object; isLong?: true },
    left?: AbortSignal,
  ): Promise<unknown> {
    const place = !work.isLong && open.first && open.first.takingLong > 0 ? "second" : "first"
    const at = laneOf(place)
    clearTimeout(at.timer)
    at.asked += 1
    if (work.isLong) at.takingLong += 1
    try {
      return await at.lane.ask(work, left)
    } finally {
      at.asked -= 1
      if (work.isLong) at.takingLong -= 1
      if (at.asked === 0 && open[place] === at) {
        at.timer = setTimeout(() => {
          forget(place, at)
          at.lane.end()
        }, idleMs[place])
        at.timer.unref()
      }
    }
  }
}
