import type { Server } from "node:http"
import { readLoopDelay } from "~/utils/event-loop.server"
import { type AnyMetric, gauge, type Metric } from "~/utils/prometheus"
import { requestFigures } from "~/utils/request-metrics.server"

// What one process knows of itself, for /metrics.

/** The figures of this process. The delays of its event loop start over with each reading. */
export const ownFigures = (server: Server): Promise<AnyMetric[]> =>
  new Promise((resolve) =>
    server.getConnections((_error, connections) =>
      resolve([...processMetrics(connections ?? 0), ...requestMetrics()]),
    ),
  )

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

function requestMetrics(): AnyMetric[] {
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
