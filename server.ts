import "./scripts/load-env-file.mjs"
import cluster from "node:cluster"
import { createServer } from "node:http"
import { createServer as createProbe } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import type { RequestHandler as RemixHandler, ServerBuild } from "@remix-run/node"
import closeWithGrace from "close-with-grace"
import express from "express"
import sirv from "sirv"
import { announceRedirects } from "./app/edge/announced-redirects.server"
import { securityHeaders } from "./app/edge/answer-headers.server"
import { refuseMalformed, refuseOddTargets } from "./app/edge/malformed-requests.server"
import { answerMetrics } from "./app/edge/metrics.server"
import { answerNodes, keepTellingPresence } from "./app/edge/node-endpoints.server"
import { measureRequests, ownFacts, ownFormats } from "./app/edge/own-facts.server"
import { closePolitely } from "./app/edge/polite-close.server"
import { servePublicPages } from "./app/edge/public-pages.server"
import { type FindSchoolReadOnly, type ReadOnly, refuseWrites } from "./app/edge/read-only.server"
import { refuseBlocked } from "./app/edge/refuse-blocked.server"
import { prepareBuild } from "./app/edge/remix/prepared-build.server"
import type { Kept, PlainRequest } from "./app/edge/remix/repeated-answers.server"
import { serveFreshRemix, serveRemix } from "./app/edge/remix/serve-remix.server"
import { sendToPrimary } from "./app/edge/replica-edge.server"
import { limitBody, readBodiesAway } from "./app/edge/request-body.server"
import { hideErrors } from "./app/edge/request-errors.server"
import { type FailedRequest, logRequests } from "./app/edge/request-log.server"
import { refuseForeignOrigins } from "./app/edge/request-origin.server"
import { serveServiceWorker } from "./app/edge/service-worker.server"
import { passFigures } from "./app/edge/sibling-figures.server"
import { type Status, showStatus } from "./app/edge/status-page.server"
import { sparingFlags, sparingVariables } from "./app/edge/worker-memory.server"
import { trustedHops } from "./app/http/address.server"
import { handOver } from "./app/providers/replication/hand-over.server"
import type { Term } from "./app/providers/replication/position"
import { type Env, env } from "./app/utils/env.server"
import { watchEventLoop } from "./app/utils/event-loop.server"
import { log } from "./app/utils/log.server"
import type { Metric } from "./app/utils/prometheus"
import { showBrokenModules } from "./scripts/broken-modules"

// The request edge: everything a request meets before Remix, in this order.

type Health =
  | { ok: true; role: string; node?: string; lagMs?: number; warnings?: { what: string; remedy: string }[] }
  | { ok: false; reason: string; remedy: string }
type Build = ServerBuild & {
  entry: {
    module: ServerBuild["entry"]["module"] & {
      checkHealth(): Health
      listHelpAddresses(): string[]
      joinNodes(): Promise<void>
      listTerms(): Term[]
      startJobs(): void
      stopJobs(): Promise<void>
      shutDown(): Promise<void>
      bringBack(handler: RemixHandler): RemixHandler
      repeatAnswers(handler: RemixHandler): RemixHandler
      findRepeated(request: PlainRequest): { key?: string; kept?: Kept }
      collectMetrics(): Metric[]
      findPublicStatus(): Status
      isAddressBlocked(address: string): boolean
      keepFailedRequest(failed: FailedRequest): void
      findReadOnlyText(): ReadOnly | undefined
      findSchoolReadOnly: FindSchoolReadOnly
    }
  }
}

const production = process.env.NODE_ENV === "production"
// The built server is production however it was started; React and the settings look at the variable itself.
if (production) Object.assign(process.env, { NODE_ENV: "production" })
/** Given to the one process of several that runs the jobs. */
const runsJobs = !cluster.isWorker || process.env.TUTTI_RUNS_JOBS === "true"

function readSettings(): Env {
  try {
    return env()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exit(1)
  }
}

/** Ends a start with what is wrong; a reason that says all needs no stack. */
function refuseStart(error: unknown): never {
  const isOwn = error instanceof Error && error.name === "StartRefusal"
  process.stderr.write(`${isOwn ? error.message : error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}

/** Before the database is touched: a second start by mistake must not migrate it. */
function requirePort(port: number): Promise<void> {
  const probe = createProbe()
  return new Promise((done) => {
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const why =
        error.code === "EADDRINUSE"
          ? "is in use. Is Tutti running already?"
          : `can't be used: ${error.message}`
      process.stderr.write(`Port ${port} ${why} Nothing was changed.\n`)
      process.exit(1)
    })
    probe.listen(port, () => probe.close(() => done()))
  })
}

