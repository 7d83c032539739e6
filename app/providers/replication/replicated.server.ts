import { setTimeout as pause } from "node:timers/promises"
import { log } from "~/utils/log.server"
import { askPositionStatus } from "./node-calls.server"
import { nodeState } from "./replication.server"

// LiteFS replicates after the commit was answered, and while the lead is handed over it may take a transaction that the
// next primary never gets. So what was written is answered once those who may lead next have it as well. All of them, not
// one: LiteFS gives the lead to whoever is first, not to whoever has most.

/** A candidate that was not heard of for so long is not waited for. */
const presentMs = 3000
/** How long money waits. */
const patienceMs = 1500
const askAgainMs = 50

/** What is known of a write: others have it, nobody has said so yet, or this node does not lead any more. */
export type ReplicationResult = "kept" | "not-yet" | "not-leading"

/** Remembers that another node has said that it is there. */
export function notePresence(node: string, isCandidate: boolean) {
  nodeState().presence.set(node, { at: performance.now(), isCandidate })
}

/** The nodes that were heard of lately and may come to lead. */
export const listCandidates = (): string[] =>
  [...nodeState().presence].flatMap(([node, { at, isCandidate }]) =>
    isCandidate && performance.now() - at < presentMs ? [node] : [],
  )

/** Whether this node has led for so long that those who follow it have said so. */
const isKnownToOthers = () => performance.now() - (nodeState().ledSince ?? 0) > presentMs

/**
 * Waits until what was written so far in a term is safe on the other machines.
 * @param term the term in which it was written
 * @param waitsFor anybody: goes on waiting while no other machine is known
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
    // Somebody has written in a later term: whatever this node believes, it is not the primary.
    if (answers.includes("lost")) return "not-leading"
    if (leads() && answers.length > 0 && answers.every((answer) => answer === "reached")) return "kept"
    await pause(askAgainMs)
  }
  return leads() ? "not-yet" : "not-leading"
}

/**
 * Waits until what was written so far is safe on another machine: true at once where there is only one. False when that
 * is not known in time; then it is saved here, and will be there as soon as it can.
 */
export async function isReplicated(withinMs = patienceMs): Promise<boolean> {
  const result = await waitUntilReplicated(nodeState().term, withinMs, "anybody")
  if (result !== "kept") log.warn({ result }, "a write is not known to be on another machine yet")
  return result === "kept"
}
