import "./scripts/load-env-file.mjs"
import cluster from "node:cluster"
import { setTimeout as pause } from "node:timers/promises"
import closeWithGrace from "close-with-grace"
import { passFigures } from "./app/edge/sibling-figures.server"
import { sparingFlags, sparingVariables } from "./app/edge/worker-memory.server"
import { type Env, env } from "./app/utils/env.server"
import { log } from "./app/utils/log.server"

// The start of the app. What answers is read by the processes that do (app/edge/serve.server.ts), not by one that only
// starts others and hands them connections.

const production = process.env.NODE_ENV === "production"
// The built server is production however it was started; React and the settings look at the variable itself.
if (production) Object.assign(process.env, { NODE_ENV: "production" })

function readSettings(): Env {
  try {
    return env()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

/** Several processes on one port. One of them runs the jobs; one that dies is replaced in its part. */
function serveWithWorkers(count: number) {
  let stopping = false
  cluster.setupPrimary({ execArgv: sparingFlags(process.execArgv) })
  const start = (jobs: boolean) => {
    const worker = cluster.fork({ ...sparingVariables(process.env), TUTTI_RUNS_JOBS: String(jobs) })
    worker.on("exit", async (code) => {
      if (stopping) return
      log.error({ code }, "a worker ended and is replaced")
      await pause(500)
      if (!stopping) start(jobs)
    })
  }
  passFigures()
  for (let index = 0; index < count; index += 1) start(index === 0)

  closeWithGrace({ delay: 12_000 }, async () => {
    stopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const ended = workers.map((worker) => new Promise((resolve) => worker.once("exit", resolve)))
    for (const worker of workers) worker.process.kill("SIGTERM")
    await Promise.all(ended)
  })
}

// What this process writes is for its own user: the database, uploaded files, backups.
process.umask(0o077)
const settings = readSettings()
if (settings.WORKERS > 1 && cluster.isPrimary) serveWithWorkers(settings.WORKERS)
else {
  const { serve } = await import("./app/edge/serve.server")
  await serve(settings, {
    production,
    readBuild: () => import(new URL("./server/index.js", import.meta.url).href),
    showBroken: () => import("./scripts/broken-modules").then(({ showBrokenModules }) => showBrokenModules()),
  })
}
