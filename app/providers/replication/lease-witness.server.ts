import { log } from "~/utils/log.server"

// LiteFS gives up the lead when its lease server answers with errors or refuses connections, but not when an answer
// never comes: its client waits without end, and it goes on as the primary with a lease that ended (observed in the
// drill `lease-server-silent`). So a primary checks its own lease at the lease server.

type Lease = {
  /** The lease server; the path is the prefix of its keys, the password its token, as LiteFS reads it. */
  url: string
  key: string
  /** This node's name, as the holder of the lease would be called. */
  node: string
  leaseMs: number
  leads: () => boolean
  /** Ends this process; the supervisor restarts LiteFS and the app. */
  exit: (reason: string) => void
}

/** How long another leader may be named, because a handover is visible in between for a moment. */
const betweenMs = 2000

/** Watches the lease of a leading node; returns a function that stops it. */
export function witnessLease({ url, key, node, leaseMs, leads, exit }: Lease): () => void {
  const { origin, pathname, password } = new URL(url)
  const address = `${origin}/v1/kv${pathname.replace(/\/$/, "")}/${key}`
  let confirmedAt = performance.now()
  let wrongSince: number | undefined

  async function holder(): Promise<string | undefined> {
    const answer = await fetch(address, {
      headers: password ? { "X-Consul-Token": decodeURIComponent(password) } : {},
      signal: AbortSignal.timeout(leaseMs / 5),
    })
    if (answer.status === 404) return "nobody"
    const [entry] = (await answer.json()) as { Value: string; Session?: string }[]
    return entry?.Session ? JSON.parse(Buffer.from(entry.Value, "base64").toString()).hostname : "nobody"
  }

  async function look() {
    const found = await holder().catch(() => undefined)
    const at = performance.now()
    if (!leads() || found === node) {
      confirmedAt = at
      wrongSince = undefined
      return
    }
    if (found !== undefined) wrongSince ??= at
    if (wrongSince !== undefined && at - wrongSince > betweenMs)
      exit(`the lease is ${found ?? "not ours"}'s by now`)
    else if (at - confirmedAt > leaseMs * 1.2) exit("no one has confirmed the lease for longer than it lasts")
  }

  const looks = setInterval(() => {
    look().catch((error: unknown) => log.warn({ err: error }, "the lease could not be looked at"))
  }, leaseMs / 5)
  return () => clearInterval(looks)
}
