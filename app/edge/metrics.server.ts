import cluster from "node:cluster"
import { createHash, timingSafeEqual } from "node:crypto"
import type { Server } from "node:http"
import type { Request, RequestHandler } from "express"
import type { Env } from "~/utils/env.server"
import { log } from "~/utils/log.server"
import {
  type AnyMetric,
  gauge,
  joinedByName,
  labelled,
  type Metric,
  prometheusText,
} from "~/utils/prometheus"
import { ownFigures } from "./process-figures.server"
import { shareFigures } from "./sibling-figures.server"

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
 * Answers /metrics, for all processes that serve this port.
 * @param collect what the build knows: queues, database, replication
 */
export function answerMetrics(guard: Guard, collect: () => Metric[], server: Server): RequestHandler {
  if (!guard.METRICS_TOKEN && !guard.METRICS_LOCAL) return (_request, _response, next) => next()
  const own = () => ownFigures(server)
  const askOthers = shareFigures(own)
  return (request, response, next) => {
    if (!mayReadMetrics(request, guard)) return next()
    Promise.all([own(), askOthers()]).then(([ours, others]) => {
      const metrics = cluster.worker ? ofProcesses(cluster.worker.id, ours, others) : ours
      response
        .set("Cache-Control", "no-store")
        .type("text/plain; version=0.0.4")
        .send(prometheusText([...metrics, ...collected(collect)]))
    }, next)
  }
}

/** Each process's figures, labeled with its number, and which processes have told theirs in time. */
function ofProcesses(
  own: number,
  ours: readonly AnyMetric[],
  others: ReadonlyMap<number, readonly AnyMetric[] | undefined>,
): AnyMetric[] {
  const all = [[own, ours] as const, ...others]
  const told = all.map(([worker, metrics]) => ({
    labels: { worker: String(worker) },
    value: metrics ? 1 : 0,
  }))
  return [
    ...joinedByName(all.flatMap(([worker, metrics = []]) => labelled(metrics, { worker: String(worker) }))),
    {
      name: "tutti_worker_answers",
      help: "1 for each process that told its figures in time.",
      type: "gauge",
      samples: told,
    },
  ]
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
