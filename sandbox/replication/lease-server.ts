import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as pause } from "node:timers/promises"

// The part of Consul's HTTP API that LiteFS calls, on one port of this machine: sessions with a time to live, and keys that
// a session can hold. When a session ends its keys are deleted, and no one may take them again for its lock delay.

/** What every caller suffers: an error, a late answer, a closed connection, or no answer while it lasts. */
export type LeaseFault =
  | { kind: "error"; status: number }
  | { kind: "delay"; ms: number }
  | { kind: "reset" }
  | { kind: "silence" }

export type LeaseServer = {
  url: string
  port: number
  /** Strikes every call from now on; without a fault the server is well again. Sessions go on aging in the meantime. */
  suffer(fault?: LeaseFault): void
  /** Who holds a key, as the holder wrote it. */
  holder(key: string): { hostname: string; "advertise-url": string } | undefined
  /** Ends the session that holds a key, as an operator would. */
  revoke(key: string): void
  /** Every call so far, as `PUT /v1/session/create`, for asserting what LiteFS asks. */
  calls: string[]
  close(): Promise<void>
}

type Session = { id: string; name: string; ttlMs: number; lockDelayMs: number; endsAt: number }
type Entry = { value: Buffer; session?: string; flags: number; index: number; lockIndex: number }

const units: Record<string, number> = { ns: 1e-6, us: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/** A duration in Go's notation ("1m30s", "1000ms") in ms; a bare number is nanoseconds, as Consul reads it. */
function milliseconds(duration: unknown): number {
  if (typeof duration === "number") return duration * 1e-6
  const parts = [...String(duration ?? "").matchAll(/([\d.]+)(ns|us|ms|s|m|h)/g)]
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (units[unit ?? ""] ?? 0), 0)
}

/**
 * Starts the lease server.
 *
 * @param port 0 or absent for any free one
 * @param lateness by which factor a session outlives its time to live; a real Consul takes up to 2
 */
