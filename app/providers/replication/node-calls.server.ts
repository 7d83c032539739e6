import { findSpace } from "~/utils/disk.server"
import { env } from "~/utils/env.server"
import { isKeyedHash, keyedHash } from "~/utils/seal.server"
import type { PositionStatus, Seen } from "./position"
import { type Failure, nodeState } from "./replication.server"

// Calls between nodes over the private network. Each is signed with a key derived from the shared secret, so the
// addresses may be reachable from outside: unsigned calls get a 404.

export const nodeCallHeader = "x-tutti-node"
export const nodePaths = {
  position: "/internal/position",
  presence: "/internal/presence",
  promotion: "/internal/promotion",
  failure: "/internal/failure",
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

/** So that an address stays short enough for every server on the way. */
const longestText = 300

/** Keeps a request that failed here for the primary; of many, the newest. */
export function noteFailure(failure: Failure) {
  const { failures } = nodeState()
  failures.push(failure)
  if (failures.length > mostFailures) failures.shift()
}
const mostFailures = 60

/** Reports what failed here to the primary, oldest first; what it doesn't take is reported with the next call. */
export async function tellFailures(primary: string) {
  const { failures } = nodeState()
  for (const failure of [...failures]) {
    const query = new URLSearchParams({ node: env().NODE_NAME })
    for (const [name, value] of Object.entries(failure))
      if (value !== undefined) query.set(name, String(value).slice(0, longestText))
    const answer = await call(primary, "POST", `${nodePaths.failure}?${query}`, 1000)
    if (answer?.status !== 204) return
    const index = failures.indexOf(failure)
    if (index >= 0) failures.splice(index, 1)
  }
}

/** A failure as another node reported it; undefined when it isn't one. */
export function readFailure(query: URLSearchParams): (Failure & { node: string }) | undefined {
  const text = (name: string) => query.get(name)?.slice(0, longestText) ?? ""
  const [id, node, at] = [text("id"), text("node"), Number(query.get("at"))]
  if (!id || !node || !Number.isSafeInteger(at)) return undefined
  return {
    id,
    node,
    at,
    ...(query.has("schoolId") ? { schoolId: text("schoolId") } : {}),
    method: text("method"),
    path: text("path"),
    route: text("route"),
    status: Number(query.get("status")) || 500,
    tookMs: Number(query.get("tookMs")) || 0,
    problem: text("problem"),
  }
}

/** Asks another node to take the lead. */
export async function askToLead(node: string): Promise<boolean> {
  const answer = await call(node, "POST", nodePaths.promotion, 10_000)
  return answer?.status === 204
}
