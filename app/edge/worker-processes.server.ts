import cluster from "node:cluster"
import { setTimeout as pause } from "node:timers/promises"
import closeWithGrace from "close-with-grace"
import { passFigures } from "./sibling-figures.server"

// What each of several processes is given to hold less, by the one that starts them: they share a machine, and what one
// takes for itself counts once for each.

/**
 * One pool of memory instead of one for each thread, and what is free at its end goes back to the system at once: the
 * threads of zlib and of V8 ask for little at the same time. From 32 KB on a piece stands by itself: in the pool, what
 * lives longer beside it keeps some 20 MB of holes after the start. Only glibc reads these.
 */
export const sparingVariables = (
  chosen: Readonly<Record<string, string | undefined>>,
): Record<string, string> => ({
  MALLOC_ARENA_MAX: chosen.MALLOC_ARENA_MAX ?? "1",
  MALLOC_TRIM_THRESHOLD_: chosen.MALLOC_TRIM_THRESHOLD_ ?? "131072",
  MALLOC_MMAP_THRESHOLD_: chosen.MALLOC_MMAP_THRESHOLD_ ?? "32768",
})

// Several processes on one port, and the one that starts them. It hands them connections for as long as the app runs, so
// it loads neither the rules of settings nor the log: the first process that answers checks the settings and says how many
// there are to be, and what happened to one is logged by the next in its place.

type Usable = { workersWanted: number }
const isUsable = (message: unknown): message is Usable =>
  typeof message === "object" && message !== null && "workersWanted" in message

/** Whether the settings ask for several processes, or say it so that only a check can tell. */
export const asksForSeveral = (chosen: Readonly<Record<string, string | undefined>>): boolean =>
  Number(chosen.WORKERS || 1) !== 1

/** In a process that answers: its settings are usable, and ask for so many. */
export const tellUsable = (workersWanted: number) => cluster.worker?.send({ workersWanted } satisfies Usable)

/** In a process that answers: how the one before it ended, if it is in another's place. */
export function endedBefore(): { code: number | null } | undefined {
  const { TUTTI_REPLACES: ended } = process.env
  return ended ? JSON.parse(ended) : undefined
}

/** Starts the processes. One of them runs the jobs; one that dies is replaced in its part. */
export function startWorkers() {
  let stopping = false
  let areUsable = false
  const start = (jobs: boolean, before?: { code: number | null }) => {
    const worker = cluster.fork({
      ...sparingVariables(process.env),
      TUTTI_RUNS_JOBS: String(jobs),
      TUTTI_REPLACES: before ? JSON.stringify(before) : "",
    })
    worker.on("message", (message: unknown) => {
      if (areUsable || stopping || !isUsable(message)) return
      areUsable = true
      for (let count = 1; count < message.workersWanted; count += 1) start(false)
    })
    worker.on("exit", async (code: number | null) => {
      if (stopping) return
      // It has said why.
      if (!areUsable && code) process.exit(code)
      await pause(500)
      if (!stopping) start(jobs, { code })
    })
  }
  passFigures()
  start(true)

  closeWithGrace({ delay: 12_000 }, async () => {
    stopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const ended = workers.map((worker) => new Promise((resolve) => worker.once("exit", resolve)))
    for (const worker of workers) worker.process.kill("SIGTERM")
    await Promise.all(ended)
  })
}
