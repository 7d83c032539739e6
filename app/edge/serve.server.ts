import cluster from "node:cluster"
import { createServer, type RequestListener } from "node:http"
import { createServer as createProbe } from "node:net"
import type { RequestHandler as RemixHandler, ServerBuild } from "@remix-run/node"
import closeWithGrace from "close-with-grace"
import express, { type ErrorRequestHandler } from "express"
import { trustedHops } from "~/http/address.server"
import { handOver } from "~/providers/replication/hand-over.server"
import type { Term } from "~/providers/replication/position"
import type { Env } from "~/utils/env.server"
import { watchEventLoop } from "~/utils/event-loop.server"
import { log } from "~/utils/log.server"
import type { Metric } from "~/utils/prometheus"
import { announceRedirects } from "./announced-redirects.server"
import { securityHeaders } from "./answer-headers.server"
import { builtFiles } from "./built-files.server"
import { refuseMalformed, refuseOddTargets } from "./malformed-requests.server"
import { answerMetrics } from "./metrics.server"
import { answerNodes, keepTellingPresence } from "./node-endpoints.server"
import { leadToThisBuild } from "./other-build.server"
import { measureRequests, ownFacts, ownFormats } from "./own-facts.server"
import { closePolitely } from "./polite-close.server"
import { keepPublicPages } from "./public-pages.server"
import { type FindSchoolReadOnly, type ReadOnly, refuseWrites } from "./read-only.server"
import { hideErrors } from "./refuse.server"
import { refuseBlocked } from "./refuse-blocked.server"
import { prepareBuild } from "./remix/prepared-build.server"
import { serveFreshRemix, serveRemix } from "./remix/serve-remix.server"
import { sendToPrimary } from "./replica-edge.server"
import { arriveWithinMs, endSlowForms, limitBody, readBodiesAway } from "./request-body.server"
import { type FailedRequest, logRequests } from "./request-log.server"
import { refuseForeignOrigins } from "./request-origin.server"
import { serveServiceWorker } from "./service-worker.server"
import { type Status, showStatus } from "./status-page.server"

// The request edge: everything a request meets before Remix, in this order.

type Health =
  | { ok: true; role: string; node?: string; lagMs?: number; warnings?: { what: string; remedy: string }[] }
  | { ok: false; reason: string; remedy: string }
type Build = ServerBuild & {
  entry: {
    module: ServerBuild["entry"]["module"] & {
      checkHealth(): Health
      listHelpAddresses(): string[]
      syncOffEventLoop(onFailure: (error: unknown) => void): void
      joinNodes(): Promise<void>
      listTerms(): Term[]
      startJobs(): void
      stopJobs(): Promise<void>
      shutDown(): Promise<void>
      answerOnceSaved(handler: RemixHandler): RemixHandler
      bringBack(handler: RemixHandler): RemixHandler
      collectMetrics(): Metric[]
      findPublicStatus(): Status
      isAddressBlocked(address: string): boolean
      isAnyAddressBlocked(): boolean
      keepFailedRequest(failed: FailedRequest): void
      findReadOnlyText(): ReadOnly | undefined
      findSchoolReadOnly: FindSchoolReadOnly
    }
  }
}

/** What lies outside the edge. */
type Parts = {
  production: boolean
  readBuild: () => Promise<unknown>
  /** In development: an error shows its source. */
  showBroken: () => Promise<ErrorRequestHandler>
}

/** Given to the one process of several that runs the jobs. */
const runsJobs = !cluster.isWorker || process.env.TUTTI_RUNS_JOBS === "true"

/** Ends a start with what is wrong; a reason that says all needs no stack. */
function refuseStart(error: unknown): never {
  const isOwn = error instanceof Error && error.name === "StartRefusal"
  process.stderr.write(`${isOwn ? error.message : error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
}

/** Ends the process as soon as the requests that failed with it are answered: what comes in meanwhile fails as well. */
function endAfterAnswers(error: unknown) {
  log.fatal({ err: error }, "stopping after the disk failed")
  setTimeout(() => process.exit(1), 200)
}

/** Before the database is touched: a second start by mistake must not migrate it. */
function requirePort(port: number): Promise<void> {
  const probe = createProbe()
  return new Promise((done) => {
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const why =
        error.code === "EADDRINUSE"
          ? "is in use. Is Tutti running already?"
          : `can’t be used: ${error.message}`
      process.stderr.write(`Port ${port} ${why} Nothing was changed.\n`)
      process.exit(1)
    })
    probe.listen(port, () => probe.close(() => done()))
  })
}

/** Answers on the port of the settings until the process is asked to end. */
export async function serve(settings: Env, { production, readBuild, showBroken }: Parts) {
  const server = createServer()
  const vite = production
    ? undefined
    : // Hot reload comes over the app's own port, which the pages' policy lets through.
      await import("vite").then((vite) =>
        vite.createServer({ server: { middlewareMode: true, hmr: { server } } }),
      )
  const load = async () =>
    (vite ? await vite.ssrLoadModule("virtual:remix/server-build") : await readBuild()) as Build

  const build = await load()
  if (production) build.entry.module.syncOffEventLoop(endAfterAnswers)
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
    // For tabs that were open before the upgrade (scripts/earlier-assets.mjs).
    app.use(builtFiles("build/earlier"))
    app.use(
      "/assets",
      (_request, response) => void response.status(404).type("text/plain").send("Not found.\n"),
    )
  }
  if (production) app.use(leadToThisBuild(build.assets.version))
  app.use(answerNodes(build.entry.module.listTerms, build.entry.module.keepFailedRequest))
  app.use(endSlowForms())
  app.use(limitBody())
  app.use(sendToPrimary(build.entry.module.listTerms))
  app.use(ownFacts(settings.APP_URL, settings.TRUSTED_PROXIES))
  app.use(refuseForeignOrigins(settings.APP_URL))
  app.use(readBodiesAway())
  app.use(refuseWrites(build.entry.module.findReadOnlyText, build.entry.module.findSchoolReadOnly))
  app.use(announceRedirects())
  app.use(ownFormats())
  app.use(measureRequests())
  const publicPages = production
    ? keepPublicPages(prepareBuild(build), {
        appUrl: settings.APP_URL,
        articles: build.entry.module.listHelpAddresses(),
        isAnyAddressBlocked: build.entry.module.isAnyAddressBlocked,
        keepFailed: build.entry.module.keepFailedRequest,
      })
    : undefined
  if (publicPages) app.use(publicPages.serve)
  app.use(vite ? serveFreshRemix(load) : serveRemix(build, "production"))
  if (vite) app.use(await showBroken())
  app.use(hideErrors())

  if (!cluster.isWorker) await requirePort(settings.PORT)
  if (runsJobs) await build.entry.module.joinNodes().catch(refuseStart)
  const close = closePolitely(server)
  const stopTelling = keepTellingPresence(build.entry.module.keepFailedRequest)
  // In development every first request of a page compiles it.
  const stopWatching = production ? watchEventLoop() : undefined
  const answer: RequestListener = publicPages
    ? (request, response) => void (publicPages.answerAtOnce(request, response) || app(request, response))
    : app
  server.on("request", refuseOddTargets(answer)).listen(settings.PORT, () => {
    if (runsJobs) build.entry.module.startJobs()
    log.info({ url: settings.APP_URL }, "listening")
  })
  server.keepAliveTimeout = 65_000
  server.requestTimeout = arriveWithinMs

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
