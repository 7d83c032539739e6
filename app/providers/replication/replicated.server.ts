import { setTimeout as pause } from "node:timers/promises"
import { log } from "~/utils/log.server"
import { askPositionStatus } from "./node-calls.server"
import { nodeState } from "./replication.server"

// LiteFS replicates after the commit was answered, and during a handover it may accept a transaction that the next
// primary never gets. So a write is answered once every candidate for the lead has it. All of them, not one: LiteFS
// gives the lead to the first candidate, not to the one with the most data.

/** A candidate that was not heard of for so long is not waited for. */
const presentMs = 3000
/** How long money waits. */
const patienceMs = 1500
const askAgainMs = 50

/** The state of a write: other nodes have it, it isn't confirmed yet, or this node has lost the lead. */
export type ReplicationResult = "kept" | "not-yet" | "not-leading"

/** Records the presence of another node, and how much of its disk is free where it says so. */
export function notePresence(node: string, isCandidate: boolean, freePercent?: number) {
  nodeState().presence.set(node, {
    at: performance.now(),
    isCandidate,
    ...(freePercent === undefined ? {} : { freePercent }),
  })
}

/** The nodes that were heard of lately and may come to lead. */
export const listCandidates = (): string[] =>
  [...nodeState().presence].flatMap(([node, { at, isCandidate }]) =>
    isCandidate && performance.now() - at < presentMs ? [node] : [],
  )

/** Whether this node has led for so long that every follower has reported its presence. */
const isKnownToOthers = () => performance.now() - (nodeState().ledSince ?? 0) > presentMs

/**
 * @Waits until everything written so far in a term is safe on the other machines.
 * @param term the term in which it was written
 * @param waitsFor anybody: keeps waiting while no other machine is known
 */
export async function waitUntilReplicated(
  term: number | undefined,
  withinMs: number,
  waitsFor: "anybody" | "present" = "present",
): Promise<ReplicationResult> {
  const { litefs } = nodeState()
  if (!litefs) return "kept"
  const leads = () => term !== undefined && nodeState().term === term && litefs.role().part === "primary"
  const position = litefs.positionNow()
  const until = performance.now() + withinMs
  while (term !== undefined && position !== undefined && leads() && performance.now() < until) {
    const candidates = listCandidates()
    if (candidates.length === 0 && waitsFor === "present" && isKnownToOthers()) break
    const left = until - performance.now()
    const answers = await Promise.all(
      candidates.map((node) => askPositionStatus(node, { term, position }, left)),
    )
    // Another node has written in a later term, so this node isn't the primary, whatever it believes.
    if (answers.includes("lost")) return "not-leading"
    if (leads() && answers.length > 0 && answers.every((answer) => answer === "reached")) return "kept"
    await pause(askAgainMs)
  }
  return leads() ? "not-yet" : "not-leading"
}

/**
 * Waits until everything written so far is safe on another machine: true at once where there is only one. False when
 * that isn't confirmed in time; then it is saved here and replicates as soon as it can.
 */
export async function isReplicated(withinMs = patienceMs): Promise<boolean> {
  const result = await waitUntilReplicated(nodeState().term, withinMs, "anybody")
  if (result !== "kept") log.warn({ result }, "a write is not known to be on another machine yet")
  return result === "kept"
}
