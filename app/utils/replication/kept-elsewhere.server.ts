import { setTimeout as pause } from "node:timers/promises"
import { log } from "~/utils/log.server"
import { place } from "../replication.server"
import { hasReached } from "./node-calls.server"

// LiteFS replicates after the commit was answered. What must not be lost with a machine waits until those who may lead
// next have it as well. All of them, not one: LiteFS gives the lead to whoever is first, not to whoever has most.

/** A candidate that was not heard of for so long is not waited for. */
const presentMs = 3000
const patienceMs = 1500

/** Remembers that another node has said that it is there. */
export function notePresence(node: string, isCandidate: boolean) {
  place().presence.set(node, { at: performance.now(), isCandidate })
}

/** The nodes that were heard of lately and may come to lead. */
export const listCandidates = (): string[] =>
  [...place().presence].flatMap(([node, { at, isCandidate }]) =>
    isCandidate && performance.now() - at < presentMs ? [node] : [],
  )

/**
 * Waits until what was written so far is safe on another machine: true at once where there is only one. False when that
 * is not known in time; then it is saved here, and will be there as soon as it can.
 */
export async function isKeptElsewhere(withinMs = patienceMs): Promise<boolean> {
  const { litefs, term } = place()
  if (!litefs) return true
  const position = litefs.positionNow()
  const until = performance.now() + withinMs
  while (position !== undefined && performance.now() < until) {
    const candidates = listCandidates()
    const left = until - performance.now()
    const answers = await Promise.all(candidates.map((node) => hasReached(node, position, left)))
    const stillLeads = litefs.role().part === "primary" && place().term === term
    if (!stillLeads) break
    if (answers.length > 0 && answers.every(Boolean)) return true
    await pause(50)
  }
  log.warn({ position }, "a write is not known to be on another machine yet")
  return false
}
