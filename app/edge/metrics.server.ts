import cluster from "node:cluster"
import { createHash, timingSafeEqual } from "node:crypto"
import type { Server } from "node:http"
import type { Request, RequestHandler } from "express"
import type { Env } from "~/utils/env.server"
import { readLoopDelay } from "~/utils/event-loop.server"
import { log } from "~/utils/log.server"
import { type HistogramMetric, type Metric, prometheusText } from "~/utils/prometheus"
import { requestFigures } from "~/utils/request-metrics.server"

// Figures for Prometheus. They say how much a school platform is used and how it does, so no stranger reads them: with
// neither a token nor the permission for this machine the address is not there.

type Guard = Pick<Env, "METRICS_TOKEN" | "METRICS_LOCAL">

const digest = (text: string) => createHash("sha256").update(text).digest()
const own = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"])
/** A proxy on the same machine hands on what came from outside, and says so. */
const forwarding = ["x-forwarded-for", "forwarded", "via", "fly-client-ip", "x-real-ip"]

/** Whether a request may read the figures. */
export function mayReadMetrics(
  request: Pick<Request, "headers"> & { socket: { remoteAddress?: string } },
  { METRICS_TOKEN, METRICS_LOCAL }: Guard,
): boolean {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "") ?? []
  if (METRICS_TOKEN && token) return timingSafeEqual(digest(token), digest(METRICS_TOKEN))
  return (
    METRICS_LOCAL &&
    own.has(request.socket.remoteAddress ?? "") &&
    forwarding.every((name) => request.headers[name] === undefined)
  )
}

/**
 * Answers /metrics.
 * @param collect what the build knows: queues, database, replication
 */
export function answerMetrics(guard: Guard, collect: () => Metric[], server: Server): RequestHandler {
  if (!guard.METRICS_TOKEN && !guard.METRICS_LOCAL) return (_request, _response, next) => next()
  return (request, response, next) => {
    if (!mayReadMetrics(request, guard)) return next()
    server.getConnections((_error, connections) => {
      const metrics = [...processMetrics(connections ?? 0), ...requestMetrics(), ...collected(collect)]
      const common = cluster.worker ? { worker: String(cluster.worker.id) } : undefined
      response
        .set("Cache-Control", "no-store")
        .type("text/plain; version=0.0.4")
        .send(prometheusText(metrics, common))
    })
  }
}

/** A database that doesn't answer must not hide what the process still knows. */
function collected(collect: () => Metric[]): Metric[] {
  try {
    return [...collect(), gauge("tutti_database_answers", "1 while the database answers.", 1)]
  } catch (error) {
    log.warn({ err: error }, "the figures of the database could not be read")
    return [gauge("tutti_database_answers", "1 while the database answers.", 0)]
  }
}

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: "gauge",
  samples: [{ value }],
})

function processMetrics(connections: number): Metric[] {
  const { rss, heapUsed, external } = process.memoryUsage()
  const { p50Ms, p99Ms, maxMs } = readLoopDelay({ reset: true })
  const { user, system } = process.cpuUsage()
  return [
    gauge("tutti_up_seconds", "Seconds since this process began.", Math.round(process.uptime())),
    {
      name: "tutti_cpu_seconds_total",
      help: "Processor time used.",
      type: "counter",
      samples: [{ value: (user + system) / 1e6 }],
    },
    {
      name: "tutti_memory_bytes",
      help: "Memory of this process.",
      type: "gauge",
      samples: Object.entries({ rss, heapUsed, external }).map(([kind, value]) => ({
        labels: { kind },
        value,
      })),
    },
    gauge("tutti_open_connections", "Connections that are open.", connections),
    gauge("tutti_requests_open", "Requests being answered.", requestFigures().open),
    {
      name: "tutti_event_loop_delay_seconds",
      help: "How late the event loop was since the last reading.",
      type: "gauge",
      samples: [
        { labels: { quantile: "0.5" }, value: p50Ms / 1000 },
        { labels: { quantile: "0.99" }, value: p99Ms / 1000 },
        { labels: { quantile: "1" }, value: maxMs / 1000 },
      ],
    },
  ]
}

function requestMetrics(): (Metric | HistogramMetric)[] {
  const routes = [...requestFigures().routes]
  return [
    {
      name: "tutti_requests_total",
      help: "Requests answered, by route and class of status.",
      type: "counter",
      samples: routes.flatMap(([route, { byClass }]) =>
        [...byClass].map(([statusClass, value]) => ({
          labels: { route, status: `${statusClass}xx` },
          value,
        })),
      ),
    },
    {
      name: "tutti_request_duration_seconds",
      help: "How long requests took, by route.",
      type: "histogram",
      histograms: routes.map(([route, { durations }]) => ({ labels: { route }, histogram: durations })),
    },
  ]
}
