import { env } from "~/utils/env.server"
import { witnessLease } from "./lease-witness.server"
import { exitProcess, type Litefs, type Role, watchLitefs } from "./litefs.server"

// This node's role and the position of its database. Only these modules know LiteFS: without `LITEFS_DIR` a node is
// alone, and the primary.

export type { Role }
export type NodeRole = Role["part"]

/** The state of this process in the cluster; a global, because the server and the build are bundled apart. */
type NodeState = {
  litefs?: Litefs
  /** The number of this node's own term while it leads. */
  term?: number
  /** When this process came to lead (ms of its clock). */
  ledSince?: number
  /** While true this node hands over: it takes no new writes. */
  isLeaving?: boolean
  /** Writes under way in this process. */
  writes: number
  /** When other nodes were last heard of (ms of this process's clock), by name. */
  presence: Map<string, { at: number; isCandidate: boolean; freePercent?: number }>
  /** What failed here while this node couldn't write it down, for the primary; the newest, a few. */
  failures: Failure[]
}

/** A request that failed on a node that doesn't write. `at` in UTC ms. */
export type Failure = {
  id: string
  schoolId?: string
  method: string
  path: string
  route: string
  status: number
  tookMs: number
  problem?: string
  at: number
}
const shared = globalThis as typeof globalThis & { tuttiNode?: NodeState }

/** The state of this process in the cluster. */
export function nodeState(): NodeState {
  shared.tuttiNode ??= { writes: 0, presence: new Map(), failures: [] }
  return shared.tuttiNode
}

/** The role of this node; without LiteFS it is the primary. */
export const role = (): Role => nodeState().litefs?.role() ?? { part: "primary" }

/**
 * @Starts watching LiteFS; resolves once a role is known, or after some seconds without one.
 * @param prepare called before a new role counts (see watchLitefs)
 */
export async function watchRole(prepare: (role: Role) => void, withinMs = 5000) {
  const { LITEFS_DIR, LITEFS_URL, DATABASE_PATH, LITEFS_LEASE_SECONDS, LITEFS_LEASE_KEY } = env()
  const { FLY_CONSUL_URL, NODE_NAME } = env()
  if (!LITEFS_DIR) throw new Error("There is no LiteFS to watch: LITEFS_DIR is empty")
  const litefs = watchLitefs(
    { dir: LITEFS_DIR, url: LITEFS_URL, databasePath: DATABASE_PATH, leaseMs: LITEFS_LEASE_SECONDS * 1000 },
    prepare,
  )
  nodeState().litefs = litefs
  if (FLY_CONSUL_URL)
    witnessLease({
      url: FLY_CONSUL_URL,
      key: LITEFS_LEASE_KEY,
      node: NODE_NAME,
      leaseMs: LITEFS_LEASE_SECONDS * 1000,
      leads: () => litefs.role().part === "primary",
      exit: exitProcess,
    })
  await litefs.waitForRole(({ part }) => part !== "unknown", withinMs)
}
