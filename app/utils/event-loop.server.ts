import { type IntervalHistogram, monitorEventLoopDelay } from "node:perf_hooks"

// How late this process's event loop is: what a request waits while another's synchronous work goes on. A global, because
// the server and the build are bundled apart.

const shared = globalThis as typeof globalThis & { tuttiEventLoop?: IntervalHistogram }

/** Measures from the first call on. */
function delays(): IntervalHistogram {
  if (!shared.tuttiEventLoop) {
    shared.tuttiEventLoop = monitorEventLoopDelay({ resolution: 10 })
    shared.tuttiEventLoop.enable()
  }
  return shared.tuttiEventLoop
}

/** What the event loop was late by (ms) since the process began: half, 99 of 100, and the latest of all. */
export function eventLoopDelay(): { medianMs: number; mostMs: number; longestMs: number } {
  const known = delays()
  if (known.count === 0) return { medianMs: 0, mostMs: 0, longestMs: 0 }
  return {
    medianMs: known.percentile(50) / 1e6,
    mostMs: known.percentile(99) / 1e6,
    longestMs: known.max / 1e6,
  }
}

/** Begins anew, for figures of the time since the last look. */
export function forgetEventLoopDelay() {
  delays().reset()
}
