import { findSpace } from "~/utils/disk.server"
import { env } from "~/utils/env.server"
import { isKeyedHash, keyedHash } from "~/utils/seal.server"
import type { PositionStatus, Seen } from "./position"

// Calls between nodes over the private network. Each is signed with a key derived from the shared secret, so the
// addresses may be reachable from outside: unsigned calls get a 404.

export const nodeCallHeader = "x-tutti-node"
export const nodePaths = {
  position: "/internal/position",
  presence: "/internal/presence",
  promotion: "/internal/promotion",
} as const

/** A signature is good for this long, either way: clocks differ. */
const freshMs = 30_000

/** A signature over some texts and the current time, for one header. */
export function signed(parts: readonly string[]): string {
  const at = Date.now()
  return `${at}.${keyedHash("node", [...parts, at].join("\n"))}`
}

/** Whether the header's value is a fresh signature over these texts. */
export function isSigned(value: string, parts: readonly string[]): boolean {
  const [at = "", mac = ""] = value.split(".")
  if (!(Math.abs(Date.now() - Number(at)) <= freshMs)) return false
  return isKeyedHash("node", [...parts, at].join("\n"), mac)
}

async function call(
  node: string,
  method: "GET" | "POST",
  path: string,
  withinMs: number,
): Promise<Response | undefined> {
  const base = env().NODE_URLS?.(node)
  if (!base) return undefined
  return fetch(`${base}${path}`, {
    method,
    headers: { [nodeCallHeader]: signed([method, path]) },
    signal: AbortSignal.timeout(Math.ceil(withinMs)),
    redirect: "manual",
  }).catch(() => undefined)
}

/** The HTTP status for each position status. */
export const positionHttpStatus = { reached: 200, "not-yet": 202, lost: 410 } as const satisfies Record<
  PositionStatus,
  number
>

/** Whether another node's database comes so far in time, and has the same transactions. */
export async function askPositionStatus(
  node: string,
  { term, position }: Seen,
  withinMs: number,
): Promise<PositionStatus> {
  const path = `${nodePaths.position}?term=${term}&reach=${position}&within=${Math.ceil(withinMs)}`
  const answer = await call(node, "GET", path, withinMs + 250)
  if (answer?.status === positionHttpStatus.reached) return "reached"
  return answer?.status === positionHttpStatus.lost ? "lost" : "not-yet"
}

/** Reports to the primary that this node is running, whether it may become primary, and how full its disk is. */
export async function tellPresence(primary: string, isCandidate: boolean) {
  const query = new URLSearchParams({
    node: env().NODE_NAME,
    candidate: String(isCandidate),
    ...freeHere(),
  })
  await call(primary, "POST", `${nodePaths.presence}?${query}`, 1000)
}

/** A disk that can't say how full it is keeps no one from hearing of this node. */
function freeHere(): { free?: string } {
  try {
    return { free: findSpace(env().LITEFS_DATA_DIR).freePercent.toFixed(1) }
  } catch {
    return {}
  }
}

/** Asks another node to take the lead. */
export async function askToLead(node: string): Promise<boolean> {
  const answer = await call(node, "POST", nodePaths.promotion, 10_000)
  return answer?.status === 204
}
