import "./scripts/load-env-file.mjs"
import cluster from "node:cluster"
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

async function answer() {
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
