// Loaded before the server that `npm run bench -- --works` asks: says on SIGWINCH how long its event loop was held since the
// last time. What other processes took of the processor is not counted, as far as Linux tells.
import { readFileSync, writeFileSync } from "node:fs"
import { isMainThread } from "node:worker_threads"

const everyMs = 5

/** How long this thread was ready and others ran, ms. */
const waited = () => Number(readFileSync("/proc/thread-self/schedstat", "latin1").split(" ")[1]) / 1e6

if (isMainThread && process.env.EVENT_LOOP_FILE) {
  let held = []
  let [last, waitedBefore] = [performance.now(), waited()]
  setInterval(() => {
    const [at, waitedNow] = [performance.now(), waited()]
    held.push(Math.max(0, at - last - everyMs - (waitedNow - waitedBefore)))
    ;[last, waitedBefore] = [at, waitedNow]
  }, everyMs).unref()
  process.on("SIGWINCH", () => {
    const sorted = held.sort((a, b) => a - b)
    const share = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
    held = []
    const { rss } = process.memoryUsage()
    writeFileSync(
      process.env.EVENT_LOOP_FILE,
      JSON.stringify({
        samples: sorted.length,
        p50: share(0.5),
        p99: share(0.99),
        p999: share(0.999),
        max: sorted.at(-1) ?? 0,
        rss,
      }),
    )
  })
}
