import { log } from "~/utils/log.server"

export type Role = { part: "primary" } | { part: "replica"; of: string } | { part: "unknown" }

/** The leader according to LiteFS: this node, another one by its name, or unknown. */
export type Leader = { isPrimary: boolean; hostname: string | undefined }

/** How long to wait before a new role whose preparation failed is tried again. */
const againMs = 500

export function roleUnder({ isPrimary, hostname }: Leader): Role {
  if (isPrimary) return { part: "primary" }
  return hostname ? { part: "replica", of: hostname } : { part: "unknown" }
}

/**
 * Keeps the role of this node.
 * @param prepare called before a new role counts; while it throws the role stays unknown and it is tried again
 * @param onDecided called after each try to take another role, whether or not it succeeded
 */
export function keepRole(prepare: (role: Role) => void, onDecided: () => void) {
  let role: Role = { part: "unknown" }
  let latest: Role = { part: "unknown" }
  let isClosed = false
  const listeners = new Set<() => void>()

  function adopt(next: Role) {
    latest = next
    if (isSame(role, next)) return
    role = { part: "unknown" }
    try {
      prepare(next)
      role = next
      log.info({ role: next }, "this node has another role")
      for (const listener of listeners) listener()
    } catch (error) {
      log.error({ err: error, role: next }, "this node could not take its role")
      setTimeout(() => isSame(latest, next) && !isClosed && adopt(next), againMs).unref()
    }
    onDecided()
  }

  return {
    current: (): Role => role,
    adopt,
    /** Calls the listener after each change of the role; answers how to stop. */
    onChange(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
    },
  }
}

const isSame = (one: Role, two: Role) =>
  one.part === two.part && (one.part !== "replica" || two.part !== "replica" || one.of === two.of)
