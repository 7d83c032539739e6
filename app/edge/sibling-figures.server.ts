import cluster, { type Worker } from "node:cluster"
import type { AnyMetric } from "~/utils/prometheus"

// With several processes on one port, a reading of /metrics reaches one of them. It asks the others for their figures, by
// way of the process that has started them all.

/** A process that is busy for longer is left out of that reading. */
const withinMs = 1000

type Message = { reading: number } & (
  | { figures: "wanted" }
  | { figures: "asked"; workers: number[] }
  | { figures: "tell"; by: number }
  | { figures: "told"; by: number; worker: number; metrics: AnyMetric[] }
)
const isOurs = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && "figures" in message && "reading" in message

/** One that has just ended gets nothing, and the reading goes on without it. */
const send = (worker: Worker | undefined, message: Message) =>
  worker?.isConnected() && worker.send(message, () => undefined)

/** In the process that starts the others: passes on who asks whom, and what they tell. */
export function passFigures() {
  cluster.on("message", (worker, message: unknown) => {
    if (!isOurs(message)) return
    const { reading } = message
    if (message.figures === "told") send(cluster.workers?.[message.by], message)
    if (message.figures !== "wanted") return
    const others = Object.values(cluster.workers ?? {}).flatMap((each) =>
      each && each.id !== worker.id && each.isConnected() ? [each] : [],
    )
    send(worker, { figures: "asked", reading, workers: others.map(({ id }) => id) })
    for (const other of others) send(other, { figures: "tell", reading, by: worker.id })
  })
}

type Told = Map<number, AnyMetric[] | undefined>
type Reading = { told: Told; done: (told: Told) => void }

/**
 * In a process that serves: tells its own figures to the others, and returns what asks them for theirs. The answer names
 * every other process, without figures where it told none in time; without others it is empty.
 */
export function shareFigures(own: () => Promise<AnyMetric[]>): () => Promise<Told> {
  const { worker } = cluster
  if (!worker) return async () => new Map()
  const open = new Map<number, Reading>()
  const end = (reading: number) => {
    const found = open.get(reading)
    open.delete(reading)
    found?.done(found.told)
  }

  process.on("message", (message: unknown) => {
    if (!isOurs(message)) return
    const { reading } = message
    if (message.figures === "tell") {
      const { by } = message
      void own().then((metrics) => send(worker, { figures: "told", reading, by, worker: worker.id, metrics }))
      return
    }
    const { told } = open.get(reading) ?? {}
    if (!told) return
    if (message.figures === "asked") for (const id of message.workers) told.set(id, undefined)
    if (message.figures === "told") told.set(message.worker, message.metrics)
    if ([...told.values()].every((metrics) => metrics !== undefined)) end(reading)
  })

  let readings = 0
  return () =>
    new Promise((done) => {
      readings += 1
      const reading = readings
      open.set(reading, { told: new Map(), done })
      send(worker, { figures: "wanted", reading })
      setTimeout(() => end(reading), withinMs).unref()
    })
}
