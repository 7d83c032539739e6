import cluster from "node:cluster"
import { constants } from "node:zlib"
import { createRequestHandler } from "@remix-run/express"
import type { ServerBuild } from "@remix-run/node"
import closeWithGrace from "close-with-grace"
import compression from "compression"
import express from "express"
import sirv from "sirv"
import { env } from "./app/utils/env.server"
import {
  clientFacts,
  hideErrors,
  limitBody,
  logRequests,
  refuseForeignOrigins,
  securityHeaders,
} from "./app/utils/http/edge.server"
import { servePublicPages } from "./app/utils/http/public-pages.server"

// The request edge: everything a request meets before Remix, in this order.

type Health = { ok: true; role: string } | { ok: false; reason: string }
type Build = ServerBuild & {
  entry: {
    module: ServerBuild["entry"]["module"] & {
      checkHealth(): Health
      startJobs(): void
      shutDown(): Promise<void>
    }
  }
}

const settings = env()
const production = process.env.NODE_ENV === "production"

async function serve() {
  const vite = production
    ? undefined
    : await import("vite").then(({ createServer }) => createServer({ server: { middlewareMode: true } }))
  const load = async () =>
    (vite
      ? await vite.ssrLoadModule("virtual:remix/server-build")
      : await import(new URL("./server/index.js", import.meta.url).href)) as Build

  const build = await load()
  const app = express()
  app.disable("x-powered-by")
  app.set("trust proxy", settings.TRUSTED_PROXIES)

  app.use(logRequests())
  app.use(securityHeaders())
  app.get("/health", (_request, response) => {
    const health = build.entry.module.checkHealth()
    response.set("Cache-Control", "no-store")
    if (health.ok) response.json({ status: "ok", role: health.role })
    else response.status(503).json({ status: "unavailable", reason: health.reason })
  })
  if (vite) app.use(vite.middlewares)
  else {
    app.use(
      "/assets",
      sirv("build/client/assets", { immutable: true, maxAge: 31_536_000, brotli: true, gzip: true }),
    )
    app.use(sirv("build/client", { maxAge: 3600, brotli: true, gzip: true, extensions: [] }))
  }
  app.use(clientFacts(settings.TRUSTED_PROXIES))
  app.use(refuseForeignOrigins(settings.APP_URL))
  app.use(limitBody())
  if (production) app.use(servePublicPages(build))
  app.use(compression({ brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } } }))
  app.all("*", createRequestHandler({ build: vite ? load : build, mode: process.env.NODE_ENV }))
  app.use(hideErrors())

  const server = app.listen(settings.PORT, () => {
    if (!cluster.isWorker || cluster.worker?.id === 1) build.entry.module.startJobs()
    console.log(`Tutti listens on ${settings.APP_URL}`)
  })
  server.keepAliveTimeout = 65_000
  server.requestTimeout = 60_000

  closeWithGrace({ delay: 10_000 }, async ({ err }) => {
    if (err) console.error(err)
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 8_000))])
    await build.entry.module.shutDown()
    await vite?.close()
  })
}

if (settings.WORKERS > 1 && cluster.isPrimary) {
  for (let worker = 0; worker < settings.WORKERS; worker += 1) cluster.fork()
  closeWithGrace({ delay: 12_000 }, async () => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGTERM")
    await new Promise<void>((resolve) => {
      const check = setInterval(() => {
        if (Object.keys(cluster.workers ?? {}).length > 0) return
        clearInterval(check)
        resolve()
      }, 50)
    })
  })
} else {
  await serve()
}
