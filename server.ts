import "./scripts/load-env-file.mjs"
import cluster from "node:cluster"
import { setFlagsFromString } from "node:v8"
import { asksForSeveral, endedBefore, startWorkers, tellUsable } from "./app/edge/worker-processes.server"
import type { Env } from "./app/utils/env.server"

// The start of the app. What answers is read by the processes that do (app/edge/serve.server.ts), not by one that only
// starts others and hands them connections.

// What is written outside the log, such as a warning of Node's, may be lost with a full disk; it must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {})

const production = process.env.NODE_ENV === "production"
// The built server is production however it was started; React and the settings look at the variable itself.
if (production) Object.assign(process.env, { NODE_ENV: "production" })

async function readSettings(): Promise<Env> {
  const { env } = await import("./app/utils/env.server")
  try {
    return env()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

/**
 * How V8 works where one process answers. Several share a machine and save memory instead (worker-memory.server.ts).
 * docs/measurements.md has what each line gains.
 */
const flagsAlone = [
  // V8 forgets the compiled code of what wasn't asked for during five full collections, so a screen that a school opens once an
  // hour was compiled anew each time. Keeping it takes 12 MB.
  "--no-flush-bytecode",
  // Most screens are opened too rarely for V8 to count their code as hot. So every function is compiled plainly before it first
  // runs, instead of being interpreted.
  "--always-sparkplug",
  // With several threads, clearing away what a request leaves costs more than it saves: they mostly wait for each other.
  "--no-parallel-scavenge",
]

async function answer() {
  if (!cluster.isWorker) for (const flag of flagsAlone) setFlagsFromString(flag)
  const settings = await readSettings()
  tellUsable(settings.WORKERS)
  const before = endedBefore()
  if (before) {
    const { log } = await import("./app/utils/log.server")
    log.error(before, "a worker ended and is replaced")
  }
  const { serve } = await import("./app/edge/serve.server")
  await serve(settings, {
    production,
    readBuild: () => import(new URL("./server/index.js", import.meta.url).href),
    showBroken: () => import("./scripts/broken-modules").then(({ showBrokenModules }) => showBrokenModules()),
  })
}

// What this process writes is for its own user: the database, uploaded files, backups.
process.umask(0o077)
if (cluster.isPrimary && asksForSeveral(process.env)) startWorkers()
else await answer()
