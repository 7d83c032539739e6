import { setTimeout as pause } from "node:timers/promises"
import { log } from "~/utils/log.server"
import { askPositionStatus, askToLead } from "./node-calls.server"
import { listCandidates } from "./replicated.server"
import { nodeState } from "./replication.server"

const writesEndMs = 5000
const catchUpMs = 5000
const takenOverMs = 5000

/**
 * @Hands the lead over before this node stops, so that no answered write is lost: new writes wait and go to the next
 * primary, running writes finish, and a candidate catches up and takes the lead. Returns the new primary's name, or
 * undefined when this node did not lead or there is no candidate.
 * @param stopJobs ends the work of this process
 */
export async function handOver(stopJobs: () => Promise<void>): Promise<string | undefined> {
  const here = nodeState()
  const { litefs } = here
  here.isLeaving = true
  if (litefs?.role().part !== "primary") return undefined
  const begun = performance.now()
  while (here.writes > 0 && performance.now() - begun < writesEndMs) await pause(10)
  await stopJobs()
  const { term } = here
  const position = litefs.positionNow()
  const candidates = listCandidates()
  if (term === undefined || position === undefined || candidates.length === 0) {
    log.warn("nobody is there to lead after this node")
    return undefined
  }
  const reached = candidates.map(async (node) => {
    if ((await askPositionStatus(node, { term, position }, catchUpMs)) === "reached") return node
    throw new Error(`${node} does not catch up`)
  })
  const next = await Promise.any(reached).catch(() => undefined)
  if (!next || !(await askToLead(next))) {
    log.warn({ next }, "the lead could not be handed over")
    return undefined
  }
  const now = await litefs.waitForRole(({ part }) => part === "replica", takenOverMs)
  log.info({ next, ms: Math.round(performance.now() - begun) }, "the lead was handed over")
  return now.part === "replica" ? now.of : next
}
