import { cpus } from "node:os"
import { join } from "node:path"
import type { RunningServer } from "../support/server"
import { inTurns, requestsPerSecond, send } from "./load"
import { coresDuring, holdToOneCore } from "./processes"
import { buildSchools } from "./schools"

type Keep = (name: string, ratio: number, budget: { least: number }, numbers: string) => void

type Around = {
  /** One worker. */
  server: RunningServer
  app: (path: string, environment?: Record<string, string>) => Promise<RunningServer>
  folder: string
  headers: Record<string, string>
  turns: { turns: number; seconds: number }
}

/**
 * Two workers beside one that has both cores, and beside one that has one core. The first can't be two: garbage of one worker is
 * collected on the other core, so it keeps more than one core busy.
 */
export async function measureTwoWorkers(keep: Keep, { server, app, folder, headers, turns }: Around) {
  const started = async (name: string, environment?: Record<string, string>) => {
    const path = join(folder, `${name}.db`)
    buildSchools(path, 2)
    return app(path, environment)
  }
  const two = await started("two", { WORKERS: "2" })
  const alone = await started("alone")
  holdToOneCore(alone.pid)
  const target = ({ url }: RunningServer) => ({
    url: `${url}/students`,
    headers,
    connections: 16,
  })
  // Each process has answered as often before, so that each has compiled its code: two share what comes.
  const [asksTwo, asksOne] = [4000, 2000]
  await send(target(two), asksTwo)
  await send(target(server), asksOne)
  await send(target(alone), asksOne)
  const say = (value: number) => Number(value.toPrecision(3))
  const [both, one] = await inTurns(target(two), target(server), turns)
  const cores = await coresDuring(server.pid, () => requestsPerSecond(target(server), turns.seconds))
  keep(
    "two workers instead of one",
    both / one,
    { least: 1.6 },
    `${say(both)} req/s, one ${say(one)} req/s and ${say(cores)} of ${cpus().length} cores busy`,
  )
  const [onBoth, onOne] = await inTurns(target(two), target(alone), turns)
  keep(
    "two workers on two cores instead of one on one",
    onBoth / onOne,
    { least: 1.6 },
    `${say(onBoth)} req/s, one ${say(onOne)} req/s`,
  )
  await Promise.all([two.stop(), alone.stop()])
}