/** All files of the build in one list, since each entry holds a kilobyte; those named by their content never change. */
const builtFiles = () =>
  sirv("build/client", {
    maxAge: 3600,
    brotli: true,
    gzip: true,
    extensions: [],
    setHeaders: (response, path) => {
      if (path.startsWith("/assets/"))
        response.setHeader("Cache-Control", "public,max-age=31536000,immutable")
    },
  })

async function serve(settings: Env) {
  const server = createServer()
  const vite = production
    ? undefined
    : // Hot reload comes over the app's own port, which the pages' policy lets through.
      await import("vite").then((vite) =>
        vite.createServer({ server: { middlewareMode: true, hmr: { server } } }),
      )
  const load = async () =>
    (vite
      ? await vite.ssrLoadModule("virtual:remix/server-build")
      : await import(new URL("./server/index.js", import.meta.url).href)) as Build

  const build = await load()
  const app = express()
  app.disable("x-powered-by")
  // Remix reads the query itself.
  app.disable("query parser")
  app.set("trust proxy", trustedHops(settings.TRUSTED_PROXIES))

  app.use(logRequests(build.entry.module.keepFailedRequest))
  app.use(securityHeaders(settings.APP_URL))
  app.get("/health", (_request, response) => {
    const health = build.entry.module.checkHealth()
    response.set("Cache-Control", "no-store")
    const { ok, ...facts } = health
    if (ok) response.json({ status: health.warnings ? "degraded" : "ok", ...facts })
    else response.status(503).json({ status: "unavailable", ...facts })
  })
  app.get("/metrics", answerMetrics(settings, build.entry.module.collectMetrics, server))
  app.use(refuseMalformed())
  app.get("/status", showStatus(build.entry.module.findPublicStatus))
  app.use(refuseBlocked(settings, build.entry.module.isAddressBlocked))
  if (vite) app.use(vite.middlewares)
  else {
    app.get("/service-worker.js", serveServiceWorker(settings.OFFLINE_PAGES))
    app.use(builtFiles())
    app.use(
      "/assets",
      (_request, response) => void response.status(404).type("text/plain").send("Not found.\n"),
    )
  }
  app.use(answerNodes(build.entry.module.listTerms, build.entry.module.keepFailedRequest))
  app.use(sendToPrimary(build.entry.module.listTerms))
  app.use(ownFacts(settings.APP_URL, settings.TRUSTED_PROXIES))
  app.use(refuseForeignOrigins(settings.APP_URL))
  app.use(limitBody())
  app.use(readBodiesAway())
  app.use(refuseWrites(build.entry.module.findReadOnlyText, build.entry.module.findSchoolReadOnly))
  app.use(announceRedirects())
  app.use(ownFormats())
  app.use(measureRequests())
  if (production) app.use(servePublicPages(prepareBuild(build), build.entry.module.listHelpAddresses()))
  app.use(vite ? serveFreshRemix(load, settings.APP_URL) : serveRemix(build, settings.APP_URL, "production"))
  if (vite) app.use(showBrokenModules())
  app.use(hideErrors())

  if (!cluster.isWorker) await requirePort(settings.PORT)
  if (runsJobs) await build.entry.module.joinNodes().catch(refuseStart)
  const close = closePolitely(server)
  const stopTelling = keepTellingPresence(build.entry.module.keepFailedRequest)
  // In development every first request of a page compiles it.
  const stopWatching = production ? watchEventLoop() : undefined
  server.on("request", refuseOddTargets(app)).listen(settings.PORT, () => {
    if (runsJobs) build.entry.module.startJobs()
    log.info({ url: settings.APP_URL }, "listening")
  })
  server.keepAliveTimeout = 65_000
  server.requestTimeout = 60_000

  closeWithGrace({ delay: settings.LITEFS_DIR ? 28_000 : 10_000 }, async ({ err }) => {
    if (err) log.fatal({ err }, "stopping after an error")
    // While this node still takes connections: what must be written goes to the next primary from now on.
    if (settings.LITEFS_DIR) await handOver(build.entry.module.stopJobs)
    stopTelling()
    stopWatching?.()
    await close()
    await build.entry.module.shutDown()
    await vite?.close()
  })
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
else await serve(settings)