export async function startLeaseServer({ port = 0, lateness = 1 } = {}): Promise<LeaseServer> {
  const sessions = new Map<string, Session>()
  const entries = new Map<string, Entry>()
  const lockedUntil = new Map<string, number>()
  const calls: string[] = []
  let index = 1
  let fault: LeaseFault | undefined
  let isClosed = false

  function endSession(id: string) {
    const session = sessions.get(id)
    sessions.delete(id)
    for (const [key, entry] of entries)
      if (entry.session === id) {
        entries.delete(key)
        lockedUntil.set(key, Date.now() + (session?.lockDelayMs ?? 0))
      }
  }
  const ageing = setInterval(() => {
    for (const { id, endsAt } of sessions.values()) if (endsAt <= Date.now()) endSession(id)
  }, 20)

  function openSession(body: Buffer) {
    const fields = JSON.parse(body.toString() || "{}") as Record<string, unknown>
    const ttlMs = milliseconds(fields.TTL) * lateness
    if (ttlMs < 10_000) return { status: 400, text: "Invalid Session TTL: must be at least 10s" }
    const session: Session = {
      id: randomUUID(),
      name: String(fields.Name ?? ""),
      ttlMs,
      lockDelayMs: fields.LockDelay === undefined ? 15_000 : milliseconds(fields.LockDelay),
      endsAt: Date.now() + ttlMs,
    }
    sessions.set(session.id, session)
    return { status: 200, json: { ID: session.id } }
  }

  function renewSession(id: string) {
    const session = sessions.get(id)
    if (!session) return { status: 404, text: `Session id '${id}' not found` }
    session.endsAt = Date.now() + session.ttlMs
    const { name, ttlMs, lockDelayMs } = session
    return {
      status: 200,
      json: [
        {
          ID: id,
          Name: name,
          Behavior: "delete",
          TTL: `${ttlMs / lateness}ms`,
          LockDelay: lockDelayMs * 1e6,
        },
      ],
    }
  }

  function readKey(key: string) {
    const entry = entries.get(key)
    if (!entry) return { status: 404, text: "" }
    const { value, session, flags, index: changed, lockIndex } = entry
    return {
      status: 200,
      json: [
        {
          Key: key,
          Value: value.toString("base64"),
          Flags: flags,
          LockIndex: lockIndex,
          CreateIndex: changed,
          ModifyIndex: changed,
          ...(session && { Session: session }),
        },
      ],
    }
  }

  function writeKey(key: string, value: Buffer, query: URLSearchParams) {
    const entry = entries.get(key)
    const [acquire, release] = [query.get("acquire"), query.get("release")]
    const hold = (session: string | undefined, lockIndex: number) =>
      entries.set(key, { value, session, flags: Number(query.get("flags") ?? 0), index: index++, lockIndex })
    if (acquire !== null) {
      if (!sessions.has(acquire)) return { status: 500, text: `invalid session "${acquire}"` }
      const isHeld = entry?.session !== undefined && entry.session !== acquire
      if (isHeld || (lockedUntil.get(key) ?? 0) > Date.now()) return { status: 200, json: false }
      hold(acquire, (entry?.lockIndex ?? 0) + (entry?.session === acquire ? 0 : 1))
      return { status: 200, json: true }
    }
    if (release !== null) {
      if (!entry || entry.session !== release) return { status: 200, json: false }
      hold(undefined, entry.lockIndex)
      return { status: 200, json: true }
    }
    hold(entry?.session, entry?.lockIndex ?? 0)
    return { status: 200, json: true }
  }

  function respond(
    method: string,
    address: URL,
    body: Buffer,
  ): { status: number; json?: unknown; text?: string } {
    const [, version, area = "", ...rest] = address.pathname.split("/").map(decodeURIComponent)
    const call = `${method} ${area}`
    if (version !== "v1") return { status: 404, text: "" }
    if (call === "PUT catalog" && rest[0] === "register") return { status: 200, json: true }
    if (call === "PUT session" && rest[0] === "create") return openSession(body)
    if (call === "PUT session" && rest[0] === "renew") return renewSession(rest[1] ?? "")
    if (call === "PUT session" && rest[0] === "destroy") {
      endSession(rest[1] ?? "")
      return { status: 200, json: true }
    }
    if (call === "GET kv") return readKey(rest.join("/"))
    if (call === "PUT kv") return writeKey(rest.join("/"), body, address.searchParams)
    return { status: 405, text: `${method} ${address.pathname} is not among the calls of LiteFS` }
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const address = new URL(request.url ?? "/", "http://lease")
    calls.push(`${request.method} ${address.pathname}`)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (fault?.kind === "reset") return void request.socket.destroy()
    // Afterwards what was asked is answered, as TCP would send it again; who has gone in the meantime is not waited for.
    while (fault?.kind === "silence" && !request.socket.destroyed && !isClosed) await pause(20)
    if (fault?.kind === "error")
      return void response.writeHead(fault.status).end("rpc error: no cluster leader")
    if (fault?.kind === "delay") await pause(fault.ms)
    const { status, json, text } = respond(request.method ?? "GET", address, Buffer.concat(chunks))
    const isJson = json !== undefined
    response.writeHead(status, {
      "Content-Type": isJson ? "application/json" : "text/plain",
      "X-Consul-Index": String(index),
    })
    response.end(isJson ? JSON.stringify(json) : text)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy())
  })
  server.listen(port, "127.0.0.1")
  await once(server, "listening")
  const bound = (server.address() as AddressInfo).port

  return {
    url: `http://127.0.0.1:${bound}`,
    port: bound,
    calls,
    suffer(next) {
      fault = next
    },
    holder(key) {
      const entry = entries.get(key)
      return entry?.session ? JSON.parse(entry.value.toString()) : undefined
    },
    revoke(key) {
      const session = entries.get(key)?.session
      if (session) endSession(session)
    },
    async close() {
      clearInterval(ageing)
      isClosed = true
      const closed = once(server, "close")
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
